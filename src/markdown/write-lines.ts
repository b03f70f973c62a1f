import type { GraphInput } from '../core/graph-input.ts'

/**
 * The graph as JSON, one value a line and each line with its line feed: first `{"revision": …}` where there is one,
 * then nodes, edges and paths, each under a key that says what it is. One line at a time, so that a graph of any size
 * is written without a second copy of it in memory.
 */
export function* graphLines(graph: GraphInput): Generator<string> {
  if (graph.revision !== undefined) yield `${JSON.stringify({ revision: graph.revision })}\n`
  for (const node of graph.nodes) yield `${JSON.stringify({ node })}\n`
  for (const edge of graph.edges) yield `${JSON.stringify({ edge })}\n`
  for (const path of graph.paths) yield `${JSON.stringify({ path })}\n`
}
