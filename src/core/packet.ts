import { type Candidate, candidateOf, untrimmedTokens } from './candidate.ts'
import { compileGraph, type Digest, type DocGraph } from './graph.ts'
import type { EdgeInput, GraphInput, NodeInput, TrailInput } from './graph-input.ts'
import { keepOrder } from './keep-order.ts'
import type { Budget, ContextPreflight, GraphIssues, Packet, PacketAnswer, PreflightReason } from './packet-answer.ts'
import {
  headerText,
  LINKS_HEADING,
  linkLine,
  PacketCosts,
  pageLineRest,
  TRAILS_HEADING,
  trailLine,
} from './packet-text.ts'
import { preflightRecord, refusalDetail } from './preflight.ts'
import type { Step } from './step.ts'
import type { TokenCounter } from './tokens.ts'
import { smallestPacket, type Trimmed, trim } from './trim.ts'
import { budgetOf, type InstalledModels, type ShareSettings } from './window.ts'

export interface PacketSettings extends ShareSettings {
  /** Links; for local and change steps that give no `maxDistance`. Undefined: no limit. */
  readonly localMaxDistance?: number | undefined
  /** Links; for steps that give no `summaryDistance`. */
  readonly summaryDistance: number
  /** Bytes of UTF-8 of the longest text field of a graph. Undefined: no limit. */
  readonly maxFieldBytes?: number | undefined
}

export interface PacketPorts {
  readonly counter: TokenCounter
  readonly digest: Digest
  readonly models: InstalledModels
}

export const PACKET_PARTS = ['text', 'nodes', 'edges', 'paths'] as const
/** The parts of a packet that can be left out of the answer. */
export type PacketPart = (typeof PACKET_PARTS)[number]

export type PacketOutcome =
  | { readonly kind: 'answered'; readonly answer: PacketAnswer }
  | {
      readonly kind: 'refused'
      readonly code: PreflightReason
      readonly class: 'bound' | 'request'
      readonly detail: string
      readonly contextPreflight: ContextPreflight
      readonly budget: Budget
      readonly graphIssues: GraphIssues
    }

/**
 * The context packet of a step: a map of the graph around the step's targets that fits the step's budget, and the
 * record of what the step did not get. A write step that gets no packet is refused, unless it runs hosted.
 *
 * Same step, graph and settings, same answer, byte for byte, in whatever order the graph's parts came.
 *
 * @throws CoreError where the graph cannot be used (see {@link compileGraph})
 */
export function buildPacket(
  step: Step,
  input: GraphInput,
  settings: PacketSettings,
  ports: PacketPorts,
  include: readonly PacketPart[] = PACKET_PARTS,
): PacketOutcome {
  const budget = budgetOf(step, ports.models, settings)
  const maxFieldBytes = settings.maxFieldBytes ?? Number.POSITIVE_INFINITY
  const graph = compileGraph(input, ports.digest, { maxFieldBytes })

  const targets = pagesNamed(graph, step.targets)
  if (targets.length === 0) {
    const record = { ...preflightRecord(step, budget, undefined, () => false) }
    return withoutPacket(step, 'preflight-target-unbound', budget, record, graph.issues)
  }
  const requested = pagesNamed(graph, step.requestedPages ?? step.targets)
  const order = keepOrder(graph, targets, requested, maxDistanceOf(step, settings))
  const candidate = candidateOf(graph, order)

  const costs = new PacketCosts(ports.counter)
  const fullLines = Array.from(order.pages, (page) => costs.pageLineRest(graph, page, true))
  const fullLine = (place: number) => fullLines[place]
  const untrimmed = untrimmedTokens(
    candidate,
    costs,
    fullLines.reduce((sum, cost) => sum + cost, 0),
  )

  const summaryDistance = step.summaryDistance ?? settings.summaryDistance
  const startsWithSummary = (place: number) =>
    untrimmed <= budget.tokens || place < order.named || order.distances[order.pages[place]] <= summaryDistance
  const kept = trim(candidate, costs, budget.tokens, startsWithSummary, fullLine)
  if (kept === undefined) {
    const observed = smallestPacket(candidate, costs, fullLine(0))
    const record = preflightRecord(step, budget, observed, () => false)
    return withoutPacket(step, 'preflight-budget-exceeded', budget, record, graph.issues)
  }

  const observed = isWhole(candidate, kept) ? undefined : untrimmed
  const isInPacket = (path: string) => {
    const page = graph.pageOf(path)
    return page !== undefined && candidate.numbers[page] > 0 && candidate.numbers[page] <= kept.pages
  }
  return {
    kind: 'answered',
    answer: {
      packet: packetOf(candidate, kept, ports.counter.encoding, include),
      contextPreflight: preflightRecord(step, budget, observed, isInPacket),
      budget,
      graphIssues: graph.issues,
    },
  }
}

