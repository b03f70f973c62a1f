import { neededFor } from './needed-budget.ts'
import type { Budget, ContextPreflight } from './packet-answer.ts'
import type { Access, Scope, Step } from './step.ts'

/** What a run remembers of a step: its record, never a packet or a page's text. */
export interface StepRecord {
  /** The step's own id; where it has none, its place among those of the run that have none. */
  readonly stepId: string
  readonly scope: Scope
  readonly access: Access
  /** Whether a write step was refused for want of a packet. */
  readonly refused: boolean
  readonly contextPreflight: ContextPreflight
  readonly budget: Budget
  /** Revision of the graph; null where it was not kept. */
  readonly revision: string | null
}

/** A record with what the store knows of it. */
export interface RecordedStep extends StepRecord {
  /** How often the step was recorded; the record is that of the last time. */
  readonly attempts: number
  /** ISO 8601, UTC. */
  readonly recordedAt: string
}

/** A step that met a limit, and the pages that got no context by it. */
export interface LimitOverflow {
  readonly stepId: string
  readonly limit: NonNullable<ContextPreflight['limit']>
  readonly unboundTargets: readonly string[]
  readonly unboundTargetsOmitted: number
  /** What would have given the step all that `limit.observed` counts. */
  readonly remedy: Remedy
}

export interface Remedy {
  /** Share of the same window; null where even all of it is too small, or the budget was no share. */
  readonly shareBasisPoints: number | null
  /** Window at the same share, in tokens; null where the budget was no share. */
  readonly windowTokens: number | null
}

export interface RunAnswer {
  readonly runId: string
  readonly steps: readonly RecordedStep[]
  readonly limitOverflow: readonly LimitOverflow[]
}

export function stepRecord(
  step: Pick<Step, 'scope' | 'access'>,
  stepId: string,
  outcome: { readonly kind: string; readonly contextPreflight: ContextPreflight; readonly budget: Budget },
  revision: string | null,
): StepRecord {
  const { contextPreflight, budget } = outcome
  const { scope, access } = step
  return { stepId, scope, access, refused: outcome.kind === 'refused', contextPreflight, budget, revision }
}

export function runAnswer(runId: string, steps: readonly RecordedStep[]): RunAnswer {
  const limitOverflow = steps.flatMap(({ stepId, contextPreflight, budget }) => {
    const { limit, unboundTargets, unboundTargetsOmitted } = contextPreflight
    if (limit === undefined) return []
    return [{ stepId, limit, unboundTargets, unboundTargetsOmitted, remedy: remedyFor(limit.observed, budget) }]
  })
  return { runId, steps, limitOverflow }
}

/** The smallest share, and the smallest window, whose budget holds `observed` tokens. Exact for every safe integer. */
export function remedyFor(observed: number, budget: Budget): Remedy {
  const { shareBasisPoints, windowTokens } = neededFor(observed, budget)
  return { shareBasisPoints, windowTokens }
}

/** The run as a report that a person reads. */
export function runReport({ runId, steps, limitOverflow }: RunAnswer): string {
  const degraded = steps.filter(({ contextPreflight }) => contextPreflight.status === 'degraded')
  const lines = [
    `RUN ${oneLineName(runId)}`,
    `${counted(steps.length, 'step')}, ${degraded.length} with less than they asked for`,
    '',
  ]
  lines.push('STEPS')
  for (const { stepId, scope, access, attempts, refused, contextPreflight } of steps) {
    const reason = contextPreflight.reason === undefined ? '' : ` (${contextPreflight.reason})`
    const again = attempts > 1 ? `, ${attempts} attempts` : ''
    const state = refused ? 'refused' : contextPreflight.status
    lines.push(`  ${oneLineName(stepId)}: ${scope} ${access}, ${state}${reason}${again}`)
  }
  lines.push('', 'LIMITATIONS')
  if (degraded.length === 0) lines.push('  none')
  const overflowOf = new Map(limitOverflow.map((overflow) => [overflow.stepId, overflow]))
  for (const { stepId, contextPreflight, refused } of degraded) {
    lines.push(`  ${oneLineName(stepId)}: ${limitation(overflowOf.get(stepId), contextPreflight, refused)}`)
    for (const path of contextPreflight.unboundTargets) lines.push(`    no context: ${path}`)
    const omitted = contextPreflight.unboundTargetsOmitted
    if (omitted > 0) lines.push(`    no context: ${counted(omitted, 'more page')}`)
  }
  return `${lines.join('\n')}\n`
}

function limitation(overflow: LimitOverflow | undefined, record: ContextPreflight, refused: boolean): string {
  if (overflow === undefined)
    return `${counted(record.unboundTargets.length + record.unboundTargetsOmitted, 'page')} not in the graph`
  const { limit, remedy } = overflow
  const helps = [
    ...(remedy.shareBasisPoints === null ? [] : [`a share of ${remedy.shareBasisPoints} basis points`]),
    ...(remedy.windowTokens === null ? [] : [`a window of ${remedy.windowTokens} tokens`]),
  ]
  const wanted = `${limit.name} allowed ${limit.configured} tokens, ${limit.observed} were needed`
  return `${wanted}${refused ? ', so the step was refused' : ''}${helps.length > 0 ? `; would have helped: ${helps.join(', or ')}` : ''}`
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** A name that came from outside must not start a line of the report. */
function oneLineName(name: string): string {
  return name.replace(/\p{Cc}|[\u2028\u2029]/gu, '\uFFFD')
}
