import type { Amounts } from '../core/candidate.ts'
import type { PacketOutcome } from '../core/packet.ts'
import type { Asked, PlannedPacket } from '../core/plan.ts'
import { amountsOf } from '../core/trim.ts'
import type { ComparisonAnswered, PlanAnswered } from './ports.ts'

/** A plan as it is answered: each packet that was asked about beside what was asked. */
export function planAnswer({ own, asked, needed, total, ...rest }: PlanAnswered, ask: readonly Asked[]) {
  return {
    ...rest,
    own: plannedAnswer(own, total),
    asked: asked.map((planned, i) => ({ ask: ask[i], ...plannedAnswer(planned, total) })),
    needed,
  }
}

export function comparisonAnswer({ before, after, ...differences }: ComparisonAnswered) {
  return { before: outcomeAnswer(before), after: outcomeAnswer(after), ...differences }
}

function plannedAnswer({ kept, ...rest }: PlannedPacket, total: Amounts) {
  return { packet: kept && { tokens: kept.tokens, counts: countsOf(kept, total) }, ...rest }
}

function outcomeAnswer(outcome: PacketOutcome) {
  const { budget, contextPreflight } = outcome
  const packet = outcome.kind === 'answered' ? outcome.packet : null
  return {
    packet: packet && { tokens: packet.kept.tokens, counts: countsOf(amountsOf(packet.kept), packet.total) },
    budget,
    contextPreflight,
    refused: outcome.kind === 'refused',
  }
}

function countsOf(kept: Amounts, total: Amounts) {
  return {
    nodes: { kept: kept.pages, total: total.pages },
    edges: { kept: kept.edges, total: total.edges },
    paths: { kept: kept.trails, total: total.trails },
    summaries: { kept: kept.summaries, total: total.summaries },
  }
}
