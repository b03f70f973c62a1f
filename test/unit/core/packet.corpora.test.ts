import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { get_encoding } from 'tiktoken'
import { describe, expect, it } from 'vitest'
import type { EdgeInput, GraphInput, NodeInput } from '../../../src/core/graph-input.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import type { Case } from './arbitraries.ts'
import { expectedPacket } from './oracle.ts'
import { ask, characters, contentOf, counterOf, o200k, packetOf, type WholePacket } from './ports.ts'

interface Corpus {
  name: string
  graph: GraphInput
}

/** What the files hold, apart from what a graph has no use for. */
interface CorpusFile {
  name: string
  commit: string
  nodes: NodeInput[]
  edges: EdgeInput[]
  paths: string[][]
}

/** A handbook of our own, for a checkout without the graphs of real documentation beside it. */
const handbook: CorpusFile = {
  name: 'handbook',
  commit: '0f1e2d3c',
  nodes: [
    {
      path: 'index.md',
      title: 'Handbook',
      summary: 'What a crew of the harbour needs to know, from arrival to leave.',
    },
    { path: 'arrival/berth.md', title: 'Finding a berth', summary: 'Berths are given out by draught, then by length.' },
    { path: 'arrival/papers.md', title: 'Papers', summary: 'Four papers: crew list, cargo list, health, insurance.' },
    {
      path: 'cargo/crane.md',
      title: 'Cranes 1–14',
      summary: 'Each crane lifts 40 t; two together lift 70 t, never 80.',
    },
    {
      path: 'cargo/gefahrgut.md',
      title: 'Gefährliche Güter',
      summary: 'Klassen 1 bis 9: getrennt lagern, täglich prüfen.',
    },
    { path: 'cargo/冷蔵.md', title: '冷蔵貨物', summary: '温度は一時間ごとに記録し、三日分を保管します。' },
    {
      path: 'leave/weather.md',
      title: 'Weather | wind',
      summary: 'Over 8 Bft nobody leaves.\nOver 10 Bft nobody works.',
    },
    { path: 'leave/pilot.md', title: 'พนักงานนำร่อง', summary: 'เรือยาวกว่าห้าสิบเมตรต้องมีผู้นำร่อง' },
    { path: 'words/a b [c].md', title: 'Words', kind: 'glossary' },
    { path: 'words/\u{1F6A2}.md', title: 'Ships \u{1F6A2}\u{1F6E5}\uFE0F', summary: 'قائمة السفن' },
    { path: 'lost.md', title: '2019' },
  ],
  edges: [
    { from: 'index.md', to: 'arrival/berth.md', kind: 'contains' },
    { from: 'index.md', to: 'arrival/papers.md', kind: 'contains' },
    { from: 'index.md', to: 'cargo/crane.md', kind: 'contains' },
    { from: 'index.md', to: 'leave/weather.md', kind: 'contains' },
    { from: 'arrival/berth.md', to: 'arrival/papers.md', kind: 'next' },
    { from: 'arrival/berth.md', to: 'arrival/papers.md', kind: 'link' },
    { from: 'cargo/crane.md', to: 'cargo/gefahrgut.md', kind: 'link' },
    { from: 'cargo/gefahrgut.md', to: 'cargo/冷蔵.md', kind: 'link' },
    { from: 'leave/weather.md', to: 'leave/pilot.md', kind: 'link' },
    { from: 'leave/pilot.md', to: 'leave/pilot.md', kind: 'link' },
    { from: 'leave/pilot.md', to: 'arrival/berth.md', kind: 'link' },
    { from: 'words/a b [c].md', to: 'words/\u{1F6A2}.md', kind: 'link' },
    { from: 'words/\u{1F6A2}.md', to: 'arrival/berth.md', kind: 'link' },
    { from: 'index.md', to: 'gone.md', kind: 'link' },
  ],
  paths: [
    ['index.md', 'arrival/berth.md', 'arrival/papers.md'],
    ['index.md', 'cargo/crane.md', 'cargo/gefahrgut.md', 'cargo/冷蔵.md'],
    ['index.md', 'leave/weather.md', 'leave/pilot.md'],
  ],
}

function corpusOf({ name, commit, nodes, edges, paths }: CorpusFile): Corpus {
  const graph = {
    revision: commit.slice(0, 12),
    nodes: nodes.map(({ path, title, summary, kind }) => ({ path, title, summary, kind })),
    edges: edges.map(({ from, to, kind }) => ({ from, to, kind })),
    paths: paths.map((trail) => ({ nodes: trail })),
  }
  return { name, graph }
}

function corpora(): Corpus[] {
  // Beside the checkout, or beside the folder of a git worktree.
  const folder = ['../../../../shared/corpora/', '../../../../../shared/corpora/']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => /\.json(\.gz)?$/.test(name))
  const read = (name: string): CorpusFile => {
    const bytes = readFileSync(new URL(name, folder))
    return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  }
  return [corpusOf(handbook), ...files.sort().map((name) => corpusOf(read(name)))]
}

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
