import { contentDigest } from '../../src/content-digest.ts'
import { compileGraph } from '../../src/core/compile-graph.ts'
import { findPage, pathOf } from '../../src/core/compiled-graph.ts'
import type { GraphInput } from '../../src/core/graph-input.ts'
import { walkKeepOrder } from '../../src/core/keep-order.ts'
import { Scratch } from '../../src/core/scratch.ts'
import type { Step } from '../../src/core/step.ts'
import { countingFor } from '../../src/token-counters.ts'
import { corpusGraph, corpusNames } from '../corpora.ts'
import { syntheticGraph } from '../graphs.ts'
import type { Input, Item } from './peer.ts'

/** The graphs whose lines are packed, and how many of them; where a graph is not there, a generated one of that size. */
export const INPUTS = [
  { corpus: 'dapr-docs', lines: 450 },
  { corpus: 'astro-docs-i18n', lines: 1000 },
  { corpus: 'cpp-docs', lines: 10_000 },
] as const

export interface NamedInput extends Input {
  /** Where its lines are from. */
  readonly source: string
}

export function inputOf({ corpus, lines }: { readonly corpus: string; readonly lines: number }): NamedInput {
  const isThere = corpusNames().includes(corpus)
  const whole = isThere ? corpusGraph(corpus) : syntheticGraph(lines)
  const step: Step = { scope: 'local', access: 'read', targets: [busiest(whole)] }
  const near = new Set(keepOrder(whole, step).slice(0, lines))
  const graph = {
    ...whole,
    nodes: whole.nodes.filter(({ path }) => near.has(path)),
    edges: whole.edges.filter(({ from, to }) => near.has(from) && near.has(to)),
    paths: whole.paths.filter((trail) => trail.nodes.every((path) => near.has(path))),
  }
  return { source: isThere ? corpus : 'generated', graph, step, items: itemsOf(graph, keepOrder(graph, step)) }
}

/** The page with the most links, by path where several have as many: much hangs on it, so that the order is one of many ways. */
function busiest({ nodes, edges }: GraphInput): string {
  const links = new Map(nodes.map(({ path }) => [path, 0]))
  for (const { from, to } of edges) for (const end of [from, to]) links.set(end, (links.get(end) ?? 0) + 1)
  const most = Math.max(...links.values())
  return nodes
    .map(({ path }) => path)
    .filter((path) => links.get(path) === most)
    .toSorted()[0]
}

/** Paths of all pages, in keep order. */
function keepOrder(graph: GraphInput, step: Step): string[] {
  const { counter } = countingFor('o200k_base')
  const limits = { maxFieldBytes: Number.POSITIVE_INFINITY }
  const compiled = compileGraph(graph, { counter, digest: contentDigest }, limits)
  const target = findPage(compiled, new TextEncoder().encode(step.targets[0])) as number
  const wanted = { targets: [target], requested: [target], maxDistance: Number.POSITIVE_INFINITY }
  const scratch = new Scratch()
  scratch.begin(compiled.pages)
  const order: string[] = []
  walkKeepOrder(compiled, wanted, scratch, (page) => order.push(pathOf(compiled.lines, page)) > 0)
  return order
}

/** Page lines as a packet has them. */
function itemsOf({ nodes }: GraphInput, order: readonly string[]): Item[] {
  const byPath = new Map(nodes.map((node) => [node.path, node]))
  const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return order.map((path, rank) => {
    const { title = '', summary = '' } = byPath.get(path) ?? {}
    const fields = [path, oneLine(title), oneLine(summary)].filter((field) => field !== '')
    return { text: `${rank + 1} ${fields.join(' | ')}\n`, path, rank }
  })
}
