import { type ControlSequence, sequenceAt, startsSequence } from './control-sequences.ts'
import { isJson } from './is-json.ts'
import { ScreenLine } from './screen-line.ts'

export interface TerminalSteps {
  /** Takes escape sequences and controls without a picture of their own out. */
  readonly ansi: boolean
  /** Shows what a terminal would show in the end of each line that carriage returns or backspaces wrote over. */
  readonly carriageReturns: boolean
}

export interface TerminalText {
  readonly text: string
  /** Sequences and controls that were taken out. */
  readonly ansi: number
  /** Carriage returns and backspaces that were carried out; the one before a line feed is none of them. */
  readonly carriageReturns: number
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const MOVES = /[\x08\r]/
const SEQUENCES = /[\x07\x0e\x0f\x18\x1a\x1b\x80-\x84\x86-\x9f]/
const LONE_RETURN = /\x08|\r(?!\n)/
const SPECIAL = /[\x07\x08\n\r\x0e\x0f\x18\x1a\x1b\x80-\x84\x86-\x9f]/g
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above
const LARGEST_MOVE = 1_000_000

/**
 * A terminal's output as text. Lines that are written over lose their escape sequences too, as those move the cursor.
 * A text that is one JSON value has no terminal's output in it, and stays. Linear and idempotent.
 */
export function terminalText(text: string, steps: TerminalSteps): TerminalText {
  const hasSequences = steps.ansi && SEQUENCES.test(text)
  const hasMoves = steps.carriageReturns && LONE_RETURN.test(text)
  if ((!hasSequences && !hasMoves) || isJson(text)) return { text, ansi: 0, carriageReturns: 0 }
  return new Terminal(text, steps).run()
}

class Terminal {
  readonly #text: string
  readonly #steps: TerminalSteps
  readonly #line = new ScreenLine()
  #done = ''
  #ansi = 0
  #returns = 0

  constructor(text: string, steps: TerminalSteps) {
    this.#text = text
    this.#steps = steps
  }

  run(): TerminalText {
    const text = this.#text
    let copied = 0
    let stripsLine = this.#stripsLineAt(0)
    SPECIAL.lastIndex = 0
    for (let found = SPECIAL.exec(text); found !== null; found = SPECIAL.exec(text)) {
      const at = found.index
      let end = at + 1
      const unit = text.charCodeAt(at)
      const isLineEnd = unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) === 0x0a)
      if (isLineEnd) {
        end = unit === 0x0a ? at + 1 : at + 2
        this.#line.write(text.slice(copied, at))
        this.#done += this.#line.take() + text.slice(at, end)
        stripsLine = this.#stripsLineAt(end)
      } else if (startsSequence(unit)) {
        if (!stripsLine) continue
        this.#line.write(text.slice(copied, at))
        const sequence = sequenceAt(text, at)
        end = sequence.end
        this.#ansi++
        if (this.#steps.carriageReturns) this.#obey(sequence)
      } else {
        if (!this.#steps.carriageReturns) continue
        this.#line.write(text.slice(copied, at))
        this.#returns++
        if (unit === 0x0d) this.#line.moveTo(0)
        else this.#line.moveBy(-1)
      }
      copied = end
      SPECIAL.lastIndex = end
    }
    this.#line.write(text.slice(copied))
    return { text: this.#done + this.#line.take(), ansi: this.#ansi, carriageReturns: this.#returns }
  }

  #stripsLineAt(start: number): boolean {
    if (this.#steps.ansi) return true
    const end = this.#text.indexOf('\n', start)
    const line = this.#text.slice(start, end < 0 ? undefined : end)
    return MOVES.test(line.endsWith('\r') && end >= 0 ? line.slice(0, -1) : line)
  }

  /** The moves and erasures within one line; all else, colours first, shows nothing. */
  #obey({ final, parameters }: ControlSequence): void {
    const first = /^\d{0,7}/.exec(parameters)?.[0] ?? ''
    const count = Math.min(Math.max(1, Number(first)), LARGEST_MOVE)
    if (final === 'G' || final === '`') this.#line.moveTo(count - 1)
    else if (final === 'D') this.#line.moveBy(-count)
    else if (final === 'C') this.#line.moveBy(count)
    else if (final === 'K' && Number(first) === 2) this.#line.eraseAll()
    else if ((final === 'K' || final === 'J') && Number(first) === 0) this.#line.eraseToEnd()
  }
}
