import type { CompiledGraph } from './core/compiled-graph.ts'
import type { Asked } from './core/plan.ts'
import type { Step } from './core/step.ts'
import { comparisonAnswer, planAnswer } from './http/plan-answer.ts'
import type { PlainAnswer } from './http/ports.ts'
import type { PacketService } from './packet-service.ts'

/** A step and the graph that it is asked about, counted in the step's encoding. */
export interface Side {
  readonly step: Step
  readonly graph: CompiledGraph
}

/** What the step's packet would hold at its own and at other budgets. */
export function planned({ step, graph }: Side, asked: readonly Asked[], packets: PacketService): PlainAnswer {
  const plan = { ...packets.plan(step, graph, asked), revision: graph.revision }
  return {
    answer: planAnswer(plan, asked),
    figures: { budgets: asked.length + 1, pagesTotal: plan.total.pages },
  }
}

/** What one packet has and another has not, and why. */
export function compared(before: Side, after: Side, packets: PacketService): PlainAnswer {
  const [one, other] = [before, after].map((side) => ({ ...side, outcome: packets.compiled(side.step, side.graph) }))
  const comparison = { before: one.outcome, after: other.outcome, ...packets.compare(one, other) }
  return {
    answer: comparisonAnswer(comparison),
    figures: { gained: comparison.gained.total, lost: comparison.lost.total },
  }
}
