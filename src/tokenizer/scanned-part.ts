import { ASCII_CLASS, END_BYTE, LETTER, SPACE, wideClass } from './character-class.ts'
import { PieceCounter } from './piece-counter.ts'
import { LOOK_AHEAD, type PieceEnd, type ScanState } from './piece-scanner.ts'
import type { TokenTables } from './token-tables.ts'
import { isContinuation } from './utf8-units.ts'

const KEPT_BYTES = 1 << 16
/** What scanners and word reads may touch behind the end byte. */
const PADDING = 8

const encoder = new TextEncoder()

/** A part of a text as UTF-8 in working memory, which takes itself apart into pieces and counts them. */
export class ScannedPart {
  readonly tables: TokenTables
  readonly pieces: PieceCounter
  readonly #pieceEnd: PieceEnd
  readonly #scan: ScanState
  readonly #kept = new Uint8Array(KEPT_BYTES)
  readonly #keptWords = new DataView(this.#kept.buffer)
  #bytes = this.#kept
  #words = this.#keptWords
  #length = 0

  constructor(pieceEnd: PieceEnd, tables: TokenTables) {
    this.tables = tables
    this.pieces = new PieceCounter(tables)
    this.#pieceEnd = pieceEnd
    this.#scan = { classes: tables, reach: 0 }
  }

  /** The text of the part in bytes, without what stands behind it. Valid until the next part is set. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Unpaired surrogates become U+FFFD, as in every UTF-8 encoder of the platform. */
  setString(text: string): void {
    if (!this.#fits(3 * text.length)) this.#hold(Buffer.byteLength(text))
    this.#end(encoder.encodeInto(text, this.#bytes).written)
  }

  /** What of a text fills so many bytes, if they fit the working memory; else the text. Loses the part. */
  start(text: string, bytes: number): string {
    if (bytes > KEPT_BYTES) return text
    return text.slice(0, encoder.encodeInto(text, this.#kept.subarray(0, bytes)).read)
  }

  /** @param text valid UTF-8 */
  setBytes(text: Uint8Array): void {
    if (!this.#fits(text.length)) this.#hold(text.length)
    this.#bytes.set(text)
    this.#end(text.length)
  }

  /** Gives back the memory that an oversized part took. */
  release(): void {
    this.#bytes = this.#kept
    this.#words = this.#keptWords
    this.#length = 0
  }

  /** Tokens of the part. */
  count(): number {
    const bytes = this.#bytes
    const words = this.#words
    const length = this.#length
    const pieceEnd = this.#pieceEnd
    const pieces = this.pieces
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

  /** Where the piece ends that begins at `at`. */
  pieceEnd(at: number): number {
    return this.#pieceEnd(this.#bytes, at, this.#scan)
  }

  /** Whether a character of white space ends behind `at`, or begins there, that is no line end. */
  hasBlank(at: number): boolean {
    let first = at
    while (first > 0 && isContinuation(this.#bytes[first] as number)) first--
    return this.#classAt(first) === SPACE
  }

  /** Whether a letter begins at `at`. */
  hasLetter(at: number): boolean {
    return (this.#classAt(at) & LETTER) !== 0
  }

  #classAt(at: number): number {
    const byte = this.#bytes[at] as number
    return byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(this.tables, this.#bytes, at)
  }

  /** Whether the last piece, which ended at `end`, would end there whatever text came behind this part. */
  isSettled(end: number): boolean {
    return Math.max(end + LOOK_AHEAD, this.#scan.reach) < this.#length
  }

  /** Tokens of the piece `[start, end)`, or Infinity where its length alone shows that they are more than `limit`. */
  tokensUpTo(start: number, end: number, limit: number): number {
    if (end - start > limit * this.tables.longest) return Number.POSITIVE_INFINITY
    return this.pieces.count(this.#bytes, this.#words, start, end)
  }

  #end(length: number): void {
    this.#length = length
    this.#bytes[length] = END_BYTE
    this.#scan.reach = 0
  }

  #fits(bytes: number): boolean {
    return bytes + PADDING <= this.#bytes.length
  }

  #hold(bytes: number): void {
    this.#bytes = new Uint8Array(bytes + PADDING)
    this.#words = new DataView(this.#bytes.buffer)
  }
}
