import { createHash } from 'node:crypto'
import { encode, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { compileGraph } from '../../../src/core/compile-graph.ts'
import type { CompiledGraph } from '../../../src/core/compiled-graph.ts'
import type { GraphInput } from '../../../src/core/graph-input.ts'
import { answerJson, buildPacket, type PacketOutcome } from '../../../src/core/packet.ts'
import type { Budget, ContextPreflight, GraphIssues, PacketPart } from '../../../src/core/packet-answer.ts'
import { PacketCosts } from '../../../src/core/packet-text.ts'
import { Scratch } from '../../../src/core/scratch.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import { packetTextBytes } from '../../../src/core/write-packet-text.ts'
import type { Case } from './arbitraries.ts'

export const counterOf = (encoding: string, count: (text: string) => number): TokenCounter => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return { encoding, count, countBytes: (bytes) => count(decoder.decode(bytes)) }
}

/** One character is one token. */
export const characters = counterOf('characters', (text) => Array.from(text).length)

setMergeCacheSize(0)
const disallowedSpecial = new Set<string>()

export const o200k = counterOf('o200k_base', (text) => encode(text, { disallowedSpecial }).length)

export function digest(chunks: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex').slice(0, 16)
}

export function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

// One for all cases: a mark of an earlier packet must not show in a later one.
export const scratch = new Scratch()

/** The outcome of a case, and the digest that was asked for; '' where none was. The input is frozen first. */
export function ask(given: Case, counter: TokenCounter) {
  const { graph, digested } = compile(given.graph, counter)
  return { outcome: askOf(graph, given, counter), digested }
}

export function compile(input: GraphInput, counter: TokenCounter) {
  freeze(input)
  let digested = ''
  const ports = {
    counter,
    digest: (chunks: Iterable<string>) => {
      digested = digest(chunks)
      return digested
    },
  }
  const graph = compileGraph(input, ports, { maxFieldBytes: Number.POSITIVE_INFINITY })
  return { graph, digested }
}

/** The outcome of a case on a graph that was compiled before. */
export function askOf(graph: CompiledGraph, given: Omit<Case, 'graph'>, counter: TokenCounter): PacketOutcome {
  freeze(given)
  return buildPacket(given.step, graph, given.settings, {
    costs: new PacketCosts(counter),
    models: given.models,
    scratch,
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The answer as it goes out; a refusal as it is handed on. */
export const bytesOf = (outcome: PacketOutcome, include?: readonly PacketPart[]): string =>
  outcome.kind === 'refused' ? JSON.stringify(outcome) : utf8.decode(answerJson(outcome, { include }))

/** What the contract fixes of an outcome, refused or answered. */
export const contentOf = (outcome: PacketOutcome, include?: readonly PacketPart[]): Content => ({
  packet: null,
  ...JSON.parse(bytesOf(outcome, include)),
})

/** The text as it goes out by itself. */
export const plainTextOf = (outcome: PacketOutcome): string | undefined =>
  outcome.kind === 'answered' && outcome.packet ? utf8.decode(packetTextBytes(outcome.packet)) : undefined

export interface Content {
  readonly packet: WholePacket | null
  readonly contextPreflight: ContextPreflight
  readonly budget: Budget
  readonly graphIssues: GraphIssues
}

/** A packet with every part, as the answer holds it. */
export interface WholePacket {
  readonly revision: string
  readonly tokenizer: string
  readonly tokens: number
  readonly text: string
  readonly nodes: GraphInput['nodes']
  readonly edges: GraphInput['edges']
  readonly paths: GraphInput['paths']
  readonly counts: Record<'nodes' | 'edges' | 'paths' | 'summaries', { readonly kept: number; readonly total: number }>
}

export const packetOf = (given: Case, counter: TokenCounter): WholePacket | null =>
  contentOf(ask(given, counter).outcome).packet
