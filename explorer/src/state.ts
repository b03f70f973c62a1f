import type { StepBody } from './api.ts'

export type Source =
  | { readonly kind: 'example'; readonly name: string }
  /** Without a revision the current one. */
  | { readonly kind: 'kept'; readonly id: string; readonly revision?: string }
  | { readonly kind: 'pasted'; readonly text: string }
  /** A link to a pasted graph that was too large for it. */
  | { readonly kind: 'missing' }

export interface PacketState {
  readonly source: Source
  /** Null until it is edited: the example's own. */
  readonly step: StepBody | null
  /** As `step.budgetTokens`; null for the step's own. */
  readonly budget: number | null
  readonly page: string | null
}

export interface OutputState {
  /** Null: the example's own. A text too large for a link is `missing`. */
  readonly text: string | null
  readonly missing?: boolean
  readonly options: Readonly<Record<string, unknown>>
}

export interface State {
  readonly tab: 'packet' | 'output'
  readonly packet: PacketState
  readonly output: OutputState
}

/** Characters of a pasted text that a link can hold; browsers and chats cut longer ones. */
const LINKED_TEXT = 6000

export const FIRST_STATE: State = {
  tab: 'packet',
  packet: { source: { kind: 'example', name: 'packet-trimmed' }, step: null, budget: null, page: null },
  output: { text: null, options: { strategy: 'head-tail', maxBytes: 500 } },
}

export function hashOf({ tab, packet, output }: State): string {
  const source: Source =
    packet.source.kind === 'pasted' && tooLong(packet.source.text) ? { kind: 'missing' } : packet.source
  return `#${encodeURIComponent(JSON.stringify({ tab, packet: { ...packet, source }, output: linkedOutput(output) }))}`
}

/** What of an output's state a link can hold. A text without the report of its earlier cut would be another request. */
function linkedOutput(output: OutputState): OutputState {
  const { prior, ...options } = output.options
  if (prior !== undefined && tooLong(JSON.stringify(prior))) return { text: '', missing: true, options }
  return output.text !== null && tooLong(output.text) ? { text: '', missing: true, options: output.options } : output
}

function tooLong(text: string): boolean {
  return text.length > LINKED_TEXT
}

/** Whether a value has what the form of a step needs; the service says what else is not right. */
export function isStep(value: unknown): value is StepBody {
  const isPaths = (paths: unknown) => Array.isArray(paths) && paths.every((path) => typeof path === 'string')
  if (typeof value !== 'object' || value === null) return false
  const { targets, requestedPages = [] } = value as Partial<StepBody>
  return isPaths(targets) && isPaths(requestedPages)
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

/** The state of a link; the first state where the link holds none. */
export function stateOf(hash: string): State {
  if (hash.length < 2) return FIRST_STATE
  try {
    const { tab, packet, output } = JSON.parse(decodeURIComponent(hash.slice(1))) as Partial<State>
    const { source } = packet ?? {}
    const named =
      (source?.kind === 'example' && typeof source.name === 'string') ||
      (source?.kind === 'kept' && typeof source.id === 'string' && isTextOrNone(source.revision)) ||
      (source?.kind === 'pasted' && typeof source.text === 'string') ||
      source?.kind === 'missing'
    return {
      tab: tab === 'output' ? 'output' : 'packet',
      packet:
        packet && named && (packet.step === null || isStep(packet.step))
          ? { ...FIRST_STATE.packet, ...packet }
          : FIRST_STATE.packet,
      output:
        output && typeof output.options === 'object' && (output.text === null || typeof output.text === 'string')
          ? { ...FIRST_STATE.output, ...output }
          : FIRST_STATE.output,
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof URIError) return FIRST_STATE
    throw error
  }
}
