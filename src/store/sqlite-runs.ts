import * as sql from './queries.ts'
import type { Keyed, RunCounts, RunRow, StepRow } from './rows.ts'
import { byRun, type RecordCall, type StepBefore, tallyStep } from './run-tally.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type SentError, sentError } from './sqlite-errors.ts'
import type { StoreLimits } from './store.ts'
import { StoreError } from './store-error.ts'

/** The part of SQLite's work on runs that runs in a worker. */

export type Recorded = { readonly attempts: number[] } | { readonly error: SentError }

/** Many calls of `record` in one transaction, since each costs a wait for the disk; each for itself all or nothing. */
export function recordSteps(
  connection: SqliteConnection,
  calls: readonly RecordCall[],
  limits: StoreLimits,
): Recorded[] {
  return connection.write(() =>
    calls.map((call) => {
      try {
        return { attempts: connection.part(() => record(connection, call, limits)) }
      } catch (error) {
        // Any other fault is not this call's own, and may have ended the transaction.
        if (!(error instanceof StoreError)) throw error
        return { error: sentError(error) }
      }
    }),
  )
}

function record(connection: SqliteConnection, { tenant, records, now }: RecordCall, limits: StoreLimits): number[] {
  const attempts = new Array<number>(records.length)
  for (const { runId, steps } of byRun(records)) {
    let counts = connection.get<RunCounts>(sql.TOUCH_RUN, tenant, runId, now) as RunCounts
    const key = counts.run_key
    for (const { step, at } of steps) {
      const place = counts.steps + 1
      counts = tallyStep(counts, step, connection.get<StepBefore>(sql.FIND_STEP, key, step.stepKey), limits)
      const values = [step.stepKey, place, Number(step.degraded), step.record, Buffer.byteLength(step.record), now]
      const row = connection.get<{ attempts: number }>(sql.RECORD_STEP, key, ...values)
      attempts[at] = row?.attempts as number
    }
    connection.run(sql.COUNT_RUN, key, counts.steps, counts.degraded_steps, counts.bytes)
  }
  return attempts
}

export function findRun(connection: SqliteConnection, tenant: string, runId: string): (RunRow & StepRow)[] {
  return connection.all(sql.FIND_RUN, tenant, runId)
}

export function listRuns(
  connection: SqliteConnection,
  tenant: string,
  degraded: boolean,
  before: number,
  limit: number,
): Keyed<RunRow, number>[] {
  return connection.all(degraded ? sql.LIST_DEGRADED_RUNS : sql.LIST_RUNS, tenant, before, limit)
}

export function deleteRun(connection: SqliteConnection, tenant: string, runId: string): boolean {
  return connection.run(sql.DELETE_RUN, tenant, runId) > 0
}

export function pruneRuns(
  connection: SqliteConnection,
  tenant: string,
  before: number,
  newest: number,
  limit: number,
): number {
  return connection.run(sql.pruneRuns(''), tenant, before, newest, limit)
}

export function ping(connection: SqliteConnection): void {
  connection.get('SELECT count(*) FROM schema_version')
}

export function listTenants(connection: SqliteConnection): string[] {
  return connection.all<{ tenant: string }>(sql.LIST_TENANTS).map(({ tenant }) => tenant)
}
