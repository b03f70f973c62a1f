import type { GraphInput } from '../core/graph-input.ts'

/**
 * The graph as one JSON document with a line for each node, edge and path: it can be read, searched and compared line
 * by line, and is written without a second copy of it in memory.
 */
export function* graphDocument({ revision, nodes, edges, paths }: GraphInput): Generator<string> {
  yield revision === undefined ? '{' : `{"revision":${JSON.stringify(revision)},\n`
  yield* list('nodes', nodes)
  yield ',\n'
  yield* list('edges', edges)
  yield ',\n'
  yield* list('paths', paths)
  yield '}\n'
}

function* list(name: string, items: readonly object[]): Generator<string> {
  yield `"${name}":[`
  for (const [i, item] of items.entries()) yield `${i === 0 ? '\n' : ',\n'}${JSON.stringify(item)}`
  yield ']'
}
