import {
  ASCII_CLASS,
  CASELESS,
  LETTER,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  UPPER,
  wideClass,
  widthOf,
} from './character-class.ts'
import { contractionEnd, numberEnd, type ScanState, whiteSpaceEnd } from './piece-scanner.ts'

const BLANK = 0x20
const SLASH = 0x2f
const IN_UPPER_RUN = UPPER | CASELESS | MARK
const IN_LOWER_RUN = LOWER | CASELESS | MARK

/**
 * Scanner for the pattern of `o200k_base`, in the order of its alternatives:
 *
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     \p{N}{1,3}
 *      ?[^\s\p{L}\p{N}]+[\r\n/]*
 *     \s*[\r\n]+|\s+(?!\S)|\s+
 *
 * @see PieceEnd
 */
export function o200kPieceEnd(bytes: Uint8Array, at: number, state: ScanState): number {
  const byte = bytes[at] as number
  const kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, at)
  if ((kind & LETTER) !== 0) return contractionEnd(bytes, wordEnd(bytes, at, state, false))
  if (kind === NUMBER) return numberEnd(bytes, at, state)
  if (kind === NEWLINE) return whiteSpaceEnd(bytes, at, state)

  const next = at + widthOf(byte)
  const nextByte = bytes[next] as number
  const nextKind = nextByte < 0x80 ? (ASCII_CLASS[nextByte] as number) : wideClass(state.classes, bytes, next)
  if (kind === MARK) {
    // The first alternative may take the mark as the character before the word or as a word of its own, and
    // does the latter rather than leave the word to the second alternative.
    const end = (nextKind & (LETTER | MARK)) !== 0 ? wordEnd(bytes, next, state, true) : next
    return contractionEnd(bytes, end)
  }
  if ((nextKind & (LETTER | MARK)) !== 0) return contractionEnd(bytes, wordEnd(bytes, next, state, false))
  if (kind === OTHER) return symbolsEnd(bytes, next, state)
  if (byte === BLANK && nextKind === OTHER) return symbolsEnd(bytes, next, state)
  return whiteSpaceEnd(bytes, at, state)
}

/**
 * End of the letters and marks from `at` on that one alternative takes. `afterMark`: the second alternative
 * does not get its turn, and the end is `at` where the first one fails.
 */
function wordEnd(bytes: Uint8Array, at: number, state: ScanState, afterMark: boolean): number {
  let end = at
  let afterCaseless = -1
  let byte = bytes[end] as number
  let kind: number
  for (;;) {
    kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, end)
    if ((kind & IN_UPPER_RUN) === 0) break
    end += widthOf(byte)
    if (kind !== UPPER) afterCaseless = end
    byte = bytes[end] as number
    while ((ASCII_CLASS[byte] as number) === UPPER) byte = bytes[++end] as number
  }
  if (kind === LOWER) {
    do {
      end += widthOf(byte)
      byte = bytes[end] as number
      while ((ASCII_CLASS[byte] as number) === LOWER) byte = bytes[++end] as number
      kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, end)
    } while ((kind & IN_LOWER_RUN) !== 0)
    return end
  }
  if (afterCaseless < 0 && !afterMark) return end
  // No lower-case letter ends the run: the first alternative gives characters back down to the last one that
  // can stand for a lower-case letter.
  state.reach = end
  return afterCaseless < 0 ? at : afterCaseless
}

/** The rest of `[^\s\p{L}\p{N}]+[\r\n/]*` after its first character. */
function symbolsEnd(bytes: Uint8Array, at: number, state: ScanState): number {
  let end = at
  let byte = bytes[end] as number
  for (;;) {
    while ((ASCII_CLASS[byte] as number) === OTHER) byte = bytes[++end] as number
    const kind = byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(state.classes, bytes, end)
    if ((kind & (OTHER | MARK)) === 0) break
    end += widthOf(byte)
    byte = bytes[end] as number
  }
  while (byte === 0x0a || byte === 0x0d || byte === SLASH) byte = bytes[++end] as number
  return end
}
