import { LongestMatch } from './longest-match.ts'
import { PrefixCounts } from './prefix-counts.ts'
import type { RunCounts } from './run-counts.ts'
import { lengthOf, prefixOf } from './token-record.ts'
import type { TokenTables } from './token-tables.ts'
import { staySeparate } from './valid-pair.ts'

/** Tokens whose working memory an encoder keeps between calls; what a longer piece needs is given back. */
const KEPT_TOKENS = 1 << 14

/** Stands for all counts over the limit. */
const MORE = 0x7fffffff

/** Tokens before the limit from which on lengths are counted. They mostly lead to all that are needed. */
const NEAR_TOKENS = 2

/** Bytes of a run from which on the longest token is rarely the one that stands there. */
const LONG_RUN = 64

interface Encoding {
  /** Its first `depth` numbers are the tokens. Valid until the next call. */
  readonly stack: Int32Array
  readonly depth: number
  /** Where the last of them ends. */
  readonly at: number
}

/** Counts around the longest prefix within a limit. */
export interface NearLimit {
  /** No longer prefix has at most as many tokens as the limit. */
  readonly bound: number
  /** Tokens of the first `end` bytes. Known at once near the bound, found by encoding them elsewhere. */
  countOf(end: number): number
}

/** Two to this many answers are kept about pairs of tokens: long runs of few characters ask the same at every place. */
const KNOWN_PAIRS_BITS = 14

/**
 * Counts the tokens of pieces of any length in linear time: takes the longest token at each place that may follow
 * the one before, tries shorter ones, and steps back where none fits. The encoding of every prefix is unique, so
 * a place where nothing fitted need never be entered again: one bit for each place bounds the work.
 */
export class LongEncoder {
  readonly #tables: TokenTables
  readonly #runs: Pick<RunCounts, 'likelyFirst'>
  readonly #longest: LongestMatch
  readonly #stack = new Int32Array(KEPT_TOKENS)
  readonly #dead = new Int32Array(KEPT_TOKENS >> 5)
  /** Two numbers for each pair: `first + 1`, and `second << 1` with the answer in the lowest bit. */
  readonly #known = new Int32Array(2 << KNOWN_PAIRS_BITS)

  constructor(tables: TokenTables, runs: Pick<RunCounts, 'likelyFirst'>) {
    this.#tables = tables
    this.#runs = runs
    this.#longest = new LongestMatch(tables)
  }

  /** Tokens of the piece `bytes[start, end)`. */
  count(bytes: Uint8Array, start: number, end: number): number {
    return this.#encode(bytes, start, end, MORE).depth
  }

  /** Counts the prefixes of `bytes` around the longest that has at most `limit` tokens, which may be 0 only for no bytes. */
  nearLimit(bytes: Uint8Array, limit: number, nearTokens = NEAR_TOKENS): NearLimit {
    const { stack, depth, at } = this.#encode(bytes, 0, bytes.length, limit)
    if (at === bytes.length) {
      return { bound: at, countOf: (end) => (end === at ? depth : this.count(bytes, 0, end)) }
    }
    const { records } = this.#tables
    let first = at
    let tokens = depth
    for (let back = nearTokens; ; back = 4 * back + 1) {
      for (; tokens > Math.max(0, depth - back); tokens--) first -= lengthOf(records, stack[tokens - 1] as number)
      const counts = new PrefixCounts(first, tokens, tokens > 0 ? (stack[tokens - 1] as number) : -1)
      const bound = this.#boundOf(bytes, limit, at, counts)
      if (bound >= 0) {
        const countOf = (end: number): number => counts.at(end) ?? this.count(bytes, 0, end)
        return { bound, countOf }
      }
    }
  }

