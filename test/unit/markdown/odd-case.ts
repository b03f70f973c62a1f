import { expect, it } from 'vitest'
import type { GraphOptions } from '../../../src/markdown/build-graph.ts'
import { edgesOf, graphOf } from './graph-of.ts'

/** A small folder, and what is right of its graph; what is left out is not looked at. Lists are in the graph's order. */
export interface OddCase {
  readonly law: string
  readonly files: Readonly<Record<string, string>>
  readonly options?: GraphOptions
  /** `from > to` of every link. */
  readonly links?: readonly string[]
  readonly contains?: readonly string[]
  readonly next?: readonly string[]
  /** `href: reason` of every link that leads nowhere. */
  readonly unresolved?: readonly string[]
  /** `page#anchor` of every anchor that is not there. */
  readonly missing?: readonly string[]
  /** `page: rule`. */
  readonly repaired?: readonly string[]
  readonly titles?: Readonly<Record<string, string>>
  readonly summaries?: Readonly<Record<string, string | undefined>>
  /** Links by what they lead to. */
  readonly counts?: Readonly<Record<string, number>>
  /** Number of warnings. */
  readonly warnings?: number
}

export function checkAll(cases: readonly OddCase[]): void {
  it.each(cases)('$law', (each) => check(each))
}

function check(wanted: OddCase): void {
  const built = graphOf(wanted.files, wanted.options)
  const { graph, report } = built
  const found: Record<string, unknown> = {
    links: edgesOf(built, 'link'),
    contains: edgesOf(built, 'contains'),
    next: edgesOf(built, 'next'),
    unresolved: report.unresolved.map(({ href, reason }) => `${href}: ${reason}`),
    missing: report.missingAnchors.map(({ to, anchor }) => `${to}#${anchor}`),
    repaired: report.repaired.map(({ to, rule }) => `${to}: ${rule}`),
    titles: pick(wanted.titles, graph.nodes, 'title'),
    summaries: pick(wanted.summaries, graph.nodes, 'summary'),
    counts: report.links,
    warnings: report.warnings.length,
  }
  const { law: _law, files: _files, options: _options, ...expected } = wanted
  expect(found).toMatchObject(expected)
}

function pick(
  wanted: Readonly<Record<string, unknown>> | undefined,
  nodes: readonly {
    readonly path: string
    readonly title?: string | undefined
    readonly summary?: string | undefined
  }[],
  field: 'title' | 'summary',
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.keys(wanted ?? {}).map((path) => [path, nodes.find((node) => node.path === path)?.[field]]),
  )
}
