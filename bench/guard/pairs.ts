import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { micromark } from 'micromark'
import { contentDigest } from '../../src/content-digest.ts'
import { changedGraph } from '../../src/core/changed-graph.ts'
import { compileGraph } from '../../src/core/compile-graph.ts'
import { pointerInBody } from '../../src/core/field-lengths.ts'
import { planPackets } from '../../src/core/plan.ts'
import { cutOutput } from '../../src/core/tool-output/cut-output.ts'
import { keptForm } from '../../src/kept-form.ts'
import { buildGraph } from '../../src/markdown/build-graph.ts'
import { isPage } from '../../src/markdown/markdown-file.ts'
import { countingFor } from '../../src/token-counters.ts'
import { createTokenCounter } from '../../src/tokenizer/token-counters.ts'
import { compiledPages, packetAnswer, ports, settings } from '../compiled.ts'
import { randomNumbers, syntheticGraph } from '../graphs.ts'
import type { Pair } from '../in-turns.ts'
import { inlinePair } from '../inline-pair.ts'

const DOCS = fileURLToPath(new URL('../../node_modules/fastify/docs', import.meta.url))
const ENCODING = 'o200k_base'
const KEPT_PAGES = 10_000

/** What is guarded, by the name of its figure. Each pair is made in a process of its own. */
export const PAIRS: Readonly<Record<string, () => Pair>> = {
  'packet, 1,000 pages come along × JSON.parse of the body': () => inlinePair(1000),
  'packet, 10,000 pages come along × JSON.parse of the body': () => inlinePair(10_000),
  'packet of 2,051 tokens, kept graph × JSON.parse of the answer': () => keptPair(2051, 500),
  'packet of 131,250 tokens, kept graph × JSON.parse of the answer': () => keptPair(131_250, 20),
  'plan of 100 budgets × one packet of everything': planPair,
  'one page of a hundred changed × the whole put': changesPair,
  'token count × scan of the bytes': countPair,
  'head cut of 1 MB × Buffer.from and toString': cutPair,
  'graph from Markdown × micromark': markdownPair,
}

/** The packets of so many targets, and JSON.parse of the same answers with all their parts. */
function keptPair(budgetTokens: number, steps: number): Pair {
  const { graph, paths } = compiledPages(KEPT_PAGES)
  const random = randomNumbers(7)
  const targets = Array.from({ length: steps }, () => paths[Math.floor(random() * KEPT_PAGES)])
  const answers = targets.map((target) =>
    Buffer.from(packetAnswer(graph, target, budgetTokens, ['text', 'nodes', 'edges', 'paths'])),
  )
  return {
    work: () => {
      for (const target of targets) packetAnswer(graph, target, budgetTokens)
    },
    floor: () => {
      for (const answer of answers) JSON.parse(answer.toString())
    },
  }
}

function planPair(): Pair {
  const { graph, paths } = compiledPages(KEPT_PAGES)
  const target = paths[KEPT_PAGES >> 1]
  const step = { scope: 'local', access: 'read', targets: [target] } as const
  const asked = Array.from({ length: 100 }, (_, i) => ({ budgetTokens: 1000 * (i + 1) }))
  return {
    work: () => JSON.stringify(planPackets(step, graph, asked, settings, ports)),
    floor: () => packetAnswer(graph, target, 1e9, ['text', 'nodes', 'edges', 'paths']),
  }
}

function changesPair(): Pair {
  const graphPorts = { counter: countingFor(ENCODING).counter, digest: contentDigest }
  const limits = { maxFieldBytes: Number.POSITIVE_INFINITY }
  const input = syntheticGraph(KEPT_PAGES)
  const base = compileGraph(input, graphPorts, limits)
  keptForm(base, ENCODING)
  const nodes = input.nodes.filter((_, i) => i % 100 === 0).map((node) => ({ ...node, title: `${node.title} again` }))
  const paths = new Set(nodes.map(({ path }) => path))
  const edges = input.edges.filter(({ from }) => paths.has(from))
  const changes = { revision: 'next', remove: { edgesFrom: [...paths] }, upsert: { nodes, edges } }
  return {
    work: () => keptForm(changedGraph(base, changes, graphPorts, limits, pointerInBody).graph, ENCODING),
    floor: () => keptForm(compileGraph(input, graphPorts, limits), ENCODING),
  }
}

function countPair(): Pair {
  const text = documentation()
    .map(({ content }) => content)
    .join('\n')
  const bytes = Buffer.from(text)
  const counter = createTokenCounter(ENCODING)
  return { work: () => counter.count(text), floor: () => scan(bytes) }
}

/** Looks at every byte, as whatever counts tokens must: counts line feeds. */
function scan(bytes: Uint8Array): number {
  let lines = 0
  const end = bytes.length
  for (let at = 0; at < end; at++) if (bytes[at] === 10) lines++
  return lines
}

function cutPair(): Pair {
  const line = 'a line of a log that goes on for a while\n'
  const text = Buffer.from(line.repeat(Math.ceil(1_000_000 / line.length))).toString()
  const cutPorts = { cutter: countingFor(ENCODING).counter, sha256: () => '' }
  const options = { limits: { maxBytes: 100_000 }, strategy: 'head', headRatio: 0.4 } as const
  return { work: () => cutOutput(text, options, cutPorts), floor: () => Buffer.from(text).toString() }
}

function markdownPair(): Pair {
  const files = documentation()
  const counter = createTokenCounter('estimate_characters')
  return {
    work: () => buildGraph(files, { counter }),
    floor: () => {
      for (const { content } of files) micromark(content)
    },
  }
}

/** The documentation of an installed package. */
function documentation() {
  return readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter(isPage)
    .toSorted()
    .map((path) => ({ path, content: readFileSync(join(DOCS, path), 'utf8') }))
}
