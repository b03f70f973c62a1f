import {
  checkAge,
  checkGraph,
  checkGraphRetention,
  checkKey,
  checkLimit,
  checkNamed,
  checkOutput,
  checkPlace,
  checkRecords,
  checkRunRetention,
} from './bounds.ts'
import { ChangeListeners } from './change-listeners.ts'
import { graphsCursor, outputsCursor, revisionsCursor, runsCursor } from './cursor.ts'
import { GroupCommit } from './group-commit.ts'
import { OpenCalls } from './open-calls.ts'
import { OUTPUT_PART_BYTES } from './output-parts.ts'
import { pruneGraphs, pruneOutputs, pruneRuns } from './prune.ts'
import { graphSummaryOf, outputOf, partOf, revisionOf, runOf, runSummaryOf } from './rows.ts'
import { copyToHandOver } from './shared-copy.ts'
import { MEMORY } from './sqlite-connection.ts'
import { receivedError } from './sqlite-errors.ts'
import { CHUNK_BYTES, fileIn } from './sqlite-file.ts'
import { LastingThread } from './sqlite-lasting-thread.ts'
import {
  DEFAULT_LIMITS,
  type GraphStore,
  type OutputStore,
  type RunStore,
  type StepRecord,
  type Store,
  type StoreOptions,
} from './store.ts'
import { StoreError } from './store-error.ts'

export interface SqliteOptions extends StoreOptions {
  /** Holds the file; made where it is not there. `:memory:` keeps nothing. */
  readonly folder: string
  /** How long a writer waits for another, in this process or in one on the same file. */
  readonly busyTimeoutMs?: number
  /** Size of the rows that hold a compiled graph. */
  readonly chunkBytes?: number
  /** Size of the rows that hold a tool output. */
  readonly partBytes?: number
}

/** Steps recorded in one commit, and calls of `record` that may wait for theirs. */
const MOST_IN_GROUP = 256
const MOST_WAITING = 10_000
/** How soon a change that another process makes to the file is seen. */
const WATCH_MS = 100

/**
 * The embedded store: one file, with a write-ahead log beside it, that other processes may have open too. Two threads
 * block for the disk so that the event loop does not: one moves compiled graphs, one does what is small.
 *
 * @throws StoreError `store-unavailable`, `store-corrupt`, `store-schema-newer`, `store-busy`
 */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const { folder, busyTimeoutMs = 10_000, create = true, onFault = () => {} } = options
  const isMemory = folder === MEMORY
  const settings = { file: isMemory ? MEMORY : await fileIn(folder, create), busyTimeoutMs, create }
  const listeners = new ChangeListeners()
  const onChange = () => listeners.tell(undefined)
  const large = await LastingThread.open(settings, { onChange, onFault })
  // A database in memory belongs to its connection.
  const small = isMemory ? large : await openSmall(large, { ...settings, watchMs: WATCH_MS }, { onChange, onFault })
  const calls = new OpenCalls()
  return {
    graphs: sqliteGraphs(small, large, listeners, calls, options),
    runs: sqliteRuns(small, calls, options),
    outputs: sqliteOutputs(small, large, calls, options),
    check: () =>
      calls.run(async () => {
        // Not a call, which would wait behind a graph of a gigabyte.
        large.ready()
        await small.call('ping', [])
      }),
    close: async () => {
      await calls.close()
      await Promise.all([small.close(), large.close()])
    },
  }
}

async function openSmall(large: LastingThread, ...how: Parameters<typeof LastingThread.open>): Promise<LastingThread> {
  try {
    return await LastingThread.open(...how)
  } catch (error) {
    await large.close()
    throw error
  }
}

