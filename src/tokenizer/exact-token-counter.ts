import { isUtf8 } from 'node:buffer'
import type { TokenCounter } from '../core/tokens.ts'
import { PieceCounter } from './piece-counter.ts'
import type { PieceEnd, ScanState } from './piece-scanner.ts'
import { ScratchText } from './scratch-text.ts'
import { type BorderSource, byteBorders, partEnd, stringBorders } from './sure-border.ts'
import type { TokenTables } from './token-tables.ts'

/** A part in UTF-16 units or bytes: as UTF-8 it fits the scratch memory, and stays in a near cache. */
const PART_SIZE = 1 << 14

/** Counts exactly, in time linear in the text, whatever the text. */
export class ExactTokenCounter implements TokenCounter {
  readonly encoding: string
  readonly #tables: TokenTables
  readonly #pieceEnd: PieceEnd
  readonly #pieces: PieceCounter
  readonly #scan: ScanState
  readonly #scratch = new ScratchText()

  constructor(encoding: string, pieceEnd: PieceEnd, tables: TokenTables) {
    this.encoding = encoding
    this.#tables = tables
    this.#pieceEnd = pieceEnd
    this.#pieces = new PieceCounter(tables)
    this.#scan = { classes: tables, reach: 0 }
  }

  count(text: string): number {
    if (text.length <= PART_SIZE) {
      this.#scratch.setString(text)
      return this.#countScratch()
    }
    return this.#countParts(stringBorders(text, this.#tables), (from, to) => {
      this.#scratch.setString(text.slice(from, to))
    })
  }

  /** Exact number of tokens of UTF-8, without a string made of it. What is not UTF-8 counts as `Buffer.toString` reads it. */
  countBytes(bytes: Uint8Array): number {
    if (!isUtf8(bytes)) return this.count(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
    return this.#countParts(byteBorders(bytes, this.#tables), (from, to) => {
      this.#scratch.setBytes(bytes.subarray(from, to))
    })
  }

  #countParts(source: BorderSource, load: (from: number, to: number) => void): number {
    let tokens = 0
    let from = 0
    while (from < source.length) {
      const to = partEnd(source, from, PART_SIZE)
      load(from, to)
      tokens += this.#countScratch()
      from = to
    }
    this.#scratch.release()
    return tokens
  }

  #countScratch(): number {
    const { bytes, words, length } = this.#scratch
    const pieceEnd = this.#pieceEnd
    const pieces = this.#pieces
    const scan = this.#scan
    let tokens = 0
    let at = 0
    while (at < length) {
      const end = pieceEnd(bytes, at, scan)
      tokens += pieces.count(bytes, words, at, end)
      at = end
    }
    return tokens
  }
}
