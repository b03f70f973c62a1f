import type { MessagePort } from 'node:worker_threads'
import { bufferOf } from '../buffer-of.ts'
import type { Config } from '../config.ts'
import { contentDigest } from '../content-digest.ts'
import { addGraph } from '../core/compile-graph.ts'
import { pointerInBody } from '../core/field-lengths.ts'
import { GraphBuilder } from '../core/graph-builder.ts'
import type { GraphInput } from '../core/graph-input.ts'
import { graphLimits } from '../graph-limits.ts'
import { parseJsonBody } from '../http/json-body.ts'
import { readGraphLines } from '../http/ndjson-graph.ts'
import { readGraph } from '../http/packet-request-bytes.ts'
import { Graph } from '../http/schemas/graph.ts'
import { requireValid } from '../http/zod.ts'
import { type KeptForm, keptForm } from '../kept-form.ts'
import { measured, measuredAsync, type StageObserver } from '../telemetry/observer.ts'
import { countingFor } from '../token-counters.ts'
import { receivedChunks } from './chunk-stream.ts'
import type { JobTools } from './job.ts'
import { requireRoom } from './require-room.ts'

/** @throws Problem and CoreError for a graph that is refused */
export function keptGraphOfJson({ body }: { readonly body: Uint8Array }, { config, observer }: JobTools): KeptForm {
  const graph = measured(observer, 'compile', () => readGraph(body, builder(config), config.maxFieldBytes))
  if (graph !== undefined) return keptForm(graph, config.packetTokenizer)
  requireRoom(body, config)
  const sent = measured(observer, 'parse', () => requireValid(Graph, parseJsonBody(bufferOf(body), undefined).value))
  return keptGraph(sent, config, observer)
}

/**
 * @param chunks through which the lines come, see {@link receivedChunks}
 * @throws Problem and CoreError for a graph that is refused
 */
export async function keptGraphOfLines(
  { chunks }: { readonly chunks: MessagePort },
  { config, observer }: JobTools,
): Promise<KeptForm> {
  // They are compiled as they come, so that the time they take to come is in it.
  const graph = await measuredAsync(observer, 'read', () =>
    readGraphLines(receivedChunks(chunks), builder(config), config.bodyLimitBytes),
  )
  return keptForm(graph, config.packetTokenizer)
}

/** @throws CoreError for a graph that is refused */
export function keptGraph(graph: GraphInput, config: Config, observer: StageObserver): KeptForm {
  return measured(observer, 'compile', () => {
    const own = builder(config)
    addGraph(own, graph)
    return keptForm(own.finish(graph.revision), config.packetTokenizer)
  })
}

function builder(config: Config): GraphBuilder {
  const { counter } = countingFor(config.packetTokenizer)
  return new GraphBuilder({ counter, digest: contentDigest }, graphLimits(config), pointerInBody)
}
