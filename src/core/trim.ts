import { type Candidate, inEdgeOrder, inTrailOrder, type NumberedTrail } from './candidate.ts'
import type { PacketCosts } from './packet-text.ts'

/** What of a candidate packet is kept. */
export interface Trimmed {
  /** The first so many of the keep order. */
  readonly pages: number
  /** For each kept page: whether its line shows a summary. */
  readonly withSummary: readonly boolean[]
  /** Indices into the graph's links, in edge order. */
  readonly edges: Uint32Array
  readonly trails: readonly NumberedTrail[]
  /** How many summaries are shown. */
  readonly summaries: number
  /** Exact tokens of the packet's text. */
  readonly tokens: number
}

/**
 * The longest prefix of the keep order whose packet, without links and trails, fits; then the longest prefix of
 * the links among the kept pages; then of the trails; then of the summaries still left out.
 *
 * @param startsWithSummary whether the page at a place of the keep order shows its summary from the start
 * @param fullLine cost of the line, without number and with summary, of the page at a place
 * @returns undefined where not even the first page fits
 */
export function trim(
  candidate: Candidate,
  costs: PacketCosts,
  budget: number,
  startsWithSummary: (place: number) => boolean,
  fullLine: (place: number) => number,
): Trimmed | undefined {
  const { graph, order, total } = candidate
  const frame = costs.headerFrame(graph.revision)
  const bareLine = (place: number) => costs.pageLineRest(graph, order.pages[place], false)
  const hasSummary = (place: number) => graph.summaries[order.pages[place]] !== undefined
  const size = (body: number, pages: number, edges = 0, trails = 0) =>
    frame + costs.headerNumbers({ pages, edges, trails }, total) + body

  let body = 0
  let pages = 0
  const withSummary: boolean[] = []
  const lineCosts: number[] = []
  while (pages < total.pages) {
    const full = startsWithSummary(pages) || !hasSummary(pages)
    const line = full ? fullLine(pages) : bareLine(pages)
    const grown = body + costs.number(pages + 1) + line
    if (size(grown, pages + 1) > budget) break
    withSummary.push(full && hasSummary(pages))
    lineCosts.push(line)
    body = grown
    pages++
  }
  if (pages === 0) return undefined

  const edges = keepEdges(candidate, costs, pages, (cost, kept) => size(body + cost, pages, kept) <= budget)
  body += edges.cost
  const edgeCount = edges.kept.length

  const trails = keepTrails(
    candidate,
    costs,
    pages,
    (cost, kept) => size(body + cost, pages, edgeCount, kept) <= budget,
  )
  body += trails.cost
  const trailCount = trails.kept.length

  for (let place = 0; place < pages; place++) {
    if (withSummary[place] || !hasSummary(place)) continue
    const grown = body + fullLine(place) - lineCosts[place]
    if (size(grown, pages, edgeCount, trailCount) > budget) break
    withSummary[place] = true
    body = grown
  }
  return {
    pages,
    withSummary,
    edges: edges.kept,
    trails: trails.kept,
    summaries: withSummary.filter(Boolean).length,
    tokens: size(body, pages, edgeCount, trailCount),
  }
}

/** Cost of the packet that holds the first page alone, with its summary. */
export function smallestPacket(candidate: Candidate, costs: PacketCosts, firstLine: number): number {
  const shown = { pages: 1, edges: 0, trails: 0 }
  const { graph, total } = candidate
  return costs.headerFrame(graph.revision) + costs.headerNumbers(shown, total) + costs.number(1) + firstLine
}

type Fits = (cost: number, kept: number) => boolean

function keepEdges({ graph, numbers }: Candidate, costs: PacketCosts, pages: number, fits: Fits) {
  const { from, to } = graph.edges
  const inOrder = inEdgeOrder(graph, numbers, pages)
  const hasLine = new Uint8Array(pages + 1)
  let cost = 0
  let kept = 0
  for (const edge of inOrder) {
    const source = numbers[from[edge]]
    const end = costs.number(numbers[to[edge]])
    const grown =
      cost +
      (kept === 0 ? costs.linksHeading : 0) +
      (hasLine[source] ? costs.furtherLink(end) : costs.firstLink(costs.number(source), end))
    if (!fits(grown, kept + 1)) break
    hasLine[source] = 1
    cost = grown
    kept++
  }
  return { kept: inOrder.subarray(0, kept), cost }
}

function keepTrails({ graph, numbers }: Candidate, costs: PacketCosts, pages: number, fits: Fits) {
  const inOrder = inTrailOrder(graph, numbers, pages)
  let cost = 0
  let kept = 0
  for (const trail of inOrder) {
    const own = trail.numbers.reduce((sum, number) => sum + costs.number(number), 0)
    const grown = cost + (kept === 0 ? costs.trailsHeading : 0) + costs.trail(own, trail.numbers.length)
    if (!fits(grown, kept + 1)) break
    cost = grown
    kept++
  }
  return { kept: inOrder.slice(0, kept), cost }
}
