import { randomUUID } from 'node:crypto'
import { type RecordedStep, type RunAnswer, runAnswer, type StepRecord, stepRecord } from './core/run.ts'
import type { Step } from './core/step.ts'
import { runNotRecorded } from './http/problem.ts'
import type { Page, RunStore, RunSummary, RunsRequest } from './store/store.ts'
import { StoreError } from './store/store-error.ts'

/** Whether a step's record is kept: `recorded` is there for steps with a run alone. */
export type Recorded =
  | { readonly recorded: true }
  /** The packet is good all the same. `reason` is the code of the store's error. */
  | { readonly recorded: false; readonly reason: string }

export interface StepToRecord {
  readonly step: Pick<Step, 'id' | 'runId' | 'scope' | 'access'>
  readonly outcome: Parameters<typeof stepRecord>[2]
  /** Of a kept graph. */
  readonly revision: string | null
}

/** Keeps the records of steps on their runs, and reads them back. */
export class RunRecorder {
  readonly #store: RunStore
  readonly #isRequired: boolean

  /** @param isRequired whether a record that cannot be kept is a fault of the request */
  constructor(store: RunStore, isRequired = false) {
    this.#store = store
    this.#isRequired = isRequired
  }

  /** Records the steps that have a run, all or none; undefined for a step without one. A fault of the store is no fault of the packet, unless records are required. @throws Problem `run-not-recorded` in that case */
  async record(steps: readonly StepToRecord[]): Promise<(Recorded | undefined)[]> {
    const records = steps.flatMap(({ step, outcome, revision }) => {
      if (step.runId === undefined) return []
      const stepKey = step.id ?? `unnamed-${randomUUID()}`
      const record = JSON.stringify(stepRecord(step, stepKey, outcome, revision))
      return [{ runId: step.runId, stepKey, degraded: outcome.contextPreflight.status === 'degraded', record }]
    })
    const kept = records.length === 0 ? { recorded: true as const } : await this.#tryToRecord(records)
    return steps.map(({ step }) => (step.runId === undefined ? undefined : kept))
  }

  list(request: RunsRequest): Promise<Page<RunSummary>> {
    return this.#store.list(request)
  }

  async show(runId: string): Promise<RunAnswer | undefined> {
    const run = await this.#store.find(runId)
    if (run === undefined) return undefined
    const steps = run.records.map(({ record, attempts, lastAt }): RecordedStep => {
      const stored = JSON.parse(record) as StepRecord
      return { ...stored, attempts, recordedAt: new Date(lastAt).toISOString() }
    })
    return runAnswer(runId, steps)
  }

  delete(runId: string): Promise<boolean> {
    return this.#store.delete(runId)
  }

  async #tryToRecord(records: Parameters<RunStore['record']>[0]): Promise<Recorded> {
    try {
      await this.#store.record(records)
      return { recorded: true }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (this.#isRequired) throw runNotRecorded(error.code)
      return { recorded: false, reason: error.code }
    }
  }
}