function sqliteGraphs(
  small: LastingThread,
  large: LastingThread,
  listeners: ChangeListeners,
  calls: OpenCalls,
  options: SqliteOptions,
): GraphStore {
  const { now, chunkBytes = CHUNK_BYTES } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  return {
    put: (graph) =>
      calls.run(async () => {
        checkGraph(graph, limits)
        const { bytes: given, ...rest } = graph
        const settled = await small.call('settlePut', [rest])
        if (settled !== undefined) return settled
        const { bytes, transfer } = await copyToHandOver(given)
        const outcome = await large.call('putGraph', [{ ...rest, bytes }, now(), chunkBytes], transfer)
        if (outcome !== 'same') listeners.tell(graph.id)
        return outcome
      }),
    find: (id, revision) =>
      calls.run(async () => {
        checkNamed(id, revision)
        const row = await small.call('findGraph', [id, revision])
        return row && revisionOf(row)
      }),
    load: (id, revision) =>
      calls.run(async () => {
        checkNamed(id, revision)
        return large.call('loadGraph', [id, revision])
      }),
    list: ({ limit, cursor }) =>
      calls.run(async () => {
        checkLimit(limit)
        const rows = await small.call('listGraphs', [graphsCursor.read(cursor) ?? '', limit + 1])
        return graphsCursor.page(rows, limit, graphSummaryOf)
      }),
    revisions: (id, { limit, cursor }) =>
      calls.run(async () => {
        checkKey('graph id', id)
        checkLimit(limit)
        const before = revisionsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        const rows = await small.call('listRevisions', [id, before, limit + 1])
        return revisionsCursor.page(rows, limit, revisionOf)
      }),
    delete: (id) =>
      calls.run(async () => {
        checkKey('graph id', id)
        const deleted = await large.call('deleteGraph', [id])
        if (deleted) listeners.tell(id)
        return deleted
      }),
    prune: (policy) =>
      calls.run(async () => {
        checkGraphRetention(policy)
        const { keepNewest } = policy
        const before = now() - policy.keepYoungerThanMs
        return pruneGraphs(
          (limit) => large.call('prunableGraphs', [keepNewest, before, limit]),
          (key, limit) => large.call('pruneGraph', [key, keepNewest, before, limit]),
        )
      }),
    onGraphChange: (callback) => listeners.add(callback),
  }
}

function sqliteRuns(small: LastingThread, calls: OpenCalls, options: SqliteOptions): RunStore {
  const { now } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const group = new GroupCommit(async (items: { records: readonly StepRecord[]; now: number }[]) => {
    const recorded = await small.call('recordSteps', [items, limits])
    return recorded.map((one) => () => {
      if ('error' in one) throw receivedError(one.error)
      return one.attempts
    })
  }, MOST_IN_GROUP)
  return {
    record: (records) =>
      calls.run(async () => {
        checkRecords(records, limits)
        if (group.waiting >= MOST_WAITING) throw new StoreError('store-busy', `${MOST_WAITING} records are waiting`)
        return group.add({ records, now: now() })
      }),
    find: (runId) =>
      calls.run(async () => {
        checkKey('run id', runId)
        return runOf(await small.call('findRun', [runId]))
      }),
    list: ({ limit, cursor, degraded = false }) =>
      calls.run(async () => {
        checkLimit(limit)
        const before = runsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        return runsCursor.page(await small.call('listRuns', [degraded, before, limit + 1]), limit, runSummaryOf)
      }),
    delete: (runId) =>
      calls.run(async () => {
        checkKey('run id', runId)
        return small.call('deleteRun', [runId])
      }),
    prune: (policy) =>
      calls.run(async () => {
        checkRunRetention(policy)
        const before = now() - policy.maxAgeMs
        return pruneRuns((limit) => small.call('pruneRuns', [before, policy.keepNewest, limit]))
      }),
  }
}

function sqliteOutputs(
  small: LastingThread,
  large: LastingThread,
  calls: OpenCalls,
  options: SqliteOptions,
): OutputStore {
  const { now, partBytes = OUTPUT_PART_BYTES } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  return {
    put: (output, quotaBytes) =>
      calls.run(async () => {
        checkOutput(output, quotaBytes, limits)
        const { bytes: given, ...rest } = output
        if (await small.call('renewOutput', [rest, now()])) return
        const { bytes, transfer } = await copyToHandOver(given)
        await large.call('putOutput', [{ ...rest, bytes }, quotaBytes, now(), partBytes], transfer)
      }),
    find: (ref) =>
      calls.run(async () => {
        checkKey('ref', ref)
        const row = await small.call('findOutput', [ref])
        return row && outputOf(row)
      }),
    part: (ref, place) =>
      calls.run(async () => {
        checkPlace(ref, place)
        const row = await small.call('outputPart', [ref, place])
        return row && partOf(row)
      }),
    list: (runId, { limit, cursor }) =>
      calls.run(async () => {
        checkKey('run id', runId)
        checkLimit(limit)
        const before = outputsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        return outputsCursor.page(await small.call('listOutputs', [runId, before, limit + 1]), limit, outputOf)
      }),
    delete: (ref) =>
      calls.run(async () => {
        checkKey('ref', ref)
        return large.call('deleteOutput', [ref])
      }),
    prune: (maxAgeMs) =>
      calls.run(async () => {
        checkAge(maxAgeMs)
        const before = now() - maxAgeMs
        return pruneOutputs((limit) => large.call('pruneOutputs', [before, limit]))
      }),
  }
}
