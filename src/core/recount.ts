import { type CompiledGraph, hasSummary } from './compiled-graph.ts'
import type { PacketCosts } from './packet-text.ts'
import type { TokenCounter } from './tokens.ts'

/** The same graph with its lines counted by another counter. */
export function recounted(graph: CompiledGraph, counter: TokenCounter): CompiledGraph {
  const { lines, totals, pages } = graph
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const costs = new Uint32Array(pages)
  let lineCosts = 0
  for (let page = 0; page < pages; page++) {
    costs[page] = counter.count(decoder.decode(lines.bytes.subarray(lines.starts[page], lines.starts[page + 1])))
    lineCosts += costs[page]
  }
  const recountedLines = { ...lines, costs, bareCosts: new Uint32Array(pages) }
  return { ...graph, lines: recountedLines, totals: { ...totals, lineCosts } }
}

/** Counts ahead what a trim asks for page by page: the lines without their summaries. */
export function countBareLines({ lines, pages }: CompiledGraph, costs: PacketCosts): void {
  for (let page = 0; page < pages; page++) if (hasSummary(lines, page)) costs.bareLine(lines, page)
}
