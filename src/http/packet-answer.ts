import { elementSpans, type Span, valueSpan } from '../core/json-text.ts'
import { answerJson, type PacketOutcome } from '../core/packet.ts'
import type { PacketPart } from '../core/packet-answer.ts'
import type { Step } from '../core/step.ts'
import { packetTextBytes } from '../core/write-packet-text.ts'
import { sourceOf } from './json-body.ts'
import type { LogFigures } from './plugins/request-log.ts'
import type { PacketAnswered } from './ports.ts'
import { type Problem, problemOfRefusal } from './problem.ts'

/** What of a request its answer needs, beside the packet. */
export interface AnsweredRequest {
  readonly step: Step
  readonly include?: readonly PacketPart[] | undefined
  readonly source: string
  readonly maxJsonDepth: number
}

/**
 * The body of the answer to a packet request, in UTF-8. The capsule of a hosted run is copied from the request's source:
 * parsing and writing it anew would change numbers that no double holds.
 *
 * @throws Problem for a step that is refused, and for a capsule that is nested too deeply
 */
export function packetAnswerBody(answered: PacketAnswered, request: AnsweredRequest): Buffer {
  const { outcome } = answered
  if (outcome.kind === 'refused') throw refusal(outcome, answered)
  const { step, include, source, maxJsonDepth } = request
  // Looked for only where it is: the way to it can lead past a graph of many megabytes.
  const capsule = step.host && valueSpan(source, ['step', 'host', 'capsule'])
  const hostCapsule = capsule && sourceOf(source, capsule, maxJsonDepth)
  return asBuffer(answerJson(outcome, { include, hostCapsule, more: furtherFields(answered) }))
}

/** The body of the answer to a batch: each step with what it alone would have been answered with. */
export function batchAnswerBody(
  answered: readonly PacketAnswered[],
  request: Omit<AnsweredRequest, 'step'> & { readonly steps: readonly Step[] },
  requestId: string,
): Buffer {
  const { steps, include, source, maxJsonDepth } = request
  const capsules = steps.some((step) => step.host) ? capsuleSpans(source) : []
  const parts = answered.flatMap(({ outcome, recorded }, i) => {
    const before = Buffer.from(i === 0 ? '{"answers":[' : ',')
    if (outcome.kind === 'refused') {
      const problem = refusal(outcome, { recorded })
      return [
        before,
        Buffer.from(`{"status":${problem.statusCode},"problem":${JSON.stringify(problem.document(requestId))}}`),
      ]
    }
    const hostCapsule = capsules[i] && sourceOf(source, capsules[i], maxJsonDepth)
    const answer = asBuffer(answerJson(outcome, { include, hostCapsule, more: furtherFields({ recorded }) }))
    return [before, Buffer.from('{"status":200,"answer":'), answer, Buffer.from('}')]
  })
  return Buffer.concat([...parts, Buffer.from(']}')])
}

/** The bare text of a packet, and its record for a header: compact JSON in ASCII. */
export function packetTextAnswer(answered: PacketAnswered): { text: Buffer; preflight: string } {
  const { outcome } = answered
  if (outcome.kind === 'refused') throw refusal(outcome, answered)
  const text = outcome.packet === null ? Buffer.alloc(0) : asBuffer(packetTextBytes(outcome.packet))
  const preflight = JSON.stringify(outcome.contextPreflight).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { text, preflight }
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

function refusal(
  outcome: Extract<PacketOutcome, { kind: 'refused' }>,
  answered: Pick<PacketAnswered, 'recorded' | 'decisions'>,
): Problem {
  return problemOfRefusal(outcome, furtherFields(answered))
}

/** What an answer holds beside the packet. */
function furtherFields({ recorded, decisions }: Pick<PacketAnswered, 'recorded' | 'decisions'>): object {
  const explained = decisions === undefined ? {} : { decisions }
  if (recorded === undefined) return explained
  return recorded.recorded
    ? { recorded: true, ...explained }
    : { recorded: false, recordFault: recorded.reason, ...explained }
}

function capsuleSpans(source: string): (Span | undefined)[] {
  const steps = valueSpan(source, ['steps'])
  if (steps === undefined) return []
  return Array.from(elementSpans(source, steps), (step) => valueSpan(source, ['host', 'capsule'], step))
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
