import { LongEncoder } from './long-encoder.ts'
import { countShort, SHORT_BYTES } from './merge-short.ts'
import { PieceCache } from './piece-cache.ts'
import type { TokenTables } from './token-tables.ts'
import { isToken } from './trie.ts'
import { hashBytes, sameBytes } from './words.ts'

const NEAR_ENTRY_BYTES = 32
const NEAR_KEY_BYTES = NEAR_ENTRY_BYTES - 4
const NEAR_ENTRIES = 1 << 15

/** Counts the tokens of single pieces, and remembers those of moderate length in 3 MB. */
export class PieceCounter {
  readonly #tables: TokenTables
  readonly long: LongEncoder
  /** Words and the like. */
  readonly #near = new PieceCache(NEAR_ENTRY_BYTES, NEAR_ENTRIES)
  /** Sentences of scripts that are written without spaces. */
  readonly #far = new PieceCache(128, 1 << 14)
  // Nine of ten pieces end here: the lookup stands in `count`, where all that is constant is known to the compiler.
  readonly #nearKeys = this.#near.entries
  readonly #nearMetas = this.#near.metas

  constructor(tables: TokenTables) {
    this.#tables = tables
    this.long = new LongEncoder(tables)
  }

  /** Tokens of the piece `bytes[start, end)`, of which `words` is the view by words. */
  count(bytes: Uint8Array, words: DataView, start: number, end: number): number {
    const length = end - start
    if (length === 1) return 1
    if (length > NEAR_KEY_BYTES) return this.#countFar(bytes, words, start, end)
    const hash = hashBytes(words, start, length)
    const entry = (hash & (NEAR_ENTRIES - 1)) * NEAR_ENTRY_BYTES
    const meta = this.#nearMetas[(entry + NEAR_KEY_BYTES) >> 2] as number
    if ((meta & 0xff) === length && sameBytes(this.#nearKeys, entry, words, start, length)) return meta >> 8
    const tokens = this.#compute(bytes, start, end)
    this.#near.set(hash, words, start, length, tokens)
    return tokens
  }

  #countFar(bytes: Uint8Array, words: DataView, start: number, end: number): number {
    const length = end - start
    if (length > this.#far.keyBytes) return this.long.count(bytes, start, end)
    const hash = hashBytes(words, start, length)
    const known = this.#far.get(hash, words, start, length)
    if (known > 0) return known
    const tokens = this.#compute(bytes, start, end)
    this.#far.set(hash, words, start, length, tokens)
    return tokens
  }

  #compute(bytes: Uint8Array, start: number, end: number): number {
    if (isToken(this.#tables, bytes, start, end)) return 1
    return end - start <= SHORT_BYTES ? countShort(this.#tables, bytes, start, end) : this.long.count(bytes, start, end)
  }
}
