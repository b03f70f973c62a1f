import type { RunCounts } from './rows.ts'
import type { StepRecord, StoreLimits } from './store.ts'
import { StoreError } from './store-error.ts'

/** What a step was recorded as before. */
export interface StepBefore {
  readonly degraded: number
  readonly bytes: number
}

/** One call of `record`. */
export interface RecordCall {
  readonly tenant: string
  readonly records: readonly StepRecord[]
  readonly now: number
}

/** The counts of a run once the step is recorded. */
export function tallyStep(
  counts: RunCounts,
  step: StepRecord,
  before: StepBefore | undefined,
  limits: StoreLimits,
): RunCounts {
  const after = {
    run_key: counts.run_key,
    steps: counts.steps + (before === undefined ? 1 : 0),
    degraded_steps: counts.degraded_steps + Number(step.degraded) - (before?.degraded ?? 0),
    bytes: counts.bytes + Buffer.byteLength(step.record) - (before?.bytes ?? 0),
  }
  if (after.steps > limits.maxStepsPerRun) throw full(step, `${limits.maxStepsPerRun} steps`)
  if (after.bytes > limits.maxRunBytes) throw full(step, `${limits.maxRunBytes} bytes of records`)
  return after
}

/** By run, in one order everywhere: writers that lock several runs must not wait for each other in a circle. */
export function byRun(records: readonly StepRecord[]): { runId: string; steps: { step: StepRecord; at: number }[] }[] {
  const runs = Map.groupBy(
    records.map((step, at) => ({ step, at })),
    ({ step }) => step.runId,
  )
  return [...runs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([runId, steps]) => ({ runId, steps }))
}

function full({ runId, stepKey }: StepRecord, limit: string): StoreError {
  return new StoreError('run-full', `step ${stepKey} does not fit run ${runId}: a run has at most ${limit}`)
}
