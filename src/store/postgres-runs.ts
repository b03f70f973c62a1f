import { checkKey, checkLimit, checkRecords, checkRunRetention } from './bounds.ts'
import { runsCursor } from './cursor.ts'
import type { OpenCalls } from './open-calls.ts'
import type { PostgresPool, PostgresSession } from './postgres-pool.ts'
import { pruneRuns } from './prune.ts'
import * as sql from './queries.ts'
import { type Keyed, type RunCounts, type RunRow, runOf, runSummaryOf, type StepRow } from './rows.ts'
import { byRun, type StepBefore, tallyStep } from './run-tally.ts'
import type { RunStore, StepRecord, StoreLimits } from './store.ts'

export interface RunSettings {
  readonly limits: StoreLimits
  readonly now: () => number
}

export function postgresRuns(
  tenant: string,
  pool: PostgresPool,
  calls: OpenCalls,
  { limits, now }: RunSettings,
): RunStore {
  return {
    record: (records) =>
      calls.run(async () => {
        checkRecords(records, limits)
        return pool.write((session) => record(session, tenant, records, now(), limits))
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

async function record(
  session: PostgresSession,
  tenant: string,
  records: readonly StepRecord[],
  now: number,
  limits: StoreLimits,
): Promise<number[]> {
  const attempts = new Array<number>(records.length)
  for (const { runId, steps } of byRun(records)) {
    let counts = (await session.get<RunCounts>(sql.TOUCH_RUN, tenant, runId, now)) as RunCounts
    const key = counts.run_key
    for (const { step, at } of steps) {
      const place = counts.steps + 1
      counts = tallyStep(counts, step, await session.get<StepBefore>(sql.FIND_STEP, key, step.stepKey), limits)
      const values = [step.stepKey, place, Number(step.degraded), step.record, Buffer.byteLength(step.record), now]
      const row = await session.get<{ attempts: number }>(sql.RECORD_STEP, key, ...values)
      attempts[at] = row?.attempts as number
    }
    await session.run(sql.COUNT_RUN, key, counts.steps, counts.degraded_steps, counts.bytes)
  }
  return attempts
}
