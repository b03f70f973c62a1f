/**
 * The escape sequences of terminals, after ECMA-48: where each ends, so that nothing of it stays behind. A sequence
 * that never ends is taken up to the end of its line, as a half one is left where an output was cut.
 */

export interface ControlSequence {
  /** The unit after its last one. */
  readonly end: number
  /** The last character of a control sequence (CSI), which names what it does; empty for all others. */
  readonly final: string
  /** Its parameters as they stand; empty where there are none. */
  readonly parameters: string
}

const BEL = 0x07
const LF = 0x0a
const CAN = 0x18
const SUB = 0x1a
const ESC = 0x1b
const C1_DCS = 0x90
const C1_SOS = 0x98
const C1_CSI = 0x9b
const C1_ST = 0x9c
const C1_OSC = 0x9d
const C1_NEL = 0x85

/** Whether a terminal shows nothing for `unit`: a start of a sequence, or a control with no effect on the text. */
export function startsSequence(unit: number): boolean {
  if (unit < 0x20) return unit === ESC || unit === BEL || unit === 0x0e || unit === 0x0f || unit === CAN || unit === SUB
  return unit >= 0x80 && unit <= 0x9f && unit !== C1_NEL
}

/** The sequence that starts at `at`, where `startsSequence` holds. Never empty; each unit is looked at twice at most. */
export function sequenceAt(text: string, at: number): ControlSequence {
  const unit = text.charCodeAt(at)
  if (unit === C1_CSI) return csi(text, at + 1)
  if (unit === C1_OSC) return other(stringEnd(text, at + 1, false))
  if (unit === C1_DCS || unit === C1_SOS || unit === 0x9e || unit === 0x9f) return other(stringEnd(text, at + 1, true))
  if (unit !== ESC) return other(at + 1)
  const next = text.charCodeAt(at + 1)
  if (next === 0x5b) return csi(text, at + 2)
  if (next === 0x5d) return other(stringEnd(text, at + 2, false))
  if (next === 0x50 || next === 0x58 || next === 0x5e || next === 0x5f) return other(stringEnd(text, at + 2, true))
  let end = at + 1
  while (isBetween(text, end, 0x20, 0x2f)) end++
  return other(isBetween(text, end, 0x30, 0x7e) ? end + 1 : end)
}

function csi(text: string, start: number): ControlSequence {
  let end = start
  while (isBetween(text, end, 0x30, 0x3f)) end++
  const parameters = text.slice(start, end)
  while (isBetween(text, end, 0x20, 0x2f)) end++
  if (!isBetween(text, end, 0x40, 0x7e)) return { end, final: '', parameters }
  return { end: end + 1, final: text[end], parameters }
}

/**
 * The end of a command string. BEL or ST ends it, the start of another sequence breaks it off. One that nothing ends
 * is taken to the end of its line.
 *
 * @param crossesLines whether line ends may lie inside, as in pictures
 */
function stringEnd(text: string, start: number, crossesLines: boolean): number {
  let lineEnd = -1
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === BEL || unit === C1_ST) return at + 1
    if (unit === ESC && text.charCodeAt(at + 1) === 0x5c) return at + 2
    if (startsSequence(unit)) return lineEnd < 0 ? at : lineEnd
    if (unit !== LF || lineEnd >= 0) continue
    lineEnd = text.charCodeAt(at - 1) === 0x0d ? at - 1 : at
    if (!crossesLines) return lineEnd
  }
  return lineEnd < 0 ? text.length : lineEnd
}

function other(end: number): ControlSequence {
  return { end, final: '', parameters: '' }
}

function isBetween(text: string, at: number, first: number, last: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= first && unit <= last
}
