import assert from 'node:assert/strict'
import { get_encoding } from 'tiktoken'
import { describe, expect, it } from 'vitest'
import type { GraphInput } from '../../../src/core/graph-input.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import type { Case } from './arbitraries.ts'
import { type Corpus, corpora } from './corpora.ts'
import { expectedPacket } from './oracle.ts'
import { ask, characters, contentOf, counterOf, o200k, packetOf, type WholePacket } from './ports.ts'

/** The page with the most links, the first, one in the middle, and one that no page links to. */
function targetsOf({ nodes, edges }: GraphInput): string[] {
  const links = Map.groupBy(
    edges.flatMap(({ from, to }) => [from, to]),
    (path) => path,
  )
  const degree = (path: string) => links.get(path)?.length ?? 0
  const paths = nodes.map((node) => node.path)
  const byDegree = paths.toSorted((a, b) => degree(b) - degree(a))
  const chosen = [byDegree[0], paths[0], paths[paths.length >> 1], byDegree.at(-1)]
  return [...new Set(chosen.filter((path) => path !== undefined))]
}

/** Counts each text once. */
function remembering(counter: TokenCounter): TokenCounter {
  const counts = new Map<string, number>()
  return counterOf(counter.encoding, (text) => {
    const tokens = counts.get(text) ?? counter.count(text)
    counts.set(text, tokens)
    return tokens
  })
}

const question = ({ graph }: Corpus, targets: string[], budgetTokens: number): Case => ({
  step: { scope: 'local', access: 'read', targets, budgetTokens },
  graph,
  settings: {
    localShareBasisPoints: 313,
    corpusShareBasisPoints: 1_250,
    fallbackInputTokens: 65_536,
    summaryDistance: 1,
    safetyMarginBasisPoints: 0,
  },
  models: { compositions: [], profiles: [] },
})

function packetFor(given: Case, counter: TokenCounter): WholePacket {
  const packet = packetOf(given, counter)
  assert(packet !== null)
  return packet
}

function agrees(given: Case, counter: TokenCounter): void {
  const { outcome, digested } = ask(given, counter)
  const { packet, contextPreflight } = contentOf(outcome)
  const expected = expectedPacket(given.step, given.graph, given.settings, { counter, models: given.models }, digested)
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
  assert.deepStrictEqual(
    plain({ packet, contextPreflight }),
    plain({ packet: expected.packet, contextPreflight: expected.contextPreflight }),
  )
}

const reference = get_encoding('o200k_base')

const all = corpora()

describe.each(all)('$name', (corpus) => {
  const targets = targetsOf(corpus.graph)

  it('tokens is what tiktoken counts in the text, and within the budget, at four budgets from each target', () => {
    const counter = remembering(o200k)
    for (const target of targets) {
      let kept: string[] = []
      for (const budget of [200, 2_051, 8_192, 32_865]) {
        const { text, tokens, nodes } = packetFor(question(corpus, [target], budget), counter)
        expect(tokens).toBe(reference.encode(text, [], []).length)
        expect(tokens).toBeLessThanOrEqual(budget)
        const paths = nodes.map((node) => node.path)
        expect(paths.slice(0, kept.length)).toEqual(kept)
        kept = paths
      }
    }
  })

  it('the whole graph is laid out as the slow builder does, and with ten characters less', () => {
    const unbounded = question(corpus, targets.slice(0, 2), Number.MAX_SAFE_INTEGER)
    agrees(unbounded, characters)
    const { tokens } = packetFor(unbounded, characters)
    agrees(question(corpus, targets.slice(0, 2), tokens - 10), characters)
  })
})

describe.each(all.filter(({ graph }) => graph.nodes.length < 60))('$name', (corpus) => {
  it('every budget is spent as the slow builder does', () => {
    const targets = targetsOf(corpus.graph)
    for (const budget of [150, 400, 1_000, 2_051, 4_000, 8_192, 16_384]) {
      agrees(question(corpus, targets.slice(0, 1), budget), characters)
      agrees(question(corpus, targets.slice(1), Math.floor(budget / 4)), remembering(o200k))
    }
  })
})
