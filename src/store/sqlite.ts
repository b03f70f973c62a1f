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
import { GroupCommit, MOST_IN_GROUP, MOST_WAITING } from './group-commit.ts'
import { OpenCalls } from './open-calls.ts'
import { OUTPUT_PART_BYTES } from './output-parts.ts'
import { pruneGraphs, pruneOutputs, pruneRuns } from './prune.ts'
import { graphSummaryOf, outputOf, partOf, revisionOf, runOf, runSummaryOf } from './rows.ts'
import type { RecordCall } from './run-tally.ts'
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
  type Store,
  type StoreLimits,
  type StoreOptions,
} from './store.ts'
import { StoreError } from './store-error.ts'
import { byTenant } from './tenants.ts'

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
  const onChange = () => listeners.tellAll()
  const large = await LastingThread.open(settings, { onChange, onFault })
  // A database in memory belongs to its connection.
  const small = isMemory ? large : await openSmall(large, { ...settings, watchMs: WATCH_MS }, { onChange, onFault })
  const calls = new OpenCalls()
  const recorder = groupRecorder(small, { ...DEFAULT_LIMITS, ...options.limits })
  return byTenant(
    (tenant) => ({
      graphs: sqliteGraphs(tenant, small, large, listeners, calls, options),
      runs: sqliteRuns(tenant, small, calls, recorder, options),
      outputs: sqliteOutputs(tenant, small, large, calls, options),
    }),
    {
      tenants: () => calls.run(() => small.call('listTenants', [])),
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
    },
  )
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
  tenant: string,
  small: LastingThread,
  large: LastingThread,
  listeners: ChangeListeners,
  calls: OpenCalls,
  options: SqliteOptions,
): GraphStore {
  const { now, chunkBytes = CHUNK_BYTES } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const room = { chunkBytes, quotaBytes: limits.graphQuotaBytes }
  return {
    put: (graph) =>
      calls.run(async () => {
        checkGraph(graph, limits)
        const { bytes: given, ...rest } = graph
        const settled = await small.call('settlePut', [tenant, rest])
        if (settled !== undefined) return settled
        const { bytes, transfer } = await copyToHandOver(given)
        const outcome = await large.call('putGraph', [tenant, { ...rest, bytes }, now(), room], transfer)
        if (outcome !== 'same') listeners.tell(tenant, graph.id)
        return outcome
      }),
    find: (id, revision) =>
      calls.run(async () => {
        checkNamed(id, revision)
        const row = await small.call('findGraph', [tenant, id, revision])
        return row && revisionOf(row)
      }),
    load: (id, revision) =>
      calls.run(async () => {
        checkNamed(id, revision)
        return large.call('loadGraph', [tenant, id, revision])
      }),
    list: ({ limit, cursor }) =>
      calls.run(async () => {
        checkLimit(limit)
        const rows = await small.call('listGraphs', [tenant, graphsCursor.read(cursor) ?? '', limit + 1])
        return graphsCursor.page(rows, limit, graphSummaryOf)
      }),
    revisions: (id, { limit, cursor }) =>
      calls.run(async () => {
        checkKey('graph id', id)
        checkLimit(limit)
        const before = revisionsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        const rows = await small.call('listRevisions', [tenant, id, before, limit + 1])
        return revisionsCursor.page(rows, limit, revisionOf)
      }),
    delete: (id) =>
      calls.run(async () => {
        checkKey('graph id', id)
        const deleted = await large.call('deleteGraph', [tenant, id])
        if (deleted) listeners.tell(tenant, id)
        return deleted
      }),
    prune: (policy) =>
      calls.run(async () => {
        checkGraphRetention(policy)
        const { keepNewest } = policy
        const before = now() - policy.keepYoungerThanMs
        return pruneGraphs(
          (limit) => large.call('prunableGraphs', [tenant, keepNewest, before, limit]),
          (key, limit) => large.call('pruneGraph', [key, keepNewest, before, limit]),
        )
      }),
    onGraphChange: (callback) => listeners.add(tenant, callback),
  }
}

/** Records of all tenants, those that come together in one commit. */
function groupRecorder(small: LastingThread, limits: StoreLimits) {
  return new GroupCommit(async (items: RecordCall[]) => {
    const recorded = await small.call('recordSteps', [items, limits])
    return recorded.map((one) => () => {
      if ('error' in one) throw receivedError(one.error)
      return one.attempts
    })
  }, MOST_IN_GROUP)
}

function sqliteRuns(
  tenant: string,
  small: LastingThread,
  calls: OpenCalls,
  group: ReturnType<typeof groupRecorder>,
  options: SqliteOptions,
): RunStore {
  const { now } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  return {
    record: (records) =>
      calls.run(async () => {
        checkRecords(records, limits)
        if (group.waiting >= MOST_WAITING) throw new StoreError('store-busy', `${MOST_WAITING} records are waiting`)
        return group.add({ tenant, records, now: now() })
      }),
    find: (runId) =>
      calls.run(async () => {
        checkKey('run id', runId)
        return runOf(await small.call('findRun', [tenant, runId]))
      }),
    list: ({ limit, cursor, degraded = false }) =>
      calls.run(async () => {
        checkLimit(limit)
        const before = runsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        return runsCursor.page(await small.call('listRuns', [tenant, degraded, before, limit + 1]), limit, runSummaryOf)
      }),
    delete: (runId) =>
      calls.run(async () => {
        checkKey('run id', runId)
        return small.call('deleteRun', [tenant, runId])
      }),
    prune: (policy) =>
      calls.run(async () => {
        checkRunRetention(policy)
        const before = now() - policy.maxAgeMs
        return pruneRuns((limit) => small.call('pruneRuns', [tenant, before, policy.keepNewest, limit]))
      }),
  }
}

function sqliteOutputs(
  tenant: string,
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
        if (await small.call('renewOutput', [tenant, rest, now()])) return
        const { bytes, transfer } = await copyToHandOver(given)
        await large.call('putOutput', [tenant, { ...rest, bytes }, quotaBytes, now(), partBytes], transfer)
      }),
    find: (ref) =>
      calls.run(async () => {
        checkKey('ref', ref)
        const row = await small.call('findOutput', [tenant, ref])
        return row && outputOf(row)
      }),
    part: (ref, place) =>
      calls.run(async () => {
        checkPlace(ref, place)
        const row = await small.call('outputPart', [tenant, ref, place])
        return row && partOf(row)
      }),
    list: (runId, { limit, cursor }) =>
      calls.run(async () => {
        checkKey('run id', runId)
        checkLimit(limit)
        const before = outputsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        return outputsCursor.page(await small.call('listOutputs', [tenant, runId, before, limit + 1]), limit, outputOf)
      }),
    delete: (ref) =>
      calls.run(async () => {
        checkKey('ref', ref)
        return large.call('deleteOutput', [tenant, ref])
      }),
    prune: (maxAgeMs) =>
      calls.run(async () => {
        checkAge(maxAgeMs)
        const before = now() - maxAgeMs
        return pruneOutputs((limit) => large.call('pruneOutputs', [tenant, before, limit]))
      }),
  }
}
