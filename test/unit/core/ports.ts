import { createHash } from 'node:crypto'
import { encode, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { compileGraph } from '../../../src/core/compile-graph.ts'
import type { GraphInput } from '../../../src/core/graph-input.ts'
import { answerJson, buildPacket, type PacketOutcome } from '../../../src/core/packet.ts'
import type { Budget, ContextPreflight, GraphIssues, PacketPart } from '../../../src/core/packet-answer.ts'
import { PacketCosts } from '../../../src/core/packet-text.ts'
import { Scratch } from '../../../src/core/scratch.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import type { Case } from './arbitraries.ts'

/** One character is one token. */
export const characters: TokenCounter = { encoding: 'characters', count: (text) => Array.from(text).length }

setMergeCacheSize(0)
const disallowedSpecial = new Set<string>()

export const o200k: TokenCounter = {
  encoding: 'o200k_base',
  count: (text) => encode(text, { disallowedSpecial }).length,
}

export function digest(chunks: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex').slice(0, 16)
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

// One for all cases: a mark of an earlier packet must not show in a later one.
const scratch = new Scratch()

/** The core's outcome, and the digest that it asked for; '' where it did not. The input is frozen first. */
export function ask(given: Case, counter: TokenCounter) {
  freeze(given)
  let digested = ''
  const compilePorts = {
    counter,
    digest: (chunks: Iterable<string>) => {
      digested = digest(chunks)
      return digested
    },
  }
  const graph = compileGraph(given.graph, compilePorts, { maxFieldBytes: Number.POSITIVE_INFINITY })
  const ports = { costs: new PacketCosts(counter), models: given.models, scratch }
  return { outcome: buildPacket(given.step, graph, given.settings, ports), digested }
}

/** What the contract fixes of an outcome, refused or answered. */
export function contentOf(outcome: PacketOutcome, include?: readonly PacketPart[]): Content {
  if (outcome.kind === 'refused') return { ...outcome, packet: null }
  return JSON.parse(new TextDecoder().decode(answerJson(outcome, include)))
}

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
