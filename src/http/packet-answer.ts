import { valueSpan } from '../core/json-text.ts'
import type { PacketOutcome } from '../core/packet.ts'
import type { Step } from '../core/step.ts'
import { sourceOf } from './json-body.ts'
import type { LogFigures } from './plugins/request-log.ts'
import { problemOfRefusal } from './problem.ts'

/**
 * The body of the answer to a packet request. The capsule of a hosted run is copied from the request's source:
 * parsing and writing it anew would change numbers that no double holds.
 *
 * @throws Problem for a step that is refused, and for a capsule that is nested too deeply
 */
export function packetAnswerBody(
  outcome: PacketOutcome,
  step: Step,
  requestSource: string,
  maxJsonDepth: number,
): string {
  if (outcome.kind === 'refused') throw problemOfRefusal(outcome)
  const body = JSON.stringify(outcome.answer)
  // Looked for only where it is: the way to it can lead past a graph of many megabytes.
  const capsule = step.host && valueSpan(requestSource, ['step', 'host', 'capsule'])
  return capsule ? `{"hostCapsule":${sourceOf(requestSource, capsule, maxJsonDepth)},${body.slice(1)}` : body
}

/** What the log tells of a packet: sizes and outcome, no names. */
export function packetFigures(outcome: PacketOutcome): LogFigures {
  const { budget, contextPreflight } = outcome.kind === 'answered' ? outcome.answer : outcome
  const packet = outcome.kind === 'answered' ? outcome.answer.packet : null
  return {
    outcome: outcome.kind,
    preflight: contextPreflight.reason ?? contextPreflight.status,
    budgetTokens: budget.tokens,
    packetTokens: packet?.tokens ?? null,
    observedTokens: contextPreflight.limit?.observed ?? null,
    windowTokens: budget.window.effective,
    pagesKept: packet?.counts.nodes.kept ?? null,
    pagesTotal: packet?.counts.nodes.total ?? null,
  }
}
