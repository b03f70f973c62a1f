import type { ScannedPart } from './scanned-part.ts'
import { partEnd, stringBorders } from './sure-border.ts'
import { isContinuation, unitsIn } from './utf8-units.ts'

/** Where a cut falls: in UTF-16 units, and how to go on inside the piece that begins there. */
export interface Cut {
  readonly at: number
  /** Tokens on the side of the cut that is kept. */
  readonly tokens: number
  /** Bytes of an oversized piece next to the cut, as many as the tokens left could fill; else empty. */
  readonly piece: Uint8Array
}

/**
 * End of the whole pieces that fit `limit` tokens from the start of the text. Reads no more of the text than twice
 * what that many tokens and one more could fill.
 */
export function headCut(text: string, limit: number, part: ScannedPart, partSize: number): Cut {
  const { tables } = part
  const window = text.slice(0, 2 * (limit + 1) * tables.longest)
  const borders = stringBorders(window, tables)
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
      const oversized = torn && !part.isSettled(end)
      const more = oversized ? Number.POSITIVE_INFINITY : part.tokensUpTo(at, end, limit)
      if (tokens + more > limit) {
        const room = more > limit ? (limit - tokens) * tables.longest : 0
        const last = Math.min(oversized ? bytes.length : end, at + room)
        return { at: from + unitsIn(bytes, 0, at), tokens, piece: bytes.slice(at, last) }
      }
      tokens += more
      at = end
    }
    from = to
  }
  return { at: text.length, tokens, piece: new Uint8Array() }
}

/** UTF-16 units of the longest prefix of a piece that has at most `limit` tokens by `counts` and tears no character. */
export function unitsOfPrefix(piece: Uint8Array, counts: Int32Array, limit: number): number {
  let end = piece.length
  while (end > 0 && ((counts[end] as number) > limit || endsInside(piece, end))) end--
  return unitsIn(piece, 0, end)
}

function endsInside(piece: Uint8Array, end: number): boolean {
  if (end < piece.length) return isContinuation(piece[end] as number)
  let first = end - 1
  while (first > 0 && isContinuation(piece[first] as number)) first--
  const byte = piece[first] as number
  return end - first < (byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4)
}
