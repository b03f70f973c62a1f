import { hash } from 'node:crypto'
import { bufferOf } from '../buffer-of.ts'
import type { Decisions } from '../core/decisions.ts'
import { valueSpan } from '../core/json-text.ts'
import { answerJson, type PacketOutcome } from '../core/packet.ts'
import type { PacketPart } from '../core/packet-answer.ts'
import type { Step } from '../core/step.ts'
import { packetTextBytes, passingText } from '../core/write-packet-text.ts'
import type { Recorded } from '../run-recorder.ts'
import { sourceOf } from './json-body.ts'
import type { LogFigures } from './plugins/request-log.ts'
import { problemOfRefusal } from './problem.ts'

/** JSON, or the packet's bare text. */
export type AnswerForm = 'json' | 'text'

/** A packet whose answer is written but for what became of its record: plain data, which can cross from thread to thread. */
export interface WrittenPacket {
  readonly outcome: WrittenOutcome
  readonly form: AnswerForm
  /** Absent where the step is refused. */
  readonly body?: Uint8Array | undefined
  /** SHA-256 of the packet's text, in hex; absent where there is none. */
  readonly digest?: string | undefined
  /** Where they were asked for. */
  readonly decisions?: Decisions | undefined
  readonly figures: LogFigures
}

/** What the record and a refusal tell; the packet itself is in the body. */
export type WrittenOutcome =
  | Extract<PacketOutcome, { kind: 'refused' }>
  | Omit<Extract<PacketOutcome, { kind: 'answered' }>, 'packet'>

/** What of a request its answer needs, beside the packet. */
export interface AnsweredRequest {
  readonly step: Step
  readonly include?: readonly PacketPart[] | undefined
  /** JSON source of the request. The capsule of a hosted run is copied from it: parsing and writing it anew would change numbers that no double holds. */
  readonly source: string
}

/** @throws Problem `body-too-deep` for a capsule that is nested too deeply */
export function writePacket(
  outcome: PacketOutcome,
  request: AnsweredRequest,
  form: AnswerForm,
  maxJsonDepth: number,
  decisions?: Decisions,
): WrittenPacket {
  const figures = packetFigures(outcome)
  if (outcome.kind === 'refused') return { outcome, form, figures, decisions }
  const { packet, ...rest } = outcome
  if (form === 'text') {
    const body = packet === null ? new Uint8Array() : packetTextBytes(packet)
    return { outcome: rest, form, figures, digest: packet === null ? undefined : hash('sha256', body), body }
  }
  const text = packet === null ? undefined : passingText(packet)
  const digest = text && hash('sha256', text.bytes)
  const { step, include, source } = request
  // Looked for only where it is: the way to it can lead past a graph of many megabytes.
  const capsule = step.host && valueSpan(source, ['step', 'host', 'capsule'])
  const hostCapsule = capsule && sourceOf(source, capsule, maxJsonDepth)
  const body = answerJson(outcome, { include, hostCapsule, digest: digest && `sha256:${digest}`, text })
  return { outcome: rest, form, figures, digest, decisions, body }
}

/**
 * The body of the answer, in UTF-8.
 *
 * @param recorded undefined for a step without a run
 * @throws Problem for a step that is refused
 */
export function packetReply({ outcome, body, form, decisions }: WrittenPacket, recorded: Recorded | undefined): Buffer {
  const fields = { ...recordFields(recorded), ...(decisions && { decisions }) }
  if (outcome.kind === 'refused') throw problemOfRefusal(outcome, fields)
  const bytes = bufferOf(body ?? new Uint8Array())
  return form === 'text' || Object.keys(fields).length === 0 ? bytes : withMembers(bytes, fields)
}

/** The record of a packet for a header: compact JSON in ASCII. */
function preflightHeader({ outcome }: WrittenPacket): string {
  return JSON.stringify(outcome.contextPreflight).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Headers of the answer in the form of a text, beside its type. */
export function textHeaders(packet: WrittenPacket): Record<string, string> {
  const { digest } = packet
  const named =
    digest === undefined ? {} : { 'content-digest': `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:` }
  return { 'context-preflight': preflightHeader(packet), ...named }
}

/** What the log tells of a packet: sizes and outcome, no names. */
function packetFigures(outcome: PacketOutcome): LogFigures {
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

function recordFields(recorded: Recorded | undefined): object {
  if (recorded === undefined) return {}
  return recorded.recorded ? { recorded: true } : { recorded: false, recordFault: recorded.reason }
}

/** @param json an object that is not empty */
function withMembers(json: Buffer, members: object): Buffer {
  return Buffer.concat([json.subarray(0, -1), Buffer.from(`,${JSON.stringify(members).slice(1)}`)])
}