function withoutPacket(
  step: Step,
  code: PreflightReason,
  budget: Budget,
  contextPreflight: ContextPreflight,
  graphIssues: GraphIssues,
): PacketOutcome {
  if (step.access === 'read' || step.host !== undefined) {
    return { kind: 'answered', answer: { packet: null, contextPreflight, budget, graphIssues } }
  }
  return {
    kind: 'refused',
    code,
    class: code === 'preflight-budget-exceeded' ? 'bound' : 'request',
    detail: refusalDetail(code, budget, contextPreflight),
    contextPreflight,
    budget,
    graphIssues,
  }
}

/** The pages that `paths` name, each once, in that order. */
function pagesNamed(graph: DocGraph, paths: readonly string[]): number[] {
  const pages = paths.map((path) => graph.pageOf(path)).filter((page) => page !== undefined)
  return [...new Set(pages)]
}

function maxDistanceOf(step: Step, settings: PacketSettings): number {
  const fromSettings = step.scope === 'corpus' ? undefined : settings.localMaxDistance
  return step.maxDistance ?? fromSettings ?? Number.POSITIVE_INFINITY
}

function isWhole({ total }: Candidate, kept: Trimmed): boolean {
  return (
    kept.pages === total.pages &&
    kept.edges.length === total.edges &&
    kept.trails.length === total.trails &&
    kept.summaries === total.summaries
  )
}

function packetOf(candidate: Candidate, kept: Trimmed, tokenizer: string, include: readonly PacketPart[]): Packet {
  const { graph, total } = candidate
  const part = <Part>(name: PacketPart, make: () => Part) => (include.includes(name) ? make() : undefined)
  return withoutGaps({
    revision: graph.revision,
    tokenizer,
    tokens: kept.tokens,
    text: part('text', () => packetText(candidate, kept)),
    nodes: part('nodes', () => nodesOf(candidate, kept)),
    edges: part('edges', () => Array.from(kept.edges, (edge) => edgeOf(graph, edge))),
    paths: part('paths', () => kept.trails.map(({ trail }) => trailOf(graph, trail))),
    counts: {
      nodes: { kept: kept.pages, total: total.pages },
      edges: { kept: kept.edges.length, total: total.edges },
      paths: { kept: kept.trails.length, total: total.trails },
      summaries: { kept: kept.summaries, total: total.summaries },
    },
  })
}

function packetText(candidate: Candidate, kept: Trimmed): string {
  const { graph, order, total } = candidate
  const shown = { pages: kept.pages, edges: kept.edges.length, trails: kept.trails.length }
  const lines = [headerText(graph.revision, shown, total)]
  kept.withSummary.forEach((withSummary, place) => {
    lines.push(`${place + 1}${pageLineRest(graph, order.pages[place], withSummary)}`)
  })
  if (shown.edges > 0) lines.push(LINKS_HEADING, ...linkLines(candidate, kept))
  if (shown.trails > 0) lines.push(TRAILS_HEADING)
  for (const { numbers } of kept.trails) lines.push(trailLine(numbers))
  return lines.join('')
}

function linkLines({ graph, numbers }: Candidate, kept: Trimmed): string[] {
  const endsBySource: number[][] = Array.from({ length: kept.pages + 1 }, () => [])
  for (const edge of kept.edges) endsBySource[numbers[graph.edges.from[edge]]].push(numbers[graph.edges.to[edge]])
  return endsBySource.flatMap((ends, source) =>
    ends.length === 0
      ? []
      : [
          linkLine(
            source,
            ends.sort((a, b) => a - b),
          ),
        ],
  )
}

function nodesOf({ graph, order }: Candidate, kept: Trimmed): NodeInput[] {
  return kept.withSummary.map((withSummary, place) => {
    const page = order.pages[place]
    return withoutGaps({
      path: graph.paths[page],
      title: graph.titles[page],
      summary: withSummary ? graph.summaries[page] : undefined,
      kind: graph.kinds[page],
    })
  })
}

function edgeOf({ edges, paths }: DocGraph, edge: number): EdgeInput {
  return withoutGaps({ from: paths[edges.from[edge]], to: paths[edges.to[edge]], kind: edges.kinds[edges.kind[edge]] })
}

function trailOf({ paths }: DocGraph, trail: { pages: readonly number[]; kind: string | undefined }): TrailInput {
  return withoutGaps({ nodes: trail.pages.map((page) => paths[page]), kind: trail.kind })
}

/** Absent is absent: a key with the value undefined would differ from the same answer read back from JSON. */
function withoutGaps<T extends object>(record: T): T {
  for (const key in record) if (record[key] === undefined) delete record[key]
  return record
}
