import type { Config } from './config.ts'
import type { CompiledGraph } from './core/compiled-graph.ts'
import { type AnsweredRequest, type WrittenPacket, writePacket } from './http/packet-answer.ts'
import type { AnswerWanted } from './http/ports.ts'
import type { PacketService } from './packet-service.ts'
import { measured, type StageObserver } from './telemetry/observer.ts'

export interface PacketWriting {
  readonly config: Config
  readonly packets: PacketService
  readonly observer: StageObserver
}

/**
 * The answer to a step on a compiled graph, in one go: other packets use the same marks later.
 *
 * @param graph counted in the step's encoding
 * @throws Problem
 */
export function writtenPacket(
  request: AnsweredRequest,
  graph: CompiledGraph,
  { form, explain }: AnswerWanted,
  { config, packets, observer }: PacketWriting,
): WrittenPacket {
  const { step } = request
  const outcome = packets.compiled(step, graph)
  const decisions = explain && packets.explain(step, graph, outcome, explain.pages)
  return measured(observer, 'write', () => writePacket(outcome, request, form, config.maxJsonDepth, decisions))
}
