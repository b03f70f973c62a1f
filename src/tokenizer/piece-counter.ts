import { LongEncoder } from './long-encoder.ts'
import { countShort, SHORT_BYTES } from './merge-short.ts'
import type { TokenTables } from './token-tables.ts'
import { findToken, hashBytes, sameBytes } from './vocabulary.ts'

/** A cache entry is 32 bytes: the piece itself in up to 28 of them, then `length | tokens << 8`. */
const ENTRY_BYTES = 32
const KEY_BYTES = 28
const META_INDEX = KEY_BYTES >> 2
const CACHE_ENTRIES = 1 << 15

/**
 * Counts the tokens of single pieces. Answers for short pieces are kept in a cache of fixed size that holds copies
 * of their bytes: a new piece takes the place of the one that was there, so it never grows and never has to be
 * cleared, whatever passes through it.
 */
export class PieceCounter {
  readonly #tables: TokenTables
  readonly #long: LongEncoder
  readonly #cache = new Int32Array((CACHE_ENTRIES * ENTRY_BYTES) >> 2)
  readonly #keys = new DataView(this.#cache.buffer)

  constructor(tables: TokenTables) {
    this.#tables = tables
    this.#long = new LongEncoder(tables)
  }

  /** Tokens of the piece `bytes[start, end)`, of which `words` is the view by words. */
  count(bytes: Uint8Array, words: DataView, start: number, end: number): number {
    const length = end - start
    if (length === 1) return 1
    const hash = length <= this.#tables.longest ? hashBytes(words, start, length) : 0
    if (length > KEY_BYTES) return this.#compute(hash, bytes, words, start, end)
    const entry = (hash & (CACHE_ENTRIES - 1)) * ENTRY_BYTES
    const meta = this.#cache[(entry >> 2) + META_INDEX] as number
    if ((meta & 0xff) === length && sameBytes(this.#keys, entry, words, start, length)) return meta >> 8
    const tokens = this.#compute(hash, bytes, words, start, end)
    for (let i = 0; i < length; i += 4) this.#keys.setInt32(entry + i, words.getInt32(start + i, true), true)
    this.#cache[(entry >> 2) + META_INDEX] = length | (tokens << 8)
    return tokens
  }

  #compute(hash: number, bytes: Uint8Array, words: DataView, start: number, end: number): number {
    const length = end - start
    if (length <= this.#tables.longest && findToken(this.#tables, hash, words, start, length) >= 0) return 1
    return length <= SHORT_BYTES ? countShort(this.#tables, bytes, start, end) : this.#long.count(bytes, start, end)
  }
}
