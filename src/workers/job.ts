import type { Config } from '../config.ts'
import type { InstalledModels } from '../core/window.ts'
import type { Fault } from '../fault.ts'
import type { ProblemMembers } from '../http/problem.ts'
import type { PacketService } from '../packet-service.ts'
import type { StageObserver, Worked } from '../telemetry/observer.ts'
import type { RankTable } from '../tokenizer/load-tables.ts'
import type { JobName } from './jobs.ts'
import type { ParsePool } from './parse-pool.ts'

/** What a thread is started with. */
export interface ThreadData {
  readonly config: Config
  readonly models: InstalledModels
  /** Tables of the token counters, which all threads share. */
  readonly tables: ReadonlyMap<RankTable, SharedArrayBuffer>
}

/** What a job has beside its input, the same for each. */
export interface JobTools {
  readonly config: Config
  readonly packets: PacketService
  /** Threads of this one that parse the pages of a graph. */
  readonly parsing: ParsePool
  readonly observer: StageObserver
}

/**
 * Work for a thread: plain data in, plain data out. The result follows from input and settings alone. Members of the
 * result that are byte arrays are handed over, so their memory must be their own.
 *
 * @throws Problem, CoreError for what the client can know; anything else is a fault of the service
 */
export type Job<Input, Result> = (input: Input, tools: JobTools) => Result | Promise<Result>

export interface Task {
  readonly job: JobName
  readonly input: unknown
}

export type JobOutcome = { readonly result: unknown } | { readonly problem: ProblemMembers } | { readonly fault: Fault }

export type Reply = JobOutcome & { readonly worked: Worked }
