import type { StoreErrorCode } from '../store/store-error.ts'
import { now } from './clock.ts'

/**
 * Parts of the work on a request. `parse` makes values of JSON; where a large body is read without making objects of it,
 * all of that is `compile`. `trim` is the walk around the targets, the order and the cut.
 */
export const STAGES = ['read', 'queue', 'parse', 'compile', 'trim', 'explain', 'write', 'markdown', 'cut'] as const
export type Stage = (typeof STAGES)[number]

/** What became of a packet; `trimmed` by one of {@link PACKET_LIMITS}. */
export const PACKET_OUTCOMES = ['complete', 'trimmed', 'unbound', 'does-not-fit', 'no-target', 'refused'] as const
export const PACKET_LIMITS = ['none', 'local-share', 'corpus-share', 'step-budget'] as const
/** Which limit a tool output was cut to; `none` where it was within all of them. */
export const CUT_LIMITS = ['none', 'maxBytes', 'maxChars', 'maxTokens'] as const
export const CUT_STRATEGIES = ['head', 'tail', 'head-tail', 'json'] as const
/** How a job for a thread ended: answered, refused or failed there; given up by its client or its deadline. */
export const JOB_ENDS = ['done', 'refused', 'failed', 'given-up', 'no-room'] as const

/** Moments here and below are milliseconds of {@link now}. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface StageSeen extends Span {
  readonly stage: Stage
}

/** When a thread was at a job, and with what. */
export interface Worked extends Span {
  readonly stages: readonly StageSeen[]
}

export interface JobSeen extends Span {
  readonly job: string
  readonly end: (typeof JOB_ENDS)[number]
  /** From its start in a thread; undefined where no thread answered. */
  readonly worked?: Worked | undefined
}

export interface PacketSeen {
  readonly outcome: (typeof PACKET_OUTCOMES)[number]
  readonly limit: (typeof PACKET_LIMITS)[number]
  /** Tokens of the packet as a share of its budget; undefined without a packet. */
  readonly budgetUse?: number | undefined
}

export interface CutSeen {
  readonly strategy: (typeof CUT_STRATEGIES)[number]
  readonly limit: (typeof CUT_LIMITS)[number]
  readonly bytesIn: number
  readonly bytesKept: number
}

export interface StoreCallSeen extends Span {
  /** A method of the store's port, `graphs.put` for example. */
  readonly operation: string
  /** `fault` for what is no error of the store's. */
  readonly error?: StoreErrorCode | 'fault' | undefined
}

export interface RequestSeen {
  readonly method: string
  /** Template of the route, never the address; null where there was none. */
  readonly route: string | null
  /** Null where the client had left before its answer. */
  readonly status: number | null
  readonly durationMs: number
}

export interface StageObserver {
  stage(seen: StageSeen): void
}

/** Told what the service does: sizes, times and names from closed sets, never a text or a name of a caller's. */
export interface Observer extends StageObserver {
  requestBegins(): void
  request(seen: RequestSeen): void
  job(seen: JobSeen): void
  packet(seen: PacketSeen): void
  cut(seen: CutSeen): void
  storeCall(seen: StoreCallSeen): void
  /** Spans of traces that could not be sent. */
  spansLost(count: number): void
}

/** Tells nobody. */
export const SILENT: Observer = {
  stage() {},
  requestBegins() {},
  request() {},
  job() {},
  packet() {},
  cut() {},
  storeCall() {},
  spansLost() {},
}

/** Tells each of them. */
export function allOf(observers: readonly Observer[]): Observer {
  if (observers.length < 2) return observers[0] ?? SILENT
  const told = <Seen extends readonly unknown[]>(tell: (one: Observer, ...seen: Seen) => void) => {
    return (...seen: Seen) => {
      for (const one of observers) tell(one, ...seen)
    }
  }
  return {
    stage: told((one, seen) => one.stage(seen)),
    requestBegins: told((one) => one.requestBegins()),
    request: told((one, seen) => one.request(seen)),
    job: told((one, seen) => one.job(seen)),
    packet: told((one, seen) => one.packet(seen)),
    cut: told((one, seen) => one.cut(seen)),
    storeCall: told((one, seen) => one.storeCall(seen)),
    spansLost: told((one, count) => one.spansLost(count)),
  }
}

/** Does the work and tells how long it took, also where it fails. */
export function measured<Result>(observer: StageObserver, stage: Stage, work: () => Result): Result {
  const from = now()
  try {
    return work()
  } finally {
    observer.stage({ stage, from, to: now() })
  }
}

/** The same for work that goes on after it was begun. */
export async function measuredAsync<Result>(
  observer: StageObserver,
  stage: Stage,
  work: () => Promise<Result>,
): Promise<Result> {
  const from = now()
  try {
    return await work()
  } finally {
    observer.stage({ stage, from, to: now() })
  }
}
