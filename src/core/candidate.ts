import type { CompiledGraph } from './compiled-graph.ts'
import { type Wanted, walkKeepOrder } from './keep-order.ts'
import type { PacketCosts, Shown } from './packet-text.ts'
import type { Scratch } from './scratch.ts'

/** How many pages, links, trails and summaries. */
export type Amounts = Shown & { readonly summaries: number }

/** All that could be in a step's packet, before any trim. */
export interface Candidate {
  readonly total: Amounts
  /**
   * Tokens of the packet before the trim: every candidate with its summary, every link, every trail, each page number
   * counted like the widest one. Exact below 1,000 candidates (in an encoding in which one to three digits are a
   * token), never below the true size.
   */
  readonly tokens: number
  /** Calls `visit` with each candidate in keep order, until it answers false. */
  walk(visit: (page: number, distance: number) => boolean): void
}

/** Whether what is kept is all there is. */
export function isWhole(kept: Amounts, total: Amounts): boolean {
  return (
    kept.pages === total.pages &&
    kept.edges === total.edges &&
    kept.trails === total.trails &&
    kept.summaries === total.summaries
  )
}

/** @param scratch begun for this packet */
export function candidateOf(graph: CompiledGraph, wanted: Wanted, costs: PacketCosts, scratch: Scratch): Candidate {
  if (wanted.maxDistance === Number.POSITIVE_INFINITY) {
    const { totals } = graph
    const total = { pages: graph.pages, edges: totals.edges, trails: totals.trails, summaries: totals.summaries }
    const tokens = untrimmedTokens(graph, total, totals, costs)
    return { total, tokens, walk: (visit) => walkKeepOrder(graph, wanted, scratch, visit) }
  }
  return nearCandidate(graph, wanted, costs, scratch)
}

/** Of a candidate packet that is a part of the graph nothing is known ahead: its pages are walked and summed up. */
function nearCandidate(graph: CompiledGraph, wanted: Wanted, costs: PacketCosts, scratch: Scratch): Candidate {
  const pages: number[] = []
  const distances: number[] = []
  walkKeepOrder(graph, wanted, scratch, (page, distance) => {
    distances.push(distance)
    return scratch.setNumber(page, pages.push(page))
  })
  const { edges, trails, lines } = graph
  const sums = { edges: 0, sources: 0, trails: 0, trailPages: 0, summaries: 0, lineCosts: 0 }
  for (const page of pages) {
    let own = 0
    for (let edge = edges.starts[page]; edge < edges.starts[page + 1]; edge++) {
      if (scratch.numberOf(edges.ends[edge]) > 0) own++
    }
    sums.edges += own
    if (own > 0) sums.sources++
    for (let trail = trails.starts[page]; trail < trails.starts[page + 1]; trail++) {
      const stops = trails.pages.subarray(trails.pageStarts[trail], trails.pageStarts[trail + 1])
      if (!stops.every((stop) => scratch.numberOf(stop) > 0)) continue
      sums.trails++
      sums.trailPages += stops.length
    }
    if (lines.titleEnds[page] + 1 < lines.starts[page + 1]) sums.summaries++
    sums.lineCosts += lines.costs[page]
  }
  const total = { pages: pages.length, edges: sums.edges, trails: sums.trails, summaries: sums.summaries }
  return {
    total,
    tokens: untrimmedTokens(graph, total, sums, costs),
    walk: (visit) => {
      pages.every((page, i) => visit(page, distances[i]))
    },
  }
}

export function untrimmedTokens(
  graph: CompiledGraph,
  total: Shown,
  sums: { readonly sources: number; readonly trailPages: number; readonly lineCosts: number },
  costs: PacketCosts,
): number {
  const widest = costs.number(total.pages)
  let tokens = costs.headerFrame(graph.revision) + costs.headerNumbers(total, total)
  tokens += sums.lineCosts + total.pages * widest
  if (total.edges > 0) tokens += costs.linksHeading
  tokens += sums.sources * costs.firstLink(widest, widest) + (total.edges - sums.sources) * costs.furtherLink(widest)
  if (total.trails > 0) tokens += costs.trailsHeading
  return tokens + costs.trails(sums.trailPages * widest, sums.trailPages, total.trails)
}
