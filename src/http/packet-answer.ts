import { valueSpan } from '../core/json-text.ts'
import { answerJson, type PacketOutcome } from '../core/packet.ts'
import type { PacketPart } from '../core/packet-answer.ts'
import type { Step } from '../core/step.ts'
import { sourceOf } from './json-body.ts'
import type { LogFigures } from './plugins/request-log.ts'
import { problemOfRefusal } from './problem.ts'

/** What of a request its answer needs, beside the packet. */
export interface AnsweredRequest {
  readonly step: Step
  readonly include: readonly PacketPart[] | undefined
  readonly source: string
}

/**
 * The body of the answer to a packet request, in UTF-8. The capsule of a hosted run is copied from the request's source:
 * parsing and writing it anew would change numbers that no double holds.
 *
 * @throws Problem for a step that is refused, and for a capsule that is nested too deeply
 */
export function packetAnswerBody(outcome: PacketOutcome, request: AnsweredRequest, maxJsonDepth: number): Buffer {
  if (outcome.kind === 'refused') throw problemOfRefusal(outcome)
  const { step, include, source } = request
  // Looked for only where it is: the way to it can lead past a graph of many megabytes.
  const capsule = step.host && valueSpan(source, ['step', 'host', 'capsule'])
  const body = answerJson(outcome, include, capsule && sourceOf(source, capsule, maxJsonDepth))
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

/** What the log tells of a packet: sizes and outcome, no names. */
export function packetFigures(outcome: PacketOutcome): LogFigures {
  const { budget, contextPreflight } = outcome
  const packet = outcome.kind === 'answered' ? outcome.packet : null
  return {
    outcome: outcome.kind,
    preflight: contextPreflight.reason ?? contextPreflight.status,
    budgetTokens: budget.tokens,
    packetTokens: packet?.kept.tokens ?? null,
    observedTokens: contextPreflight.limit?.observed ?? null,
    windowTokens: budget.window.effective,
    pagesKept: packet?.kept.pages.length ?? null,
    pagesTotal: packet?.total.pages ?? null,
  }
}
