import { contentDigest } from '../src/content-digest.ts'
import type { CompiledGraph } from '../src/core/compiled-graph.ts'
import { pointerInGraph } from '../src/core/field-lengths.ts'
import { GraphBuilder } from '../src/core/graph-builder.ts'
import { answerJson, buildPacket } from '../src/core/packet.ts'
import type { PacketPart } from '../src/core/packet-answer.ts'
import { countBareLines } from '../src/core/recount.ts'
import { Scratch } from '../src/core/scratch.ts'
import { countingFor } from '../src/token-counters.ts'
import { type FarLinks, syntheticPages } from './graphs.ts'

const { counter, costs } = countingFor('o200k_base')

/** The settings of the service as it comes, and what it works with. */
export const settings = {
  localShareBasisPoints: 313,
  corpusShareBasisPoints: 1250,
  fallbackInputTokens: 65_536,
  summaryDistance: 1,
  safetyMarginBasisPoints: 0,
}
export const ports = { costs, models: { compositions: [], profiles: [] }, scratch: new Scratch() }

/** A synthetic graph as it is kept, made page by page, and the paths of its pages. */
export function compiledPages(pages: number, farLinks: FarLinks = 'hubs'): { graph: CompiledGraph; paths: string[] } {
  const limits = { maxFieldBytes: Number.POSITIVE_INFINITY }
  const builder = new GraphBuilder({ counter, digest: contentDigest }, limits, pointerInGraph)
  const { paths, node, ends, trail } = syntheticPages(pages, 1, farLinks)
  for (let i = 0; i < pages; i++) builder.addNode(node(i))
  for (let i = 0; i < pages; i++) for (const end of ends(i)) builder.addEdge(i, end, 'link')
  for (let i = 0; i < pages; i++) builder.addTrail(trail(i), 'breadcrumb')
  const graph = builder.finish('bench')
  countBareLines(graph, costs)
  return { graph, paths }
}

/** The answer to a read step on one target, by default with the text alone. */
export function packetAnswer(
  graph: CompiledGraph,
  target: string,
  budgetTokens: number,
  include: readonly PacketPart[] = ['text'],
): Uint8Array {
  const step = { scope: 'local', access: 'read', targets: [target], budgetTokens } as const
  const outcome = buildPacket(step, graph, settings, ports)
  if (outcome.kind !== 'answered') throw new Error('a read step is answered')
  return answerJson(outcome, { include })
}

/** Memory of the compiled graph. */
export function compiledBytes(graph: CompiledGraph): number {
  const { lines, kinds, edges, neighbours, trails } = graph
  const arrays = [
    ...Object.values(lines),
    kinds,
    ...Object.values(edges),
    ...Object.values(neighbours),
    ...Object.values(trails),
  ]
  return arrays.reduce((sum, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0), 0)
}
