/**
 * Bounds the work of the Markdown parser. Matching brackets and emphasis costs the square of their number in one
 * block, nested quotes and underlined headings that of theirs in the file; written documentation has a few dozen, a
 * crafted file a million.
 */

/** Marks in a block of lines without a blank one, and in a line of a table. */
const MAX_MARKS: Readonly<Record<string, number>> = { '[': 1_000, ']': 1_000, '*': 400, _: 400 }

/** Quotes and lists inside each other on one line. */
const MAX_CONTAINERS = 50

/** Headings of a file that are underlined; further ones are rewritten with a hash. */
const MAX_UNDERLINED = 200

export interface TamedText {
  readonly text: string
  /** 1-based lines outside fenced code on which marks were made plain text. */
  readonly lines: readonly number[]
}

// An underscore inside a word is no emphasis and costs nothing.
const COUNTED = /[[\]*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const CONTAINER_PREFIX = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const LIST_MARKER = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]/
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const DEFINITION = /^ {0,3}\[[^[\]]+\]:/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t\r]*$/
const FENCE = /^[ \t>]*(`{3,}|~{3,})/

/** Replaces what goes beyond the bounds; every line keeps its number and every other character its place. */
export function tameText(text: string): TamedText {
  const lines = text.split('\n')
  const changed: number[] = []
  const block = new Block()
  let fence: string | undefined
  let underlined = 0
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) === true) fence = undefined
    if (UNDERLINE.test(line) && block.height > 0 && ++underlined > MAX_UNDERLINED) hashHeading(lines, at, block.height)
    const tamed = block.tame(line)
    if (tamed === line) continue
    lines[at] = tamed
    // Code is not read, so nothing of it is lost.
    if (fence === undefined) changed.push(at + 1)
  }
  return { text: lines.join('\n'), lines: changed }
}

/** `Text` over `---` becomes `# Text`; below a paragraph of several lines the underline alone goes. */
function hashHeading(lines: string[], at: number, height: number): void {
  const depth = (lines[at] as string).includes('=') ? '#' : '##'
  if (height === 1) lines[at - 1] = `${depth} ${lines[at - 1]}`
  lines[at] = ''
}

/** The lines since the last blank one, and how many marks they hold. */
class Block {
  /** Lines so far. */
  height = 0
  #counts = new Map<string, number>()
  #inTable = false
  #inDefinitions = false
  #listIndent = -1

  tame(line: string): string {
    this.#enter(line)
    const prefix = CONTAINER_PREFIX.exec(line)?.[0] ?? ''
    const shallow = prefix.length > MAX_CONTAINERS ? tamePrefix(prefix) + line.slice(prefix.length) : line
    return this.#tameMarks(shallow)
  }

  #enter(line: string): void {
    if (line.trim() === '') {
      this.height = 0
      this.#inTable = false
      this.#inDefinitions = false
      this.#listIndent = -1
      this.#counts = new Map()
      return
    }
    const indent = LIST_MARKER.exec(line)?.[1]?.length
    this.#inDefinitions = DEFINITION.test(line) && (this.height === 0 || this.#inDefinitions)
    this.#inTable ||= line.includes('|') && DELIMITER_ROW.test(line)
    this.height++
    if (indent !== undefined && indent <= Math.max(this.#listIndent, 0) + 3) {
      this.#listIndent = indent
      this.#counts = new Map()
    }
    if (this.#inTable || this.#inDefinitions) this.#counts = new Map()
  }

  #tameMarks(line: string): string {
    const before = new Map(this.#counts)
    let over = false
    for (const [mark] of line.matchAll(COUNTED)) {
      const count = (this.#counts.get(mark) ?? 0) + 1
      this.#counts.set(mark, count)
      over ||= count > (MAX_MARKS[mark] as number)
    }
    if (!over) return line
    return line.replace(COUNTED, (mark) => {
      const count = (before.get(mark) ?? 0) + 1
      before.set(mark, count)
      return count > (MAX_MARKS[mark] as number) ? ' ' : mark
    })
  }
}

function tamePrefix(prefix: string): string {
  let containers = 0
  return prefix.replace(/[>\-*+.)]/g, (mark) => (++containers > MAX_CONTAINERS ? ' ' : mark))
}
