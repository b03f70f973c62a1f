import { sameBytes } from './words.ts'

/**
 * Token counts of pieces in memory of fixed size. An entry holds a copy of the piece and, as its last number,
 * `length | tokens << 8`. A new piece takes the place of the one with the same hash bits, so the cache never grows,
 * keeps nothing of a request alive but those bytes, and never has to be cleared, whatever passes through it.
 */
export class PieceCache {
  /** Bytes of the longest piece that an entry can hold, less than 256. */
  readonly keyBytes: number
  readonly #entryBytes: number
  readonly #mask: number
  readonly entries: DataView
  readonly metas: Int32Array

  /** @param entryBytes a multiple of four @param entries a power of two */
  constructor(entryBytes: number, entries: number) {
    this.keyBytes = entryBytes - 4
    this.#entryBytes = entryBytes
    this.#mask = entries - 1
    const memory = new ArrayBuffer(entryBytes * entries)
    this.entries = new DataView(memory)
    this.metas = new Int32Array(memory)
  }

  /** Tokens of the piece of `length` bytes at `start`, or 0 if it is not here. */
  get(hash: number, words: DataView, start: number, length: number): number {
    const entry = (hash & this.#mask) * this.#entryBytes
    const meta = this.metas[(entry + this.keyBytes) >> 2] as number
    return (meta & 0xff) === length && sameBytes(this.entries, entry, words, start, length) ? meta >> 8 : 0
  }

  set(hash: number, words: DataView, start: number, length: number, tokens: number): void {
    const entry = (hash & this.#mask) * this.#entryBytes
    for (let i = 0; i < length; i += 4) this.entries.setInt32(entry + i, words.getInt32(start + i, true), true)
    this.metas[(entry + this.keyBytes) >> 2] = length | (tokens << 8)
  }
}
