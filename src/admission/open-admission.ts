import type { Config } from '../config.ts'
import { now } from '../telemetry/clock.ts'
import { InFlight } from './in-flight.ts'
import { LoopQueue } from './loop-queue.ts'
import { TokenBuckets } from './token-buckets.ts'

/** What decides whether there is room for a request. */
export interface Admission {
  readonly inFlight: InFlight
  readonly loop: LoopQueue
  readonly buckets: TokenBuckets
  /** Requests a second of a tenant for which no other rate is given; undefined: any number. */
  readonly requestsPerSecond: number | undefined
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

function loopCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** @param hasSeveralTenants whether one must leave room for others */
export function openAdmission(config: Config, hasSeveralTenants: () => boolean): Admission {
  const { maxRequests, maxBodyBytesHeld, loopWaitMs, tenantRequestsPerSecond } = config
  return {
    inFlight: new InFlight({ requests: maxRequests, bytes: maxBodyBytesHeld }, hasSeveralTenants),
    loop: new LoopQueue(loopWaitMs, { cpuMs: loopCpuMs, nextTurn: setImmediate }),
    buckets: new TokenBuckets(),
    requestsPerSecond: tenantRequestsPerSecond,
    now,
  }
}
