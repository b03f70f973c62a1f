import { useState } from 'preact/hooks'
import { buildPacket, type Document, type PageDecision, type Plan, postJson, type StepBody } from '../api.ts'
import { grouped } from '../numbers.ts'
import { ProblemView } from '../problem-view.tsx'
import type { PacketState, Source } from '../state.ts'
import { useAnswer } from '../use-answer.ts'
import { BudgetSlider } from './budget-slider.tsx'
import { examplesOf } from './examples.ts'
import { OutcomeView } from './outcome-view.tsx'
import { PageDetail } from './page-detail.tsx'
import { findPages } from './page-search.ts'
import { PageTable } from './page-table.tsx'
import { RingDrawing } from './ring-drawing.tsx'
import { keptAt, type Ring, ringsOf } from './rings.ts'
import { SourcePicker } from './source-picker.tsx'
import { SpentBar } from './spent-bar.tsx'
import { StepForm } from './step-form.tsx'

interface Props {
  readonly document: Document
  readonly state: PacketState
  readonly change: (part: Partial<PacketState>) => void
}

const FIRST_STEP: StepBody = { scope: 'local', access: 'read', targets: ['index.md'] }

/**
 * What a request is made of: the graph as JSON text, and the step without its budget.
 *
 * @param first path of a kept graph's first page: the target until another one is chosen; undefined while it is asked for
 */
function requestOf(
  document: Document,
  { source, step }: PacketState,
  first: string | undefined,
): { graph: string | null; step: StepBody } {
  if (source.kind === 'pasted') return { graph: source.text, step: step ?? FIRST_STEP }
  if (source.kind === 'kept') {
    const { id, revision } = source
    const graph = JSON.stringify({ id, ...(revision === undefined ? {} : { revision }) })
    if (step !== null) return { graph, step }
    return { graph: first === undefined ? null : graph, step: { ...FIRST_STEP, targets: [first ?? 'index.md'] } }
  }
  const example = source.kind === 'example' ? examplesOf(document).get(source.name) : undefined
  if (example === undefined) return { graph: null, step: step ?? FIRST_STEP }
  return { graph: JSON.stringify(example.graph), step: step ?? example.step }
}

export function PacketTab({ document, state, change }: Props) {
  const { source } = state
  const firstKey = source.kind === 'kept' && state.step === null ? JSON.stringify(source) : null
  const first = useAnswer(firstKey, (signal) => findPages(source, '', '', signal))
  const firstPath = first.busy || !first.value ? undefined : (first.value.items[0]?.path ?? 'index.md')
  const { graph, step } = requestOf(document, state, firstPath)
  const [ring, setRing] = useState<Ring['distance'] | 'all'>('all')
  const { budgetTokens, ...shared } = step
  const bodyOf = (own: object) => `{"step":${JSON.stringify(own)},"graph":${graph}`
  const budget = state.budget ?? budgetTokens
  const planKey = graph === null ? null : bodyOf(shared)
  const plan = useAnswer<Plan>(planKey, (signal) => postJson('/v1/packets/plan', `${planKey}}`, signal))
  const stepKey = graph === null ? null : bodyOf(budget === undefined ? shared : { ...shared, budgetTokens: budget })
  const outcome = useAnswer(stepKey, (signal) => buildPacket(`${stepKey},"include":["text","edges","paths"]}`, signal))
  const needed = plan.value?.needed ?? null
  const { decisions, packet } = outcome.value ?? {}
  const margin = plan.value?.own.budget.safetyMarginBasisPoints ?? 0
  const own = budget ?? plan.value?.own.budget.tokens ?? 0
  const tokens = budget === undefined ? own : Math.floor((own * (10_000 - margin)) / 10_000)
  const kept =
    !decisions || !needed ? 0 : outcome.busy ? keptAt(decisions, needed, tokens) : (packet?.counts.nodes.kept ?? 0)
  const candidates = decisions ? decisions.counts.total - decisions.counts.tooFar : 0
  const rings = decisions && needed ? ringsOf(decisions, needed, kept) : []
  const listed = decisions?.pages ?? []

  const pick = (source: Source, own: StepBody | null) => {
    setRing('all')
    change({ source, step: own, budget: null, page: null })
  }
  const useTokens = (least: number) => change({ budget: Math.ceil((least * 10_000) / (10_000 - margin)) })

  return (
    <div class="columns">
      <div class="inputs">
        <SourcePicker document={document} source={source} step={state.step} pick={pick} />
        <StepForm
          step={shared}
          graphKey={source.kind === 'kept' ? JSON.stringify(source) : graph}
          find={(text, signal) => findPages(source, graph ?? '{}', text, signal)}
          change={(edited) => change({ step: edited, budget: budget ?? null })}
        />
      </div>
      <div class="results">
        <ProblemView error={first.error ?? plan.error ?? outcome.error} />
        {needed && (
          <BudgetSlider
            needed={needed}
            budget={own}
            isOwn={budget === undefined}
            setBudget={(value) => change({ budget: value })}
            said={`${grouped(kept)} of ${grouped(candidates)} pages`}
          />
        )}
        <p class="live" role="status" aria-live="polite">
          {outcome.busy ? 'Asking…' : outcome.value ? summaryOf(kept, outcome.value) : ''}
        </p>
        {outcome.value?.refusal && (
          <div class="problem" role="alert">
            <strong>{outcome.value.refusal.title}</strong> <code>{outcome.value.refusal.code}</code>
            <p>{outcome.value.refusal.detail}</p>
          </div>
        )}
        {decisions?.spent && <SpentBar spent={decisions.spent} budget={outcome.value?.budget.tokens ?? 0} />}
        {decisions && rings.length > 0 && (
          <div class="map">
            <div class="card drawing">
              <RingDrawing
                rings={rings}
                tokens={tokens}
                links={packet?.edges ?? []}
                selected={state.page}
                select={(page) => change({ page })}
                showRing={setRing}
              />
              <ul class="legend">
                <li>
                  <i class="key kept" /> kept <b>{grouped(kept)}</b>
                </li>
                <li>
                  <i class="key cut" /> over budget <b>{grouped(candidates - kept)}</b>
                </li>
                <li>
                  <i class="key far" /> too far <b>{grouped(decisions.counts.tooFar)}</b>
                </li>
              </ul>
            </div>
            <PageDetail
              path={state.page}
              decision={listed.find(({ path }: PageDecision) => path === state.page)}
              body={stepKey}
              tokens={tokens}
              useTokens={useTokens}
            />
          </div>
        )}
        {decisions && (
          <PageTable
            pages={listed}
            total={decisions.counts.total}
            tokens={tokens}
            ring={ring}
            rings={rings}
            setRing={setRing}
            selected={state.page}
            select={(page) => change({ page })}
          />
        )}
        {outcome.value && <OutcomeView outcome={outcome.value} />}
      </div>
    </div>
  )
}

function summaryOf(kept: number, { packet, decisions, budget }: NonNullable<Awaited<ReturnType<typeof buildPacket>>>) {
  if (packet === null) return `No packet within ${grouped(budget.tokens)} tokens.`
  const { edges, paths } = packet.counts
  return (
    `${grouped(kept)} of ${grouped(decisions.counts.total)} pages kept, ${grouped(edges.kept)} of ${grouped(edges.total)} links, ` +
    `${grouped(paths.kept)} of ${grouped(paths.total)} trails: ${grouped(packet.tokens)} of ${grouped(budget.tokens)} tokens.`
  )
}
