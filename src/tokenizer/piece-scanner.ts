import { ASCII_CLASS, type CharacterClasses, NEWLINE, NUMBER, SPACE, wideClass, widthOf } from './character-class.ts'

/**
 * Where the piece ends that begins at `at`: what the pattern of the encoding matches there. `bytes` is valid
 * UTF-8 with the end byte and three bytes of padding behind it.
 */
export type PieceEnd = (bytes: Uint8Array, at: number, state: ScanState) => number

export interface ScanState {
  readonly classes: CharacterClasses
  /**
   * How far the last piece looked, where that is more than {@link LOOK_AHEAD} bytes behind its end.
   * Whoever scans a part of a text learns from it whether more text could move the border.
   */
  reach: number
}

/** Bytes behind the end of a piece that a scanner may read without saying so in `reach`. */
export const LOOK_AHEAD = 4

const APOSTROPHE = 0x27
const LOWER_CASE_BIT = 0x20

/** `[\p{N}]{1,3}`, where a number stands at `at`. */
export function numberEnd(bytes: Uint8Array, at: number, state: ScanState): number {
  let end = at
  for (let digits = 0; digits < 3; digits++) {
    const byte = bytes[end] as number
    const kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, end)
    if (kind !== NUMBER) break
    end += widthOf(byte)
  }
  return end
}

/**
 * `\s*[\r\n]+|\s+(?!\S)|\s+`, where white space stands at `at`: up to the last line end of the run, else the
 * run without its last character if text follows, else the run.
 */
export function whiteSpaceEnd(bytes: Uint8Array, at: number, state: ScanState): number {
  let end = at
  let afterNewline = -1
  let lastCharacter = at
  let byte = bytes[at] as number
  for (;;) {
    const kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, end)
    if ((kind & (SPACE | NEWLINE)) === 0) break
    lastCharacter = end
    end += widthOf(byte)
    if (kind === NEWLINE) afterNewline = end
    byte = bytes[end] as number
  }
  state.reach = end
  if (afterNewline >= 0) return afterNewline
  return byte === 0xff || lastCharacter === at ? end : lastCharacter
}

/** `(?i:'s|'t|'re|'ve|'m|'ll|'d)` at `at`: its end, or `at`. U+017F is an s to a pattern that ignores case. */
export function contractionEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== APOSTROPHE) return at
  const first = (bytes[at + 1] as number) | LOWER_CASE_BIT
  const second = (bytes[at + 2] as number) | LOWER_CASE_BIT
  switch (first) {
    case 0x73: // s
    case 0x74: // t
    case 0x6d: // m
    case 0x64: // d
      return at + 2
    case 0x6c: // ll
      return second === 0x6c ? at + 3 : at
    case 0x72: // re
    case 0x76: // ve
      return second === 0x65 ? at + 3 : at
    default:
      return bytes[at + 1] === 0xc5 && bytes[at + 2] === 0xbf ? at + 3 : at
  }
}
