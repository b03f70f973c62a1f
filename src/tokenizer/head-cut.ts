import { isRun } from './run-counts.ts'
import type { ScannedPart } from './scanned-part.ts'
import { partEnd, stringBorders } from './sure-border.ts'
import { unitsIn } from './utf8-units.ts'

/** Where a cut falls: in UTF-16 units, and how to go on inside the piece that begins there. */
export interface Cut {
  readonly at: number
  /** Tokens on the side of the cut that is kept. */
  readonly tokens: number
  /** Bytes of an oversized piece next to the cut, as many as the tokens left could fill; else empty. */
  readonly piece: Uint8Array
}

export interface HeadCut extends Cut {
  /** Whether the piece behind the cut alone has more tokens than the limit. */
  readonly oversized: boolean
}

/** Bytes that a token takes where text is no run. More are looked at only if so many do not settle the cut. */
const USUAL_BYTES = 16

/**
 * End of the whole pieces that fit `limit` tokens from the start of the text. Reads no more of the text than what that
 * many tokens and one more could fill, or twice that where a piece begins in the first half and goes over it.
 */
export function headCut(text: string, limit: number, part: ScannedPart, partSize: number): HeadCut {
  const { longest } = part.tables
  // A character may be torn at the end.
  const size = (limit + 1) * longest + 3
  return (
    cutWithin(text, USUAL_BYTES * limit + 2 * longest, limit, part, partSize) ??
    cutWithin(text, size, limit, part, partSize) ??
    (cutWithin(text, 2 * size, limit, part, partSize) as HeadCut)
  )
}

/** The cut, or undefined where a piece leaves the window that is not surely over the limit whatever follows. */
function cutWithin(
  text: string,
  size: number,
  limit: number,
  part: ScannedPart,
  partSize: number,
): HeadCut | undefined {
  const { longest } = part.tables
  const window = part.start(text.slice(0, size), size)
  const borders = stringBorders(window, part.tables)
  let tokens = 0
  let from = 0
  while (from < window.length) {
    const to = partEnd(borders, from, partSize)
    part.setString(window.slice(from, to))
    const torn = to === window.length && to < text.length
    const { bytes } = part
    let at = 0
    while (at < bytes.length) {
      const end = part.pieceEnd(at)
      const unsettled = torn && !part.isSettled(end)
      if (unsettled && !isSurelyOver(part, at, end, tokens, limit)) {
        const start = from + unitsIn(bytes, 0, at)
        const run = end === bytes.length ? runOver(text, start, bytes.length - at, limit, part) : undefined
        return run && { at: start, tokens, piece: run, oversized: true }
      }
      const more = unsettled ? Number.POSITIVE_INFINITY : part.tokensUpTo(at, end, limit)
      if (tokens + more > limit) {
        const oversized = more > limit
        const room = oversized ? (limit - tokens) * longest : 0
        const last = Math.min(unsettled ? bytes.length : end, at + room)
        return { at: from + unitsIn(bytes, 0, at), tokens, piece: bytes.slice(at, last), oversized }
      }
      tokens += more
      at = end
    }
    from = to
  }
  return { at: text.length, tokens, piece: new Uint8Array(), oversized: false }
}

/**
 * Whether the cut falls inside what begins at `at`, whatever follows the part: a piece that ends at `end` for now, where
 * the part ends or goes on with what more text may join to that piece.
 */
function isSurelyOver(part: ScannedPart, at: number, end: number, tokens: number, limit: number): boolean {
  const { bytes } = part
  const { longest } = part.tables
  if (bytes.length - at >= (limit + 1) * longest) return true
  // The last of some blanks goes with the text that follows them.
  const joined = part.hasBlank(end - 1) ? end - 1 : end
  if (isOver(part, at, joined, limit)) return true
  if (!part.hasLetter(end) || part.pieceEnd(end) < bytes.length) return false
  // Upper case behind a letter without case: one piece if lower case follows, else two.
  const first = part.tokensUpTo(at, end, limit)
  return tokens + first <= limit && isOver(part, end, bytes.length, limit) && isOver(part, at, bytes.length, limit)
}

/** Bytes of a run from which on it is one piece: numbers are no more than three. */
const LONG_RUN = 64

/**
 * The run of one byte that begins at `start` and fills the window up to its end, as long as it takes to be over
 * the limit, or undefined if there is none of that length. Looks at the text alone, which is quicker than to scan it.
 */
function runOver(text: string, start: number, seen: number, limit: number, part: ScannedPart): Uint8Array | undefined {
  const unit = text.charCodeAt(start)
  if (unit >= 0x80 || seen < LONG_RUN) return undefined
  // The last of some blanks goes with the text that follows them.
  const length = part.pieces.runs.longest(unit, (limit + 1) * part.tables.longest, limit) + 2
  if (start + length > text.length) return undefined
  for (let at = start + 1; at < start + length; at++) {
    if (text.charCodeAt(at) !== unit) return undefined
  }
  return new Uint8Array(length).fill(unit)
}

/** Whether a piece that begins with `[start, end)` has more than `limit` tokens wherever it ends from there on. */
function isOver(part: ScannedPart, start: number, end: number, limit: number): boolean {
  const { bytes, pieces, tables } = part
  if (end - start <= limit) return false
  if (isRun(bytes, start, end)) {
    const most = (limit + 1) * tables.longest
    return pieces.runs.longest(bytes[start] as number, most, limit) < end - start
  }
  return pieces.long.nearLimit(bytes.subarray(start, end), limit).bound < end - start
}
