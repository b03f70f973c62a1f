import { StowageConnectionError, StowageError } from './errors.ts'

export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly retries: number
  /** Milliseconds that the first wait has at most; each further one at most twice as many. */
  readonly firstDelayMs: number
  /** Milliseconds that no wait goes beyond. An answer that asks for a longer one is not waited for. */
  readonly longestDelayMs: number
}

/** What is sent, as far as a retry depends on it. */
export interface Sent {
  readonly method: string
  /** Whether the body can be sent once more, from its beginning. */
  readonly again: boolean
}

/**
 * Milliseconds to wait before the next attempt; undefined where there is to be none.
 *
 * @param made retries already made
 * @param random in [0, 1): the share of the longest wait that is taken, so that callers that failed together come back apart
 */
export function retryDelay(
  error: unknown,
  sent: Sent,
  made: number,
  policy: RetryPolicy,
  random: number,
): number | undefined {
  if (made >= policy.retries || !sent.again || !mayRepeat(error, sent.method)) return undefined
  const backoff = random * Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** made)
  const asked = error instanceof StowageError ? (error.retryAfterMs ?? 0) : 0
  return asked > policy.longestDelayMs ? undefined : Math.max(asked, backoff)
}

function mayRepeat(error: unknown, method: string): boolean {
  if (error instanceof StowageError) return error.retryable
  if (!(error instanceof StowageConnectionError)) return false
  // A DELETE that was done before its answer got lost would be told, the second time, that there is nothing to delete.
  return error.unsent || method !== 'DELETE'
}

/**
 * Milliseconds that a Retry-After asks for (RFC 9110, section 10.2.3); undefined where it cannot be read.
 *
 * @param value seconds, or an HTTP date
 * @param now milliseconds since the epoch
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
