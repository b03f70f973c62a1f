import { type CompiledGraph, hasSummary } from '../../src/core/compiled-graph.ts'
import { countingFor } from '../../src/token-counters.ts'

/** Pages in the order in which they are kept, with their distance from the target; the target first. */
export type Order = Iterable<{ readonly page: number; readonly distance: number }>

/** What a page's line shows from the start. */
export type Level = 'path' | 'title' | 'summary'
export type Levels = (distance: number, place: number) => Level

const { counter, costs } = countingFor('o200k_base')
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export interface Found {
  /** Of the smallest packet that holds the page: pages, numbers and the first line, as the trim counts them. Infinity: past `limit`. */
  readonly tokens: number
  /** Whether its line shows its summary, or it has none. */
  readonly isFull: boolean
}

export function findIn(order: Order, wanted: number, graph: CompiledGraph, limit: number, levels: Levels): Found {
  const { lines, pages, totals } = graph
  const total = { pages, edges: totals.edges, trails: totals.trails }
  let body = costs.headerFrame(graph.revision)
  let shown = 0
  for (const { page, distance } of order) {
    const level = levels(distance, shown)
    const isFull = level === 'summary' || !hasSummary(lines, page)
    shown++
    body += costs.number(shown) + lineCost(graph, page, isFull && level !== 'path' ? 'summary' : level)
    const tokens = body + costs.headerNumbers({ pages: shown, edges: 0, trails: 0 }, total)
    if (tokens > limit) break
    if (page === wanted) return { tokens, isFull: level === 'summary' }
  }
  return { tokens: Number.POSITIVE_INFINITY, isFull: false }
}

function lineCost({ lines }: CompiledGraph, page: number, level: Level): number {
  if (level === 'summary') return lines.costs[page]
  if (level === 'title') return costs.bareLine(lines, page)
  return counter.count(`${decoder.decode(lines.bytes.subarray(lines.starts[page], lines.pathEnds[page]))}\n`)
}
