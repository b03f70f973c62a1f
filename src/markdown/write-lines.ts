import type { GraphSource } from './graph-source.ts'

/**
 * The graph as JSON, one value a line and each line with its line feed: first `{"revision": …}` where there is one,
 * then nodes, edges and paths, each under a key that says what it is. One line at a time: the graph is never whole in
 * memory.
 */
export function* graphLines(graph: GraphSource): Generator<string> {
  if (graph.revision !== undefined) yield `${JSON.stringify({ revision: graph.revision })}\n`
  for (const node of graph.nodes) yield `${JSON.stringify({ node })}\n`
  for (const edge of graph.edges) yield `${JSON.stringify({ edge })}\n`
  for (const path of graph.paths) yield `${JSON.stringify({ path })}\n`
}
