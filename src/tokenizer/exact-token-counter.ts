import { isUtf8 } from 'node:buffer'
import type { TokenCutter } from '../core/tokens.ts'
import { classOf, SPACE } from './character-class.ts'
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
    if (bytes.length <= PART_SIZE) {
      this.#part.setBytes(bytes)
      return this.#part.count()
    }
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
    const { at, tokens, piece, oversized } = headCut(text, limit, this.#part, PART_SIZE)
    if (oversized && this.#isSpace(text, at) && this.#isSpace(text, at - 1)) {
      return this.#released(this.#cutBetweenBlanks(text, at, piece, limit - tokens, limit))
    }
    const kept = piece.length > 0 ? longestPrefix(piece, limit - tokens, this.#part) : 0
    const prefix = text.slice(0, at + unitsIn(piece, 0, kept))
    return this.#released(kept > 0 ? prefix : this.#settled(prefix, limit))
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
   * What a cut keeps of a piece is a piece behind the same ones as in the text, but for a blank at the end: that goes
   * with the blanks before, which may then have more tokens or less.
   */
  #cutBetweenBlanks(text: string, at: number, piece: Uint8Array, left: number, limit: number): string {
    const kept = left > 0 ? longestPrefix(piece, left, this.#part) : 0
    const units = unitsIn(piece, 0, kept)
    if (units > 1) return text.slice(0, at + units)
    const one = text.slice(0, at + 1)
    return this.count(one) <= limit ? one : this.#settled(text.slice(0, at), limit)
  }

  /** Blanks at the end of a text are one piece, before other text two: cut once more if the one is over the limit. */
  #settled(prefix: string, limit: number): string {
    if (!this.#isSpace(prefix, prefix.length - 1) || this.count(prefix) <= limit) return prefix
    return this.cut(prefix, limit)
  }

  #isSpace(text: string, at: number): boolean {
    return at >= 0 && classOf(this.#tables, text.charCodeAt(at)) === SPACE
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
