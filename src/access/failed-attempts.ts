import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60_000
/** Addresses that are remembered; past them the one that was heard of least lately is forgotten. */
const MOST_ADDRESSES = 100_000

/** How often an address came with a key that is none: a bucket of attempts that fills again over a minute. */
export class FailedAttempts {
  readonly #perMinute: number
  /** Attempts that are left, and when that was. */
  readonly #left = new LRUCache<string, { readonly attempts: number; readonly at: number }>({ max: MOST_ADDRESSES })

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /**
   * Counts one.
   *
   * @param now milliseconds since 1970; one that goes back counts as standing still
   * @returns seconds after which the next one is heard again; 0 where this one is
   */
  add(address: string, now: number): number {
    const before = this.#left.get(address)
    const passed = before === undefined ? MINUTE_MS : Math.max(0, now - before.at)
    const regained = (passed / MINUTE_MS) * this.#perMinute
    const attempts = Math.min(this.#perMinute, (before?.attempts ?? this.#perMinute) + regained)
    const isHeard = attempts >= 1
    this.#left.set(address, { attempts: isHeard ? attempts - 1 : attempts, at: now })
    return isHeard ? 0 : Math.ceil(((1 - attempts) / this.#perMinute) * 60)
  }
}
