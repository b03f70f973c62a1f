/**
 * What the service keeps: compiled graphs, the records of runs, and tool outputs, of each tenant for itself: the keys of one
 * mean nothing to another, and neither do its quotas and its retention. Two adapters implement it, `openSqliteStore` and
 * `openPostgresStore`; test/store/conformance.ts states these laws and runs against both.
 *
 * Every method that writes is atomic and durable: when its promise resolves the change survives the end of the process,
 * and when it rejects nothing of it is there (one exception: where the connection breaks while a commit is under way,
 * nobody can know; repeat the call, each of them may be repeated). Readers see a change whole or not at all.
 *
 * Keys (tenants, graph ids, revisions, digests, run ids, step keys, refs) are 1 to 256 characters (code points), well-formed, without
 * U+0000, and compared byte by byte. They are not normalised and mean nothing to a store.
 *
 * Every method may reject with a StoreError `store-busy`, `store-unavailable`, `store-corrupt`, `store-closed` or
 * `store-failed`; `store-bounds` where an argument is out of bounds, before anything is read or written.
 */
export interface Store extends TenantStore {
  /** What a tenant has; {@link NO_TENANT} for what the store itself has at hand. Costs nothing, writes nothing. */
  of(tenant: string): TenantStore
  /** Whoever keeps anything, in code point order. */
  tenants(): Promise<string[]>
  /** Resolves where the database answers now. For the readiness check. */
  check(): Promise<void>
  /** Waits for what is under way, then lets go of files and connections. Later calls reject with `store-closed`. */
  close(): Promise<void>
}

/** What one tenant keeps. */
export interface TenantStore {
  readonly graphs: GraphStore
  readonly runs: RunStore
  readonly outputs: OutputStore
}

/** The tenant of a service without keys. */
export const NO_TENANT = ''

export interface GraphStore {
  /**
   * Adds a revision and makes it the current one, in one step: until then the old revision serves. Of two puts at once
   * that name the same new revision one creates it and the other finds it.
   *
   * Reads `bytes` until it settles (do not write to them meanwhile), and leaves them as they are. Where their buffer is
   * a SharedArrayBuffer the embedded store needs no copy.
   *
   * @throws StoreError `graph-revision-conflict` where the revision is there with another digest; `graph-too-large` where
   * it has more bytes than {@link StoreLimits.maxGraphBytes}; `graph-quota` where all
   * revisions of the tenant together would then have more than {@link StoreLimits.graphQuotaBytes}
   */
  put(graph: NewGraph): Promise<PutOutcome>
  /** A revision without its bytes; the current one where none is named. Cheap: one look-up. */
  find(id: string, revision?: string): Promise<GraphRevision | undefined>
  /** A revision with its bytes, both of the same moment. The bytes are the caller's own and start at a multiple of 8. */
  load(id: string, revision?: string): Promise<LoadedGraph | undefined>
  /** Graphs by id in code point order. A graph that is there all the while is listed once, whatever comes and goes. */
  list(page: PageRequest): Promise<Page<GraphSummary>>
  /** Revisions of a graph, the current one first, then back in the order in which they were current. */
  revisions(id: string, page: PageRequest): Promise<Page<GraphRevision>>
  /** Deletes a graph with all its revisions. False where there is none. */
  delete(id: string): Promise<boolean>
  /**
   * Deletes revisions that are neither among the newest of their graph nor young; never the current one. In steps,
   * each atomic, so that others get their turn. The name of a deleted revision is free again.
   *
   * @returns how many were deleted
   */
  prune(policy: GraphRetention): Promise<number>
  /**
   * Calls back when the current revision of a graph may be another, or the graph gone: with the graph's id, or with
   * undefined where notices may have been lost and any graph may have changed. It may call more often than
   * needed, and says nothing of the order: look the graph up. Changes made through this store are told before their
   * promise resolves; those of other processes at once with PostgreSQL, within a tenth of a second with the embedded
   * store.
   *
   * @returns a function that ends it
   */
  onGraphChange(callback: (id: string | undefined) => void): () => void
}

export interface NewGraph {
  readonly id: string
  readonly revision: string
  /** Names the content: the same content has the same digest. */
  readonly digest: string
  /** The compiled graph; 1 byte to {@link StoreLimits.maxGraphBytes}. */
  readonly bytes: Uint8Array
  readonly counts: GraphCounts
}

/** Whole numbers from 0. */
export interface GraphCounts {
  readonly nodes: number
  readonly edges: number
  readonly paths: number
  readonly summaries: number
}

/**
 * `created`: the revision is new. `same`: it is the current one already, nothing was written. `switched`: it was there
 * but not current, as when a change is taken back, and is current again.
 */
export type PutOutcome = 'created' | 'same' | 'switched'

export interface GraphRevision {
  readonly id: string
  readonly revision: string
  readonly digest: string
  readonly counts: GraphCounts
  /** Size of the compiled graph. */
  readonly bytes: number
  /** When it was first put, in milliseconds since 1970. */
  readonly createdAt: number
}

