import { contentDigest } from '../../src/content-digest.ts'
import { type Candidate, untrimmedTokens } from '../../src/core/candidate.ts'
import { compileGraph } from '../../src/core/compile-graph.ts'
import { type CompiledGraph, findPage } from '../../src/core/compiled-graph.ts'
import { NAMED } from '../../src/core/keep-order.ts'
import { buildPacket } from '../../src/core/packet.ts'
import { Scratch } from '../../src/core/scratch.ts'
import type { TokenCounter } from '../../src/core/tokens.ts'
import { trim } from '../../src/core/trim.ts'
import { packetTextBytes } from '../../src/core/write-packet-text.ts'
import { countingFor } from '../../src/token-counters.ts'
import type { Input, Peer } from './peer.ts'

const { counter, costs } = countingFor('o200k_base')
const settings = {
  localShareBasisPoints: 313,
  corpusShareBasisPoints: 1250,
  fallbackInputTokens: 65_536,
  // Every line as the peers have it, with its summary.
  summaryDistance: 0,
  summaryPages: Number.MAX_SAFE_INTEGER,
  safetyMarginBasisPoints: 0,
}

export function compiled(graph: Input['graph'], counting: TokenCounter = counter): CompiledGraph {
  return compileGraph(graph, { counter: counting, digest: contentDigest }, { maxFieldBytes: Number.POSITIVE_INFINITY })
}

const REPORTS =
  'pages, links, trails and summaries kept of how many; the size before the trim; requested pages left out'

/** The whole main job: the order, the trim, links and trails among what is kept, and the text. */
export const packet: Peer = {
  name: 'Stowage, whole packet',
  call: '`buildPacket` and its text: order, lines, links and trails',
  priority: 'number',
  counts: 'given',
  reports: REPORTS,
  load:
    async () =>
    ({ graph, step }) => {
      const scratch = new Scratch()
      const kept = compiled(graph)
      const ports = { costs, models: { compositions: [], profiles: [] }, scratch }
      return (budgetTokens) => {
        const outcome = buildPacket({ ...step, budgetTokens }, kept, settings, ports)
        if (outcome.kind !== 'answered' || outcome.packet === null) throw new Error('no packet fits')
        return packetTextBytes(outcome.packet)
      }
    },
}

/** What the peers do: lines in an order that is given, and nothing else. */
export const lines: Peer = {
  name: 'Stowage, lines in a given order',
  call: '`trim` and its text, of a graph without links',
  priority: 'number',
  counts: 'given',
  reports: REPORTS,
  load:
    async () =>
    ({ graph, items }) => {
      const scratch = new Scratch()
      const pages = compiled({ ...graph, edges: [], paths: [] })
      const encoder = new TextEncoder()
      const order = items
        .toSorted((a, b) => a.rank - b.rank)
        .map((item) => findPage(pages, encoder.encode(item.path)) as number)
      const candidate = candidateOf(pages, order)
      return (budget) => {
        scratch.begin(pages.pages)
        const kept = trim(pages, candidate, costs, budget, { pages: Number.MAX_SAFE_INTEGER, distance: NAMED }, scratch)
        if (kept === undefined) throw new Error('no line fits')
        const whole = { graph: pages, kept, total: candidate.total, tokenizer: costs.encoding }
        return packetTextBytes(whole)
      }
    },
}

function candidateOf(graph: CompiledGraph, order: readonly number[]): Candidate {
  const total = { pages: graph.pages, edges: 0, trails: 0, summaries: graph.totals.summaries }
  return {
    total,
    tokens: untrimmedTokens(graph, total, graph.totals, costs),
    walk: (visit) => {
      order.every((page) => visit(page, NAMED))
    },
  }
}
