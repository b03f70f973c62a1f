import { LRUCache } from 'lru-cache'

/** Names that are remembered; past them the one that was heard of least lately is forgotten, and has a full bucket again. */
const MOST_NAMES = 100_000

/** A token, less what rounding may have lost of it: who waits as long as it was told finds one. */
const ONE = 1 - 1e-6

/** How fast a bucket fills. */
export interface Rate {
  /** Tokens of a full bucket. */
  readonly capacity: number
  /** Milliseconds in which an empty one is full again. */
  readonly fillMs: number
}

export interface Taken {
  /** Milliseconds after which there is a token again; 0 where one was there now, and was taken. */
  readonly waitMs: number
  /** Whole tokens that are left. */
  readonly remaining: number
  /** Milliseconds after which the bucket is full. */
  readonly fullMs: number
}

/** A bucket of tokens for each name: what takes one from an empty bucket is too much. */
export class TokenBuckets {
  /** Tokens that are left, and when that was. */
  readonly #left = new LRUCache<string, { readonly tokens: number; readonly at: number }>({ max: MOST_NAMES })

  /**
   * Takes a token where there is one.
   *
   * @param now milliseconds of any clock; one that goes back counts as standing still
   */
  take(name: string, { capacity, fillMs }: Rate, now: number): Taken {
    const before = this.#left.get(name)
    const regained = before === undefined ? capacity : (Math.max(0, now - before.at) / fillMs) * capacity
    const tokens = Math.min(capacity, (before?.tokens ?? 0) + regained)
    const msFor = (wanted: number) => Math.ceil((Math.max(0, wanted) / capacity) * fillMs)
    const isThere = tokens >= ONE
    const left = isThere ? Math.max(0, tokens - 1) : tokens
    this.#left.set(name, { tokens: left, at: now })
    return { waitMs: isThere ? 0 : msFor(1 - tokens), remaining: Math.floor(left), fullMs: msFor(capacity - left) }
  }
}
