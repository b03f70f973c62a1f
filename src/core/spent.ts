import { hasSummary } from './compiled-graph.ts'
import type { KeptPacket } from './kept-packet.ts'
import type { PacketCosts } from './packet-text.ts'
import { amountsOf } from './trim.ts'

/** Tokens of a packet's parts. */
export interface Spent {
  /** The first line. */
  readonly header: number
  /** Numbers, paths and titles. */
  readonly pages: number
  readonly summaries: number
  /** With their heading. */
  readonly links: number
  /** With their heading. */
  readonly trails: number
}

/** How a packet's tokens are spent: the parts add up to `kept.tokens`. */
export function spentOn({ graph, kept, total }: KeptPacket, costs: PacketCosts): Spent {
  const { lines, revision } = graph
  let pages = 0
  let summaries = 0
  kept.pages.forEach((page, i) => {
    const summary = kept.withSummary[i] && hasSummary(lines, page) ? lines.costs[page] - costs.bareLine(lines, page) : 0
    summaries += summary
    pages += costs.number(i + 1) + (hasSummary(lines, page) ? costs.bareLine(lines, page) : lines.costs[page])
  })
  const seen = new Set<number>()
  let links = kept.edges.length > 0 ? costs.linksHeading : 0
  for (const { from, to } of kept.edges) {
    links += seen.has(from)
      ? costs.furtherLink(costs.number(to))
      : costs.firstLink(costs.number(from), costs.number(to))
    seen.add(from)
  }
  const stops = kept.trails.flatMap((trail) => trail.pages)
  const numbers = stops.reduce((sum, number) => sum + costs.number(number), 0)
  const heading = kept.trails.length > 0 ? costs.trailsHeading : 0
  return {
    header: costs.headerFrame(revision) + costs.headerNumbers(amountsOf(kept), total),
    pages,
    summaries,
    links,
    trails: heading + costs.trails(numbers, stops.length, kept.trails.length),
  }
}
