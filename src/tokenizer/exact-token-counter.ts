import { isUtf8 } from 'node:buffer'
import type { TokenCutter } from '../core/tokens.ts'
import { classOf, SPACE, widthOf } from './character-class.ts'
import { headCut } from './head-cut.ts'
import { longestPrefix } from './inner-cut.ts'
import type { PieceEnd } from './piece-scanner.ts'
import { ScannedPart } from './scanned-part.ts'
import { type BorderSource, byteBorders, partEnd, stringBorders } from './sure-border.ts'
import { tailCut, unitsOfSuffix } from './tail-cut.ts'
import type { TokenTables } from './token-tables.ts'
import { unitsIn } from './utf8-units.ts'

/** A part in UTF-16 units or bytes: as UTF-8 it fits the working memory, and stays in a near cache. */
const PART_SIZE = 1 << 14

/** Counts exactly, in time linear in the text, whatever the text. Takes up to 3 MB beside the shared tables. */
export class ExactTokenCounter implements TokenCutter {
  readonly encoding: string
  readonly #tables: TokenTables
  readonly #part: ScannedPart

  constructor(encoding: string, pieceEnd: PieceEnd, tables: TokenTables) {
    this.encoding = encoding
    this.#tables = tables
    this.#part = new ScannedPart(pieceEnd, tables)
  }

  count(text: string): number {
    if (text.length <= PART_SIZE) {
      this.#part.setString(text)
      return this.#part.count()
    }
    return this.#countParts(stringBorders(text, this.#tables), (from, to) => {
      this.#part.setString(text.slice(from, to))
    })
  }

  countBytes(bytes: Uint8Array): number {
    if (!isUtf8(bytes)) return this.count(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
    return this.#countParts(byteBorders(bytes, this.#tables), (from, to) => {
      this.#part.setBytes(bytes.subarray(from, to))
    })
  }

  countUpTo(text: string, limit: number): number {
    // No token is longer than the longest, and a unit is a byte at least.
    if (text.length > limit * this.#tables.longest) return limit + 1
    const { at, tokens } = headCut(text, limit, this.#part, PART_SIZE)
    this.#part.release()
    return at < text.length ? limit + 1 : tokens
  }

  cut(text: string, limit: number): string {
    const { at, tokens, piece } = headCut(text, limit, this.#part, PART_SIZE)
    const kept = piece.length > 0 ? longestPrefix(piece, limit - tokens, this.#part) : 0
    const prefix = text.slice(0, at + unitsIn(piece, 0, kept))
    // What is kept of the piece is a piece behind the same ones as in the text, unless it is a single blank.
    const sure = kept > 0 && kept > widthOf(piece[0] as number)
    return this.#released(sure ? prefix : this.#settled(prefix, limit))
  }

  cutTail(text: string, limit: number): string {
    const { at, tokens, piece } = tailCut(text, limit, this.#part, PART_SIZE)
    if (piece.length === 0) return this.#released(text.slice(at))
    const counts = this.#part.pieces.long.suffixCounts(piece, limit - tokens)
    for (let left = limit - tokens; left > 0; left--) {
      const suffix = text.slice(at - unitsOfSuffix(piece, counts, left))
      if (this.count(suffix) <= limit) return this.#released(suffix)
    }
    return this.#released(text.slice(at))
  }

  /**
   * White space at the end of a text is one piece, before other text two. Should the one have more tokens than the
   * two, the prefix is cut once more.
   */
  #settled(prefix: string, limit: number): string {
    const last = prefix.charCodeAt(prefix.length - 1)
    if (prefix === '' || classOf(this.#tables, last) !== SPACE || this.count(prefix) <= limit) return prefix
    return this.cut(prefix, limit)
  }

  #released(text: string): string {
    this.#part.release()
    return text
  }

  #countParts(source: BorderSource, load: (from: number, to: number) => void): number {
    let tokens = 0
    let from = 0
    while (from < source.length) {
      const to = partEnd(source, from, PART_SIZE)
      load(from, to)
      tokens += this.#part.count()
      from = to
    }
    this.#part.release()
    return tokens
  }
}
