import type { EdgeInput, NodeInput } from '../core/graph-input.ts'
import type { Heading, ParsedPage } from './page.ts'
import { cutTitle, type SummaryLimit, summarise } from './summary.ts'

interface Parts {
  /** Parents of each node, the one its breadcrumb follows first. */
  readonly parents: ReadonlyMap<string, readonly string[]>
  readonly nodes: NodeInput[]
  readonly edges: EdgeInput[]
}

export interface AnchoredLink {
  readonly from: string
  readonly line: number
  readonly to: string
  readonly anchor: string
}

/**
 * Makes headings nodes of their own, `page.md#slug`: contained by the heading above them or the page, each followed
 * by the next one of its page. A link to a heading, from below a heading, is an edge between the two.
 */
export function addSections(
  base: Parts,
  pages: readonly ParsedPage[],
  anchored: readonly AnchoredLink[],
  limit: SummaryLimit,
): Parts {
  const nodes = [...base.nodes]
  const parents = new Map(base.parents)
  const edges = [...base.edges]
  const bySlug = new Map<string, ReadonlySet<string>>()
  const headingsOf = new Map<string, readonly Heading[]>()
  const taken = new Set(base.nodes.map((node) => node.path))
  for (const page of pages) {
    // A file may really be called `a.md#b`.
    const headings = page.headings.filter((heading) => !taken.has(`${page.path}#${heading.slug}`))
    headingsOf.set(page.path, headings)
    bySlug.set(page.path, new Set(headings.map((heading) => heading.slug)))
    addHeadings(page.path, headings, { nodes, edges, parents }, limit)
  }
  const seen = new Set<string>()
  for (const link of anchored) {
    if (bySlug.get(link.to)?.has(link.anchor) !== true) continue
    const holder = holderOf(headingsOf.get(link.from) ?? [], link.line)
    const from = holder === undefined ? link.from : `${link.from}#${holder.slug}`
    const to = `${link.to}#${link.anchor}`
    const key = JSON.stringify([from, to])
    if (from === to || seen.has(key)) continue
    seen.add(key)
    edges.push({ from, to, kind: 'link' })
  }
  return { nodes, edges, parents }
}

function addHeadings(
  path: string,
  headings: readonly Heading[],
  { nodes, edges, parents }: { nodes: NodeInput[]; edges: EdgeInput[]; parents: Map<string, readonly string[]> },
  limit: SummaryLimit,
): void {
  const open: Heading[] = []
  let before: string | undefined
  for (const heading of headings) {
    const node = `${path}#${heading.slug}`
    const summary = summarise([heading.lead], heading.text, limit)
    nodes.push({
      path: node,
      title: cutTitle(heading.text),
      ...(summary === undefined ? {} : { summary }),
      kind: 'heading',
    })
    while (open.length > 0 && (open.at(-1) as Heading).depth >= heading.depth) open.pop()
    const above = open.at(-1)
    const parent = above === undefined ? path : `${path}#${above.slug}`
    edges.push({ from: parent, to: node, kind: 'contains' })
    parents.set(node, [parent])
    if (before !== undefined) edges.push({ from: before, to: node, kind: 'next' })
    before = node
    open.push(heading)
  }
}

/** The last heading at or above a line: headings stand in the order of their lines. */
function holderOf(headings: readonly Heading[], line: number): Heading | undefined {
  let low = 0
  let high = headings.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((headings[middle] as Heading).line <= line) low = middle + 1
    else high = middle
  }
  return headings[low - 1]
}
