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
import type { NearLimit } from './long-encoder.ts'
import { isRun } from './run-counts.ts'
import type { ScannedPart } from './scanned-part.ts'
import { isContinuation } from './utf8-units.ts'

const APOSTROPHE = 0x27

/**
 * Bytes of the longest prefix of a piece that has at most `limit` tokens and ends between two characters, 0 if none
 * has. Sets the part.
 */
export function longestPrefix(piece: Uint8Array, limit: number, part: ScannedPart): number {
  const { pieces, tables } = part
  if (isRun(piece, 0, piece.length)) return pieces.runs.longest(piece[0] as number, piece.length, limit)
  const near = pieces.long.nearLimit(piece, limit)
  if (mayTear(piece.subarray(0, near.bound), tables)) return longestTorn(piece, limit, near, part)
  let end = near.bound
  while (end > 0 && (endsInside(piece, end) || near.countOf(end) > limit)) end--
  return end
}

/**
 * The same where prefixes may be several pieces. What matches first in a prefix matches first in each shorter one that
 * holds it, because no pattern looks ahead but at white space; so from the end of that piece up to the end
 * of the prefix the rest is a matter of its own.
 */
function longestTorn(bytes: Uint8Array, limit: number, near: NearLimit, part: ScannedPart): number {
  const firstEnd = (end: number): number => {
    part.setBytes(bytes.subarray(0, end))
    return part.pieceEnd(0)
  }
  let end = lastTornAt(bytes, near.bound, firstEnd)
  while (end > 0) {
    const first = firstEnd(end)
    const tokens = near.countOf(first)
    if (tokens <= limit) {
      const rest = bytes.subarray(first, end)
      if (rest.length === 0 || tokens === limit) return first
      return first + longestTorn(rest, limit - tokens, part.pieces.long.nearLimit(rest, limit - tokens), part)
    }
    end = characterEnd(bytes, first - 1)
  }
  return 0
}

/** The longest prefix whose first piece is within `bound`: that of longer ones is longer still. */
export function lastTornAt(bytes: Uint8Array, bound: number, firstEnd: (end: number) => number): number {
  const whole = characterEnd(bytes, bytes.length)
  if (firstEnd(whole) <= bound) return whole
  // Its first piece ends within `good` and beyond the bound at `bad`.
  let good = characterEnd(bytes, bound)
  let bad = whole
  for (let step = 1; ; step *= 2) {
    const end = characterEnd(bytes, good + step)
    if (end >= bad) break
    if (firstEnd(end) > bound) {
      bad = end
      break
    }
    good = end
  }
  for (;;) {
    let end = characterEnd(bytes, (good + bad) >> 1)
    if (end <= good) end = good + widthOf(bytes[good] as number)
    if (end >= bad) return good
    if (firstEnd(end) <= bound) good = end
    else bad = end
  }
}

/** The last end of a character up to `end`. */
function characterEnd(bytes: Uint8Array, end: number): number {
  let at = Math.max(0, end)
  while (at > 0 && endsInside(bytes, at)) at--
  return at
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