  /**
   * Fills in the counts up to a length over which no prefix is within the limit, and gives that; or -1 where the counts
   * to start with do not lead to all that are needed. `fits`: a length of `limit` tokens.
   *
   * An encoding without its last token is the encoding of the bytes before. So where all lengths of a stretch as long
   * as the longest token have `limit` tokens at least, all that are longer have more.
   */
  #boundOf(bytes: Uint8Array, limit: number, fits: number, counts: PrefixCounts): number {
    const { records, longest } = this.#tables
    this.#longest.begin()
    let within = fits
    let at = counts.first
    for (; at <= bytes.length && at - within <= longest; at++) {
      const count = counts.at(at)
      if (count === undefined) {
        if (at > fits) return -1
        continue
      }
      if (count < limit && at > within) within = at
      if (at === bytes.length) break
      const last = counts.lastOf(at)
      let token = this.#longest.at(bytes, at, bytes.length)
      while (token >= 0) {
        const end = at + lengthOf(records, token)
        if (counts.at(end) === undefined && (last < 0 || this.#mayFollow(last, token)))
          counts.set(end, count + 1, token)
        token = prefixOf(records, token)
      }
    }
    return Math.min(within + longest, bytes.length)
  }

  /** Tokens of the suffixes of `bytes` that have at most `limit`: `[i]` counts the bytes from `i` on, or is more. */
  suffixCounts(bytes: Uint8Array, limit: number): Int32Array {
    const { records, longest } = this.#tables
    const counts = new Int32Array(bytes.length + 1).fill(MORE)
    const firsts = new Int32Array(bytes.length + 1)
    this.#longest.begin()
    counts[bytes.length] = 0
    let within = bytes.length
    for (let at = bytes.length - 1; at >= 0 && within - at <= longest; at--) {
      let token = this.#longest.at(bytes, at, bytes.length)
      while (token >= 0) {
        const end = at + lengthOf(records, token)
        const count = counts[end] as number
        if (count < limit && (end === bytes.length || this.#mayFollow(token, firsts[end] as number))) {
          firsts[at] = token
          counts[at] = count + 1
          break
        }
        token = prefixOf(records, token)
      }
      if ((counts[at] as number) < limit) within = at
    }
    return counts
  }

  /** Tokens from `start` on, as long as they are at most `limit`. Those found when it stops there are the encoding of their bytes. */
  #encode(bytes: Uint8Array, start: number, end: number, limit: number): Encoding {
    const tables = this.#tables
    const { records } = tables
    const dead = this.#deadPlaces(end - start + 1)
    let stack: Int32Array = this.#stack
    let depth = 0
    let last = -1
    let at = start
    const longest = this.#longest
    longest.begin()
    let token = at < end ? longest.at(bytes, at, end) : -1
    // In a run this goes first, and then all from the longest on.
    let likely = this.#likelyAt(bytes, at)
    if (likely >= 0) token = likely
    while (at < end && depth < limit) {
      const next = at + lengthOf(records, token)
      const place = next - start
      if (((dead[place >> 5] as number) & (1 << (place & 31))) === 0 && (last < 0 || this.#mayFollow(last, token))) {
        if (depth === stack.length) stack = grown(stack)
        stack[depth++] = token
        last = token
        at = next
        if (at === end) break
        token = longest.at(bytes, at, end)
        likely = this.#likelyAt(bytes, at)
        if (likely >= 0) token = likely
        continue
      }
      if (token === likely) {
        likely = -1
        token = longest.at(bytes, at, end)
        continue
      }
      const shorter = prefixOf(records, token)
      if (shorter >= 0) {
        token = shorter
        continue
      }
      const here = at - start
      dead[here >> 5] = (dead[here >> 5] as number) | (1 << (here & 31))
      token = last
      depth--
      at -= lengthOf(records, token)
      last = depth > 0 ? (stack[depth - 1] as number) : -1
      likely = -1
      if (bytes[at] === bytes[at + 1] && bytes[at] === bytes[at + 2]) {
        longest.at(bytes, at, end)
        likely = this.#likelyAt(bytes, at)
      }
    }
    return { stack, depth, at }
  }

  /** The token that likely stands where the longest match was looked for last, if that is in a long run; else -1. */
  #likelyAt(bytes: Uint8Array, at: number): number {
    const { run } = this.#longest
    return run < LONG_RUN ? -1 : this.#runs.likelyFirst(bytes[at] as number, run)
  }

  #mayFollow(first: number, second: number): boolean {
    const known = this.#known
    const slot = (Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b) >>> (32 - KNOWN_PAIRS_BITS)) << 1
    const kept = known[slot + 1] as number
    if (known[slot] === first + 1 && kept >> 1 === second) return (kept & 1) === 1
    const answer = staySeparate(this.#tables, first, second)
    known[slot] = first + 1
    known[slot + 1] = (second << 1) | (answer ? 1 : 0)
    return answer
  }

  #deadPlaces(places: number): Int32Array {
    const words = (places + 31) >> 5
    return words <= this.#dead.length ? this.#dead.fill(0, 0, words) : new Int32Array(words)
  }
}

function grown(stack: Int32Array): Int32Array {
  const twice = new Int32Array(2 * stack.length)
  twice.set(stack)
  return twice
}
