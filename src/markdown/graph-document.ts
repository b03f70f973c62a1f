import type { GraphSource } from './graph-source.ts'

/**
 * The graph as one JSON document with a line for each node, edge and path: it can be read, searched and compared line
 * by line, and is never whole in memory.
 */
export function* graphDocument(graph: GraphSource): Generator<string> {
  const { revision } = graph
  yield revision === undefined ? '{' : `{"revision":${JSON.stringify(revision)},\n`
  yield* list('nodes', graph.nodes)
  yield ',\n'
  yield* list('edges', graph.edges)
  yield ',\n'
  yield* list('paths', graph.paths)
  yield '}\n'
}

function* list(name: string, items: Iterable<object>): Generator<string> {
  yield `"${name}":[`
  let mark = '\n'
  for (const item of items) {
    yield mark + JSON.stringify(item)
    mark = ',\n'
  }
  yield ']'
}
