import type { Readable } from 'node:stream'
import { addGraph } from '../core/compile-graph.ts'
import { pointerInBody } from '../core/field-lengths.ts'
import type { GraphInput } from '../core/graph-input.ts'
import type { KeptGraphs, PutAnswer } from '../kept-graphs.ts'
import { readGraphLines } from './ndjson-graph.ts'

/** A graph as it comes: whole, or line by line. */
export type SentGraph = GraphInput | Readable

/**
 * Keeps a graph that came as JSON or as NDJSON.
 *
 * @param maxLineBytes bytes of a line of NDJSON
 * @throws Problem, CoreError, StoreError
 */
export async function keepGraph(
  graphs: KeptGraphs,
  id: string,
  sent: SentGraph,
  maxLineBytes: number,
): Promise<PutAnswer> {
  const builder = graphs.builder(pointerInBody)
  if (!('nodes' in sent)) return graphs.put(id, await readGraphLines(sent, builder, maxLineBytes))
  addGraph(builder, sent)
  return graphs.put(id, builder.finish(sent.revision))
}