export interface LoadedGraph extends Omit<GraphRevision, 'bytes'> {
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface GraphSummary {
  readonly current: GraphRevision
  readonly revisions: number
}

export interface GraphRetention {
  /** Newest revisions of each graph to keep, 1 or more. */
  readonly keepNewest: number
  /** Revisions put less than so many milliseconds ago are kept too. */
  readonly keepYoungerThanMs: number
}

export interface RunStore {
  /**
   * Records steps, all or none. A step of the same run and key replaces what was recorded of it and keeps its place;
   * `attempts` counts how often it was recorded. Runs that begin in one call begin in the order of their ids.
   *
   * @param records 1 to {@link MOST_RECORDS}
   * @returns the attempts of each, in the order of `records`
   * @throws StoreError `run-full` where a run would get more steps than {@link StoreLimits.maxStepsPerRun}, or more bytes
   * of records than {@link StoreLimits.maxRunBytes}
   */
  record(records: readonly StepRecord[]): Promise<number[]>
  /** A run with all its steps, in the order in which each was first recorded; all of the same moment. */
  find(runId: string): Promise<Run | undefined>
  /** Runs, the one that began last first. A run that is there all the while is listed once, whatever comes and goes. */
  list(page: RunsRequest): Promise<Page<RunSummary>>
  /** False where there is no such run. */
  delete(runId: string): Promise<boolean>
  /**
   * Deletes runs that are not among the newest (by their beginning), and those whose last record is old. In steps,
   * each atomic.
   *
   * @returns how many were deleted
   */
  prune(policy: RunRetention): Promise<number>
}

export interface StepRecord {
  readonly runId: string
  readonly stepKey: string
  readonly degraded: boolean
  /** JSON text, handed back as it is; at most {@link StoreLimits.maxRecordBytes} of UTF-8. */
  readonly record: string
}

export interface RunSummary {
  readonly runId: string
  readonly steps: number
  readonly degradedSteps: number
  /** When its first and its last record came, in milliseconds since 1970. */
  readonly startedAt: number
  readonly updatedAt: number
}

export interface Run extends RunSummary {
  readonly records: readonly RecordedStep[]
}

export interface RecordedStep {
  readonly stepKey: string
  readonly degraded: boolean
  readonly record: string
  readonly attempts: number
  readonly firstAt: number
  readonly lastAt: number
}

export interface RunRetention {
  readonly keepNewest: number
  readonly maxAgeMs: number
}

export interface OutputStore {
  /**
   * Keeps an output under its ref, and notes the run that it belongs to. An output that is there already is not written
   * again, whatever its bytes; its time begins anew. Reads `bytes` until it settles, and leaves them as they are.
   *
   * @throws StoreError `output-quota` where all outputs of the tenant together would then have more than `quotaBytes`
   */
  put(output: NewOutput, quotaBytes: number): Promise<void>
  find(ref: string): Promise<KeptOutput | undefined>
  /**
   * The part that holds a byte, or the line feed in front of a line (for the first line: the first part); undefined where
   * there is no such output, byte or line. Parts are at most some hundred kilobytes each, whatever the size of the output.
   */
  part(ref: string, where: OutputPlace): Promise<OutputPart | undefined>
  /** Outputs of a run, the one that came last first. */
  list(runId: string, page: PageRequest): Promise<Page<KeptOutput>>
  /** False where there is none. */
  delete(ref: string): Promise<boolean>
  /** Deletes outputs that were last put at least so long ago. In steps, each atomic. @returns how many */
  prune(maxAgeMs: number): Promise<number>
}

export interface NewOutput {
  /** Names the content: the same content has the same ref. */
  readonly ref: string
  /** Up to {@link StoreLimits.maxOutputBytes}. */
  readonly bytes: Uint8Array
  readonly runId?: string | undefined
}

export interface KeptOutput {
  readonly ref: string
  readonly bytes: number
  /** Line feeds, and one more where text stands behind the last of them. */
  readonly lines: number
  /** When it was first and last put, in milliseconds since 1970. */
  readonly createdAt: number
  readonly keptAt: number
}

/** A byte from 0, or a line from 1. */
export type OutputPlace = { readonly byte: number } | { readonly line: number }

export interface OutputPart {
  /** Its place in the output, from 0. */
  readonly startByte: number
  /** Line feeds in front of it. */
  readonly linesBefore: number
  readonly data: Uint8Array
}

export interface PageRequest {
  /** 1 to {@link MOST_LISTED}. */
  readonly limit: number
  /** `next` of the page before. Any other text is a StoreError `store-cursor`. */
  readonly cursor?: string | undefined
}

export interface RunsRequest extends PageRequest {
  /** True: only runs with a degraded step. */
  readonly degraded?: boolean | undefined
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Left out on the last page. */
  readonly next?: string
}

export interface StoreLimits {
  readonly maxGraphBytes: number
  /** Of all revisions of all graphs of one tenant. */
  readonly graphQuotaBytes: number
  readonly maxOutputBytes: number
  readonly maxRecordBytes: number
  readonly maxStepsPerRun: number
  /** Of all records of one run, since they are read at once. */
  readonly maxRunBytes: number
}

export const DEFAULT_LIMITS: StoreLimits = {
  maxGraphBytes: 1_073_741_824,
  graphQuotaBytes: Number.MAX_SAFE_INTEGER,
  maxOutputBytes: 536_870_912,
  maxRecordBytes: 1_048_576,
  maxStepsPerRun: 10_000,
  maxRunBytes: 67_108_864,
}

/** Items on one page of a listing. */
export const MOST_LISTED = 1000
/** Steps in one call of `record`. */
export const MOST_RECORDS = 1000

/** What every adapter takes. */
export interface StoreOptions {
  readonly limits?: Partial<StoreLimits>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** False: a store has to be there already, else `store-missing`. */
  readonly create?: boolean
  /** Told what ended a thread of the embedded store; another one is started. */
  readonly onFault?: (error: Error) => void
}
