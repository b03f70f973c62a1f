import { ASCII_CLASS, LETTER, MARK, NEWLINE, NUMBER, OTHER, SPACE, wideClass, widthOf } from './character-class.ts'
import { contractionEnd, numberEnd, type ScanState, whiteSpaceEnd } from './piece-scanner.ts'

const BLANK = 0x20

/**
 * Scanner for the pattern of `cl100k_base`, in the order of its alternatives:
 *
 *     (?i:'s|'t|'re|'ve|'m|'ll|'d)
 *     [^\r\n\p{L}\p{N}]?\p{L}+
 *     \p{N}{1,3}
 *      ?[^\s\p{L}\p{N}]+[\r\n]*
 *     \s*[\r\n]+|\s+(?!\S)|\s+
 *
 * @see PieceEnd
 */
export function cl100kPieceEnd(bytes: Uint8Array, at: number, state: ScanState): number {
  const byte = bytes[at] as number
  const kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, at)
  if ((kind & LETTER) !== 0) return lettersEnd(bytes, at, state)
  if (kind === NUMBER) return numberEnd(bytes, at, state)
  if (kind === NEWLINE) return whiteSpaceEnd(bytes, at, state)

  const contraction = contractionEnd(bytes, at)
  if (contraction > at) return contraction
  const next = at + widthOf(byte)
  const nextByte = bytes[next] as number
  const nextKind = nextByte < 0x80 ? (ASCII_CLASS[nextByte] as number) : wideClass(state.classes, bytes, next)
  if ((nextKind & LETTER) !== 0) return lettersEnd(bytes, next, state)
  if (kind !== SPACE) return symbolsEnd(bytes, next, state)
  if (byte === BLANK && (nextKind & (OTHER | MARK)) !== 0) return symbolsEnd(bytes, next, state)
  return whiteSpaceEnd(bytes, at, state)
}

function lettersEnd(bytes: Uint8Array, at: number, state: ScanState): number {
  let end = at
  for (;;) {
    const byte = bytes[end] as number
    const kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, end)
    if ((kind & LETTER) === 0) return end
    end += widthOf(byte)
  }
}

/** The rest of `[^\s\p{L}\p{N}]+[\r\n]*` after its first character. */
function symbolsEnd(bytes: Uint8Array, at: number, state: ScanState): number {
  let end = at
  let byte = bytes[end] as number
  for (;;) {
    const kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, end)
    if ((kind & (OTHER | MARK)) === 0) break
    end += widthOf(byte)
    byte = bytes[end] as number
  }
  while (byte === 0x0a || byte === 0x0d) byte = bytes[++end] as number
  return end
}
