import type { Cut } from './head-cut.ts'
import type { ScannedPart } from './scanned-part.ts'
import { partEnd, stringBorders } from './sure-border.ts'
import { tailStart } from './tail-start.ts'
import { isContinuation, unitsIn } from './utf8-units.ts'

interface Piece {
  /** In UTF-16 units. */
  readonly end: number
  readonly tokens: number
  /** The last bytes of an oversized piece, as many as the limit could fill; else empty. */
  readonly tail: Uint8Array
}

const NOTHING = new Uint8Array()

/** Start of the whole pieces that fit `limit` tokens up to the end of the text. */
export function tailCut(text: string, limit: number, part: ScannedPart, partSize: number): Cut {
  const pieces = lastPieces(text, limit, part, partSize)
  let tokens = 0
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i] as Piece
    if (tokens + piece.tokens > limit) {
      const room = (limit - tokens) * part.tables.longest
      return { at: piece.end, tokens, piece: piece.tail.slice(Math.max(0, piece.tail.length - room)) }
    }
    tokens += piece.tokens
  }
  return { at: 0, tokens, piece: NOTHING }
}

/**
 * Pieces up to the end of the text that together have more than `limit` tokens, if the text has. Where they begin is
 * found near, so that what stands before need not be read.
 */
function lastPieces(text: string, limit: number, part: ScannedPart, partSize: number): Piece[] {
  const { tables } = part
  const borders = stringBorders(text, tables)
  const needed = Math.max(0, text.length - (limit + 1) * tables.longest)
  const pieces: Piece[] = []
  let from = tailStart(text, needed, limit * tables.longest, borders, tables)
  while (from < text.length) {
    const to = partEnd(borders, from, partSize)
    part.setString(text.slice(from, to))
    const { bytes } = part
    let unit = from
    let at = 0
    while (at < bytes.length) {
      const end = part.pieceEnd(at)
      unit += unitsIn(bytes, at, end)
      if (unit > needed) {
        const tokens = part.tokensUpTo(at, end, limit)
        const tail = tokens > limit ? bytes.slice(Math.max(at, end - limit * tables.longest), end) : NOTHING
        pieces.push({ end: unit, tokens, tail })
      }
      at = end
    }
    from = to
  }
  return pieces
}

/** UTF-16 units of the longest suffix of a piece that has at most `limit` tokens by `counts` and tears no character. */
export function unitsOfSuffix(piece: Uint8Array, counts: Int32Array, limit: number): number {
  let start = 0
  while (start < piece.length && ((counts[start] as number) > limit || isContinuation(piece[start] as number))) start++
  return unitsIn(piece, start, piece.length)
}
