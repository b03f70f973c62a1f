import { checkKey, checkLimit, checkRecords, checkRunRetention } from './bounds.ts'
import { runsCursor } from './cursor.ts'
import { GroupCommit, MOST_IN_GROUP, MOST_WAITING } from './group-commit.ts'
import type { OpenCalls } from './open-calls.ts'
import type { PostgresPool, PostgresSession } from './postgres-pool.ts'
import { pruneRuns } from './prune.ts'
import * as sql from './queries.ts'
import { type Keyed, type RunCounts, type RunRow, runOf, runSummaryOf, type StepRow } from './rows.ts'
import { type RecordCall, type StepBefore, tallyStep } from './run-tally.ts'
import type { RunStore, StepRecord, StoreLimits } from './store.ts'
import { StoreError } from './store-error.ts'

/** Characters of records that are written in one statement, where several calls come together. */
const MOST_TOGETHER = 8_388_608

export interface RunSettings {
  readonly limits: StoreLimits
  readonly now: () => number
}

export function postgresRuns(
  tenant: string,
  pool: PostgresPool,
  calls: OpenCalls,
  recorder: GroupCommit<RecordCall, number[]>,
  { limits, now }: RunSettings,
): RunStore {
  return {
    record: (records) =>
      calls.run(async () => {
        checkRecords(records, limits)
        if (recorder.waiting >= MOST_WAITING) throw new StoreError('store-busy', `${MOST_WAITING} records are waiting`)
        return recorder.add({ tenant, records, now: now() })
      }),
    find: (runId) =>
      calls.run(async () => {
        checkKey('run id', runId)
        return runOf(await pool.all<RunRow & StepRow>(sql.FIND_RUN, tenant, runId))
      }),
    list: ({ limit, cursor, degraded = false }) =>
      calls.run(async () => {
        checkLimit(limit)
        const before = runsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        const statement = degraded ? sql.LIST_DEGRADED_RUNS : sql.LIST_RUNS
        return runsCursor.page(
          await pool.all<Keyed<RunRow, number>>(statement, tenant, before, limit + 1),
          limit,
          runSummaryOf,
        )
      }),
    delete: (runId) =>
      calls.run(async () => {
        checkKey('run id', runId)
        return (await pool.run(sql.DELETE_RUN, tenant, runId)) > 0
      }),
    prune: (policy) =>
      calls.run(async () => {
        checkRunRetention(policy)
        const before = now() - policy.maxAgeMs
        const statement = sql.pruneRuns('FOR UPDATE SKIP LOCKED')
        return pruneRuns((limit) => pool.run(statement, tenant, before, policy.keepNewest, limit))
      }),
  }
}

/** What of a step is there, or comes with what is recorded together. */
interface StepNow extends StepBefore {
  readonly attempts: number
}

interface RunNow {
  counts: RunCounts
  readonly steps: Map<string, StepNow>
}

/** A row of run_steps. A step that is there already keeps its place and the time of its first record. */
interface StepToWrite {
  readonly key: number
  readonly place: number
  readonly step: StepRecord
  readonly attempts: number
  readonly now: number
}

/** Records of all tenants: those that come while others are written go together, in as many statements as one alone. */
export function postgresRecorder(pool: PostgresPool, limits: StoreLimits): GroupCommit<RecordCall, number[]> {
  const write = (calls: readonly RecordCall[]) => pool.write((session) => record(session, calls, limits))
  const outcomes = async (calls: readonly RecordCall[]): Promise<(() => number[])[]> => {
    try {
      const attempts = await write(calls)
      return attempts.map((one) => () => one)
    } catch (error) {
      if (calls.length > 1 && error instanceof StoreError && error.code === 'run-full') {
        // Nothing was written. Whose record it is that does not fit is found by writing each on its own.
        const each: (() => number[])[] = []
        for (const call of calls) each.push(...(await outcomes([call])))
        return each
      }
      return calls.map(() => () => {
        throw error
      })
    }
  }
  return new GroupCommit(async (calls) => {
    const all: (() => number[])[] = []
    for (const some of bySize(calls)) all.push(...(await outcomes(some)))
    return all
  }, MOST_IN_GROUP)
}

/** The calls, as many together as one statement should hold. */
function bySize(calls: readonly RecordCall[]): RecordCall[][] {
  const groups: RecordCall[][] = []
  let chars = 0
  for (const call of calls) {
    chars += call.records.reduce((sum, { record }) => sum + record.length, 0)
    const last = groups.at(-1)
    if (last !== undefined && chars <= MOST_TOGETHER) last.push(call)
    else groups.push([call])
    if (chars > MOST_TOGETHER) chars = 0
  }
  return groups
}

