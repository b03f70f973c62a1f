import type { Dispatcher } from 'undici'

export interface CallOptions {
  /** Ends the call, waits between attempts included; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds that one attempt may take, its answer included (30,000). For lines: that the connection may be silent. */
  readonly timeoutMs?: number
  /** Attempts after the first one (3). */
  readonly retries?: number
}

export interface ClientOptions extends Omit<CallOptions, 'signal'> {
  /** Address of the service, such as `http://127.0.0.1:8080`; a path in it stands before that of each operation. */
  readonly url: string | URL
  /** Sent as `Authorization: Bearer …`. */
  readonly apiKey?: string
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds that the wait before the first retry has at most (200); it doubles with each further one. */
  readonly firstDelayMs?: number
  /** Milliseconds that no wait goes beyond (10,000). An answer whose Retry-After is longer is not waited for. */
  readonly longestDelayMs?: number
  /** Of undici, to go through a proxy or to bound connections; left out: one of the client's own. */
  readonly dispatcher?: Dispatcher
}

const DEFAULTS = { timeoutMs: 30_000, retries: 3, firstDelayMs: 200, longestDelayMs: 10_000 }
/** What a timer can wait. */
const LONGEST = 2 ** 31 - 1

type Limits = typeof DEFAULTS

/** @throws RangeError naming an option that is no whole number in its range */
export function limitsOf(options: Partial<Limits>, defaults: Limits = DEFAULTS): Limits {
  const limits = { ...defaults }
  for (const name of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const value = options[name] ?? defaults[name]
    const least = name === 'timeoutMs' ? 1 : 0
    if (!Number.isInteger(value) || value < least || value > LONGEST)
      throw new RangeError(`${name} is to be a whole number from ${least} to ${LONGEST}, and is ${value}.`)
    limits[name] = value
  }
  return limits
}
