import type { TokenEncoding } from '../core/tokens.ts'
import type { Fault } from '../fault.ts'
import type { LogFigures } from '../http/plugins/request-log.ts'
import type { ProblemMembers } from '../http/problem.ts'

/** What a thread is started with. */
export interface GraphThreadData {
  readonly settings: GraphSettings
  /** Tables of the token counter, which the main thread has loaded. */
  readonly tables: SharedArrayBuffer | undefined
}

/** The settings that the answer depends on. */
export interface GraphSettings {
  readonly packetTokenizer: TokenEncoding
  readonly bodyLimitBytes: number
  readonly maxFieldBytes: number
  readonly maxFilePathBytes: number
  readonly graphReportMaxItems: number
  readonly parseThreads: number
  readonly workerMemoryMb: number
}

/** The body of a request, as it came. */
export type GraphTask = Uint8Array

export type GraphReply =
  | { readonly body: Uint8Array; readonly figures: LogFigures }
  | { readonly problem: ProblemMembers }
  | { readonly fault: Fault }
  | { readonly outOfMemory: true }

/** Code of the error with which a thread ends that needs more memory than it may have. */
export const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'
