import type { Readable } from 'node:stream'
import type { GraphInput } from '../core/graph-input.ts'
import type { KeptGraphs, PutAnswer } from '../kept-graphs.ts'
import { readGraphLines } from './ndjson-graph.ts'

/** A graph as it comes: whole, or line by line. */
export type SentGraph = GraphInput | Readable

/**
 * Keeps a graph that came as JSON or as NDJSON.
 *
 * @throws Problem, CoreError, StoreError
 */
export async function keepGraph(
  graphs: KeptGraphs,
  id: string,
  sent: SentGraph,
  limits: { readonly bodyLimitBytes: number },
): Promise<PutAnswer> {
  if (!('nodes' in sent)) {
    const builder = graphs.builder((list, index, field) => `/${list}/${index}/${field}`)
    return graphs.put(id, await readGraphLines(sent, builder, limits.bodyLimitBytes))
  }
  const builder = graphs.builder((list, index, field) => `/${list}/${index}/${field}`)
  for (const node of sent.nodes) builder.addNode(node)
  for (const { from, to, kind } of sent.edges) builder.addEdge(from, to, kind)
  for (const { nodes, kind } of sent.paths) builder.addTrail(nodes, kind)
  return graphs.put(id, builder.finish(sent.revision))
}
