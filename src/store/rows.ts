import type { GraphRevision, GraphSummary, KeptOutput, OutputPart, RecordedStep, Run, RunSummary } from './store.ts'

/** What the statements in queries.ts answer. */

export interface RevisionRow {
  readonly revision_key: number
  readonly place: number
  readonly id: string
  readonly revision: string
  readonly digest: string
  readonly bytes: number
  readonly nodes: number
  readonly edges: number
  readonly paths: number
  readonly summaries: number
  readonly created_at: number
}

export type Keyed<Item, Key> = Item & { readonly key: Key }

export interface RunRow {
  readonly id: string
  readonly steps: number
  readonly degraded_steps: number
  readonly started_at: number
  readonly updated_at: number
}

export interface StepRow {
  readonly step_key: string
  readonly degraded: number
  readonly record: string
  readonly attempts: number
  readonly first_at: number
  readonly last_at: number
}

export interface RunCounts {
  readonly run_key: number
  readonly steps: number
  readonly degraded_steps: number
  readonly bytes: number
}

export function revisionOf(row: RevisionRow): GraphRevision {
  const { id, revision, digest, bytes, nodes, edges, paths, summaries, created_at } = row
  return { id, revision, digest, counts: { nodes, edges, paths, summaries }, bytes, createdAt: created_at }
}

export function graphSummaryOf(row: RevisionRow & { readonly revisions: number }): GraphSummary {
  return { current: revisionOf(row), revisions: row.revisions }
}

export function runSummaryOf(row: RunRow): RunSummary {
  return {
    runId: row.id,
    steps: row.steps,
    degradedSteps: row.degraded_steps,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
  }
}

/** A run from its steps, each with the run's own columns. */
export function runOf(rows: readonly (RunRow & StepRow)[]): Run | undefined {
  if (rows.length === 0) return undefined
  return { ...runSummaryOf(rows[0]), records: rows.map(recordedStepOf) }
}

function recordedStepOf(row: StepRow): RecordedStep {
  return {
    stepKey: row.step_key,
    degraded: row.degraded !== 0,
    record: row.record,
    attempts: row.attempts,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }
}

export interface OutputRow {
  readonly output_key: number
  readonly ref: string
  readonly bytes: number
  readonly lines: number
  readonly created_at: number
  readonly kept_at: number
}

export interface PartRow {
  readonly start_byte: number
  readonly lines_before: number
  readonly data: Uint8Array
}

export function outputOf({ ref, bytes, lines, created_at, kept_at }: OutputRow): KeptOutput {
  return { ref, bytes, lines, createdAt: created_at, keptAt: kept_at }
}

export function partOf({ start_byte, lines_before, data }: PartRow): OutputPart {
  return { startByte: start_byte, linesBefore: lines_before, data }
}
