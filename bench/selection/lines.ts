import { type CompiledGraph, hasSummary } from '../../src/core/compiled-graph.ts'
import type { PacketCosts } from '../../src/core/packet-text.ts'

/** Pages in the order in which they are kept, with their distance from the target; the target first. */
export type Order = Iterable<{ readonly page: number; readonly distance: number }>

/** Whether a page's line shows the summary from the start. */
export type ShowsSummary = (distance: number, place: number) => boolean

/**
 * Tokens of the smallest packet that holds `wanted`: what the trim counts of pages, numbers and the first line. Infinity where that
 * is more than `limit`.
 */
export function tokensUntil(
  wanted: number,
  order: Order,
  graph: CompiledGraph,
  costs: PacketCosts,
  limit: number,
  showsSummary: ShowsSummary,
): number {
  const { lines, pages, totals } = graph
  const total = { pages, edges: totals.edges, trails: totals.trails }
  let body = costs.headerFrame(graph.revision)
  let shown = 0
  for (const { page, distance } of order) {
    const isFull = !hasSummary(lines, page) || showsSummary(distance, shown)
    shown++
    body += costs.number(shown) + (isFull ? lines.costs[page] : costs.bareLine(lines, page))
    const tokens = body + costs.headerNumbers({ pages: shown, edges: 0, trails: 0 }, total)
    if (tokens > limit) break
    if (page === wanted) return tokens
  }
  return Number.POSITIVE_INFINITY
}
