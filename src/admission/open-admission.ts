import type { Config } from '../config.ts'
import { now } from '../telemetry/clock.ts'
import { InFlight } from './in-flight.ts'
import { LoopTurn } from './loop-turn.ts'
import { TokenBuckets } from './token-buckets.ts'

/** What decides whether there is room for a request. */
export interface Admission {
  readonly inFlight: InFlight
  readonly turn: LoopTurn
  readonly buckets: TokenBuckets
  /** Requests a second of a tenant for which no other rate is given; undefined: any number. */
  readonly requestsPerSecond: number | undefined
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/** @param hasSeveralTenants whether one must leave room for others */
export function openAdmission(config: Config, hasSeveralTenants: () => boolean): Admission {
  const { maxRequests, maxBodyBytesHeld, loopTurnMs, tenantRequestsPerSecond } = config
  return {
    inFlight: new InFlight({ requests: maxRequests, bytes: maxBodyBytesHeld }, hasSeveralTenants),
    turn: new LoopTurn(loopTurnMs, { now, afterTurn: setImmediate }),
    buckets: new TokenBuckets(),
    requestsPerSecond: tenantRequestsPerSecond,
    now,
  }
}
