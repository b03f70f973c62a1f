import { bufferOf } from '../buffer-of.ts'
import type { CompiledGraph } from '../core/compiled-graph.ts'
import { valueSpan } from '../core/json-text.ts'
import type { Step } from '../core/step.ts'
import { parseJsonBody } from '../http/json-body.ts'
import type { AnsweredRequest, WrittenPacket } from '../http/packet-answer.ts'
import { readPacketRequest } from '../http/packet-request-bytes.ts'
import type { AnswerWanted } from '../http/ports.ts'
import { PacketRequest } from '../http/schemas/packet.ts'
import { requireValid } from '../http/zod.ts'
import type { GraphReference } from '../kept-graphs.ts'
import { measured } from '../telemetry/observer.ts'
import { type PacketWriting, writtenPacket } from '../written-packet.ts'
import { requireRoom } from './require-room.ts'

export interface InlinePacketInput {
  /** Of the request, as it came. */
  readonly body: Uint8Array
  readonly wanted: AnswerWanted
}

export type InlinePacketResult =
  | (WrittenPacket & { readonly step: Pick<Step, 'id' | 'runId' | 'scope' | 'access'> })
  /** A large request that names a kept graph: whoever has that graph goes on. */
  | { readonly request: AnsweredRequest; readonly graph: GraphReference }

/**
 * The packet of a request that carries its graph.
 *
 * @throws Problem and CoreError for a request that is refused
 */
export function inlinePacket({ body, wanted }: InlinePacketInput, tools: PacketWriting): InlinePacketResult {
  const { config, packets, observer } = tools
  const limits = { maxFieldBytes: config.maxFieldBytes, heapBytes: config.workerMemoryMb * 2 ** 20 }
  const read = measured(observer, 'compile', () => readPacketRequest(body, packets.builderFor, limits))
  if (read !== undefined) return answered(read.request, read.graph, wanted, tools)
  requireRoom(body, config)
  const { source, value } = measured(observer, 'parse', () => parseJsonBody(bufferOf(body), undefined))
  const { step, graph, include } = requireValid(PacketRequest, value)
  if ('id' in graph) return { request: { step, include, source: stepSource(source, step) }, graph }
  return answered({ step, include, source }, packets.compile(step, graph), wanted, tools)
}

function answered(request: AnsweredRequest, graph: CompiledGraph, wanted: AnswerWanted, tools: PacketWriting) {
  const { id, runId, scope, access } = request.step
  return { ...writtenPacket(request, graph, wanted, tools), step: { id, runId, scope, access } }
}

function stepSource(source: string, step: Step): string {
  const span = step.host && valueSpan(source, ['step'])
  return span === undefined ? '' : `{"step":${source.slice(span.start, span.end)}}`
}
