import { LongEncoder } from './long-encoder.ts'
import { countShort, SHORT_BYTES } from './merge-short.ts'
import { PieceCache } from './piece-cache.ts'
import { isRun, RunCounts } from './run-counts.ts'
import type { TokenTables } from './token-tables.ts'
import { isToken } from './trie.ts'
import { isWideLead } from './wide-characters.ts'
import { countWide } from './wide-pieces.ts'
import { hashBytes, sameBytes } from './words.ts'

const NEAR_ENTRY_BYTES = 32
const NEAR_KEY_BYTES = NEAR_ENTRY_BYTES - 4
const NEAR_ENTRIES = 1 << 15
const FAR_KEY_BYTES = 124
const FAR_ENTRIES = 1 << 11

/** Counts the tokens of single pieces, and remembers those of moderate length in 2 MB. */
export class PieceCounter {
  readonly #tables: TokenTables
  readonly runs: RunCounts
  readonly long: LongEncoder
  /** Words and the like. */
  readonly #near = new PieceCache(NEAR_ENTRY_BYTES, NEAR_ENTRIES)
  /** Long names, rules and the like; made when the first comes. */
  #far: PieceCache | undefined
  // Nine of ten pieces end here: the lookup stands in `count`, where all that is constant is known to the compiler.
  readonly #nearKeys = this.#near.entries
  readonly #nearMetas = this.#near.metas

  constructor(tables: TokenTables) {
    this.#tables = tables
    this.runs = new RunCounts(tables)
    this.long = new LongEncoder(tables, this.runs)
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
    const tokens = isWide(bytes, start) ? this.#countWide(bytes, words, start, end) : this.#compute(bytes, start, end)
    this.#near.set(hash, words, start, length, tokens)
    return tokens
  }

  #countFar(bytes: Uint8Array, words: DataView, start: number, end: number): number {
    const length = end - start
    if (isWide(bytes, start)) return this.#countWide(bytes, words, start, end)
    if (length > FAR_KEY_BYTES) return this.#countLong(bytes, start, end)
    const hash = hashBytes(words, start, length)
    this.#far ??= new PieceCache(FAR_KEY_BYTES + 4, FAR_ENTRIES)
    const known = this.#far.get(hash, words, start, length)
    if (known > 0) return known
    const tokens = this.#compute(bytes, start, end)
    this.#far.set(hash, words, start, length, tokens)
    return tokens
  }

  /** Without the far cache: its sentences come once, the words that they are taken apart into come again. */
  #countWide(bytes: Uint8Array, words: DataView, start: number, end: number): number {
    return countWide(this.#tables, bytes, start, end, (from, to) => {
      const length = to - from
      if (length === 1) return 1
      if (length > NEAR_KEY_BYTES) return this.long.count(bytes, from, to)
      const hash = hashBytes(words, from, length)
      const known = this.#near.get(hash, words, from, length)
      if (known > 0) return known
      const tokens = this.#compute(bytes, from, to)
      this.#near.set(hash, words, from, length, tokens)
      return tokens
    })
  }

  #countLong(bytes: Uint8Array, start: number, end: number): number {
    if (isRun(bytes, start, end)) return this.runs.count(bytes[start] as number, end - start)
    return this.long.count(bytes, start, end)
  }

  #compute(bytes: Uint8Array, start: number, end: number): number {
    if (isToken(this.#tables, bytes, start, end)) return 1
    return end - start <= SHORT_BYTES ? countShort(this.#tables, bytes, start, end) : this.long.count(bytes, start, end)
  }
}

/** Whether a piece of two bytes or more holds a character of three bytes, first or second. */
function isWide(bytes: Uint8Array, start: number): boolean {
  return isWideLead(bytes[start] as number) || isWideLead(bytes[start + 1] as number)
}