/** @returns the attempts of each step of each call */
async function record(
  session: PostgresSession,
  calls: readonly RecordCall[],
  limits: StoreLimits,
): Promise<number[][]> {
  const runs = await runsNow(session, calls)
  const rows = new Map<string, StepToWrite>()
  const attempts = calls.map(({ tenant, records, now }) =>
    records.map((step) => {
      const run = runs.get(nameOf(tenant, step.runId)) as RunNow
      const before = run.steps.get(step.stepKey)
      run.counts = tallyStep(run.counts, step, before, limits)
      const key = run.counts.run_key
      const after = (before?.attempts ?? 0) + 1
      const name = nameOf(String(key), step.stepKey)
      const place = rows.get(name)?.place ?? run.counts.steps
      rows.set(name, { key, place, step, attempts: after, now })
      const bytes = Buffer.byteLength(step.record)
      run.steps.set(step.stepKey, { degraded: Number(step.degraded), bytes, attempts: after })
      return after
    }),
  )
  const all = [...rows.values()]
  await session.run(
    RECORD_STEPS,
    all.map(({ key }) => key),
    all.map(({ step }) => step.stepKey),
    all.map(({ place }) => place),
    all.map(({ step }) => Number(step.degraded)),
    all.map(({ step }) => step.record),
    all.map(({ step }) => Buffer.byteLength(step.record)),
    all.map((row) => row.attempts),
    all.map(({ now }) => now),
  )
  const counts = [...runs.values()].map((run) => run.counts)
  await session.run(
    COUNT_RUNS,
    counts.map((run) => run.run_key),
    counts.map((run) => run.steps),
    counts.map((run) => run.degraded_steps),
    counts.map((run) => run.bytes),
  )
  return attempts
}

/** The runs that are recorded to, made where they are not there, and locked against other writers; and the steps of them that are recorded again. */
async function runsNow(session: PostgresSession, calls: readonly RecordCall[]): Promise<Map<string, RunNow>> {
  const touched = new Map<string, { readonly tenant: string; readonly runId: string; readonly now: number }>()
  for (const { tenant, records, now } of calls) {
    for (const { runId } of records) touched.set(nameOf(tenant, runId), { tenant, runId, now })
  }
  // In one order everywhere: writers that lock several runs must not wait for each other in a circle.
  const inOrder = [...touched].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, run]) => run)
  const found = await session.all<RunCounts & { tenant: string; id: string }>(
    TOUCH_RUNS,
    inOrder.map(({ tenant }) => tenant),
    inOrder.map(({ runId }) => runId),
    inOrder.map(({ now }) => now),
  )
  const runs = new Map<string, RunNow>()
  const byKey = new Map<number, RunNow>()
  for (const { tenant, id, ...counts } of found) {
    const run = { counts, steps: new Map() }
    runs.set(nameOf(tenant, id), run)
    byKey.set(counts.run_key, run)
  }
  const steps = calls.flatMap(({ tenant, records }) =>
    records.map(({ runId, stepKey }) => ({ key: runs.get(nameOf(tenant, runId))?.counts.run_key, stepKey })),
  )
  const before = await session.all<StepNow & { run_key: number; step_key: string }>(
    FIND_STEPS,
    steps.map(({ key }) => key),
    steps.map(({ stepKey }) => stepKey),
  )
  for (const { run_key, step_key, ...step } of before) byKey.get(run_key)?.steps.set(step_key, step)
  return runs
}

/** One text for two: no key holds U+0000. */
function nameOf(first: string, second: string): string {
  return `${first}\0${second}`
}

/** tenants, ids, now of each. Locks the runs against other writers until the transaction ends. */
const TOUCH_RUNS = `INSERT INTO runs (tenant, id, started_at, updated_at, steps, degraded_steps, bytes)
  SELECT tenant, id, now, now, 0, 0, 0
  FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS t (tenant, id, now, at) ORDER BY at
  ON CONFLICT (tenant, id) DO UPDATE SET updated_at = excluded.updated_at
  RETURNING tenant, id, run_key, steps, degraded_steps, bytes`

/** run keys, step keys */
const FIND_STEPS = `SELECT s.run_key, s.step_key, s.degraded, s.bytes, s.attempts
  FROM (SELECT DISTINCT * FROM unnest($1::bigint[], $2::text[]) AS t (run_key, step_key)) t
  JOIN run_steps s ON s.run_key = t.run_key AND s.step_key = t.step_key`

/** run keys, step keys, places, degraded, records, bytes, attempts, now of each */
const RECORD_STEPS = `INSERT INTO run_steps (run_key, step_key, place, degraded, record, bytes, attempts, first_at, last_at)
  SELECT run_key, step_key, place, degraded, record, bytes, attempts, now, now
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::smallint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[])
    AS t (run_key, step_key, place, degraded, record, bytes, attempts, now)
  ON CONFLICT (run_key, step_key) DO UPDATE SET degraded = excluded.degraded, record = excluded.record,
    bytes = excluded.bytes, attempts = excluded.attempts, last_at = excluded.last_at`

/** run keys, steps, degraded steps, bytes */
const COUNT_RUNS = `UPDATE runs r SET steps = t.steps, degraded_steps = t.degraded_steps, bytes = t.bytes
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS t (run_key, steps, degraded_steps, bytes)
  WHERE r.run_key = t.run_key`
