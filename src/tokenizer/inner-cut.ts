import {
  ASCII_CLASS,
  CASELESS,
  type CharacterClasses,
  MARK,
  NEWLINE,
  SPACE,
  UPPER,
  wideClass,
  widthOf,
} from './character-class.ts'
import { isRun } from './run-counts.ts'
import type { ScannedPart } from './scanned-part.ts'
import { isContinuation } from './utf8-units.ts'

/** Bytes that a token takes where text is no run. More are looked at only if so many do not settle the cut. */
const USUAL_BYTES = 16

const APOSTROPHE = 0x27

/**
 * Bytes of the longest prefix of a piece that has at most `limit` tokens and ends between two characters, 0 if none
 * has. Sets the part.
 */
export function longestPrefix(piece: Uint8Array, limit: number, part: ScannedPart): number {
  const { pieces, tables } = part
  if (isRun(piece, 0, piece.length)) return pieces.runs.longest(piece[0] as number, piece.length, limit)
  const { counts, bound } = prefixCounts(piece, limit, part)
  const torn = mayTear(piece.subarray(0, bound), tables)
  for (let end = bound; end > 0; end--) {
    if (endsInside(piece, end)) continue
    const tokens = torn ? tornCount(piece.subarray(0, end), counts, part) : (counts[end] as number)
    if (tokens <= limit) return end
  }
  return 0
}

/** Counts by length, and the length over which no prefix is within the limit. */
function prefixCounts(piece: Uint8Array, limit: number, part: ScannedPart): { counts: Int32Array; bound: number } {
  const { longest } = part.tables
  for (let size = USUAL_BYTES * limit + longest; ; size *= 2) {
    const counts = part.pieces.long.prefixCounts(piece.subarray(0, size), limit)
    const within = counts.findLastIndex((count) => count <= limit)
    if (within + longest <= size || size >= piece.length) {
      return { counts, bound: Math.min(within + longest, piece.length) }
    }
  }
}

/** Tokens of a prefix that may be several pieces, of which `counts` knows the first. */
function tornCount(prefix: Uint8Array, counts: Int32Array, part: ScannedPart): number {
  part.setBytes(prefix)
  const first = part.pieceEnd(0)
  let tokens = counts[first] as number
  for (let at = first; at < prefix.length; ) {
    const end = part.pieceEnd(at)
    tokens += part.tokensUpTo(at, end, Number.POSITIVE_INFINITY)
    at = end
  }
  return tokens
}

/**
 * Whether a prefix of a piece may be several pieces: white space with line ends, letters of all cases that need the
 * lower-case one at the end, and contractions.
 */
function mayTear(bytes: Uint8Array, classes: CharacterClasses): boolean {
  let seen = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number
    if (byte === APOSTROPHE && at > 0) return true
    seen |= byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(classes, bytes, at)
    at += widthOf(byte)
  }
  if ((seen & SPACE) !== 0 && (seen & NEWLINE) !== 0) return true
  return (seen & UPPER) !== 0 && (seen & (CASELESS | MARK)) !== 0
}

function endsInside(piece: Uint8Array, end: number): boolean {
  if (end < piece.length) return isContinuation(piece[end] as number)
  let first = end - 1
  while (first > 0 && isContinuation(piece[first] as number)) first--
  return end - first < widthOf(piece[first] as number)
}
