import { ByteWriter } from './byte-writer.ts'
import { candidateOf, isWhole } from './candidate.ts'
import type { CompiledGraph } from './compiled-graph.ts'
import type { KeptPacket } from './kept-packet.ts'
import {
  type Budget,
  type ContextPreflight,
  type GraphIssues,
  PACKET_PARTS,
  type PacketPart,
  type PreflightReason,
} from './packet-answer.ts'
import type { PacketCosts } from './packet-text.ts'
import { preflightRecord, refusalDetail } from './preflight.ts'
import type { Scratch } from './scratch.ts'
import type { Step } from './step.ts'
import { type SummarySettings, summaryRuleOf } from './summary-rule.ts'
import { amountsOf, smallestPacket, trim } from './trim.ts'
import { pageNamed, wantedOf } from './wanted.ts'
import { budgetOf, type InstalledModels, type ShareSettings } from './window.ts'
import { writePacketJson } from './write-packet-json.ts'
import type { PacketText } from './write-packet-text.ts'

export interface PacketSettings extends ShareSettings, SummarySettings {
  /** Links; for local and change steps that give no `maxDistance`. Undefined: no limit. */
  readonly localMaxDistance?: number | undefined
}

export interface PacketPorts {
  /** Of the counter that the graph was compiled with. */
  readonly costs: PacketCosts
  readonly models: InstalledModels
  readonly scratch: Scratch
}

export type PacketOutcome = {
  readonly contextPreflight: ContextPreflight
  readonly budget: Budget
  readonly graphIssues: GraphIssues
} & (
  | { readonly kind: 'answered'; readonly packet: KeptPacket | null }
  | {
      readonly kind: 'refused'
      readonly code: PreflightReason
      readonly class: 'bound' | 'request'
      readonly detail: string
    }
)

/**
 * The context packet of a step: a map of the graph around the step's targets that fits the step's budget, and the
 * record of what the step did not get. A write step that gets no packet is refused, unless it runs hosted.
 *
 * Same step, same content of the graph, same settings: same packet, byte for byte. The cost follows what the packet
 * holds and its neighbours, not the size of the graph.
 */
export function buildPacket(
  step: Step,
  graph: CompiledGraph,
  settings: PacketSettings,
  ports: PacketPorts,
): PacketOutcome {
  const { costs, scratch } = ports
  const budget = budgetOf(step, ports.models, settings)
  const wanted = wantedOf(step, graph, settings)
  if (wanted === undefined) {
    return withoutPacket(
      step,
      graph,
      'preflight-target-unbound',
      budget,
      preflightRecord(step, budget, undefined, () => false),
    )
  }

  scratch.begin(graph.pages)
  const candidate = candidateOf(graph, wanted, costs, scratch)
  const kept = trim(graph, candidate, costs, budget.tokens, summaryRuleOf(step, settings), scratch)
  if (kept === undefined) {
    const observed = smallestPacket(graph, candidate, costs, wanted.targets[0])
    return withoutPacket(
      step,
      graph,
      'preflight-budget-exceeded',
      budget,
      preflightRecord(step, budget, observed, () => false),
    )
  }

  const { total } = candidate
  const observed = isWhole(amountsOf(kept), total) ? undefined : candidate.tokens
  const isInPacket = (path: string) => {
    const page = pageNamed(graph, path)
    return page !== undefined && scratch.numberOf(page) > 0
  }
  return {
    kind: 'answered',
    packet: { graph, kept, total, tokenizer: costs.encoding },
    contextPreflight: preflightRecord(step, budget, observed, isInPacket),
    budget,
    graphIssues: graph.issues,
  }
}

export interface AnswerParts {
  /** Parts of the packet; all, if left out. */
  readonly include?: readonly PacketPart[] | undefined
  /** JSON source of the capsule of a hosted run. */
  readonly hostCapsule?: string | undefined
  /** Name of a packet's text by its content. */
  readonly digest?: string | undefined
  /** The packet's text, where it is written already. */
  readonly text?: PacketText | undefined
  /** Further members of the answer. */
  readonly more?: object
}

/** The answer as JSON in UTF-8. */
export function answerJson(
  outcome: Extract<PacketOutcome, { kind: 'answered' }>,
  { include = PACKET_PARTS, hostCapsule, digest, text, more }: AnswerParts = {},
): Uint8Array {
  const writer = new ByteWriter(16_384)
  writer.text(hostCapsule === undefined ? '{"packet":' : `{"hostCapsule":${hostCapsule},"packet":`)
  if (outcome.packet === null) writer.text('null')
  else writePacketJson(writer, outcome.packet, include, digest, text)
  const { contextPreflight, budget, graphIssues } = outcome
  writer.text(`,${JSON.stringify({ contextPreflight, budget, graphIssues, ...more }).slice(1)}`)
  return writer.result()
}

function withoutPacket(
  step: Step,
  graph: CompiledGraph,
  code: PreflightReason,
  budget: Budget,
  contextPreflight: ContextPreflight,
): PacketOutcome {
  const common = { contextPreflight, budget, graphIssues: graph.issues }
  if (step.access === 'read' || step.host !== undefined) return { kind: 'answered', packet: null, ...common }
  return {
    kind: 'refused',
    code,
    class: code === 'preflight-budget-exceeded' ? 'bound' : 'request',
    detail: refusalDetail(code, budget, contextPreflight),
    ...common,
  }
}
