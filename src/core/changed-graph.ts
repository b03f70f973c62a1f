import { canonicalChunks } from './canonical-chunks.ts'
import { type ChangedParts, changedEdges, changedTrails, type PartsToChange } from './changed-parts.ts'
import type { CompiledGraph } from './compiled-graph.ts'
import { FieldLengths, type PointerTo } from './field-lengths.ts'
import type { CompilePorts, GraphLimits } from './graph-builder.ts'
import type { EdgeInput, NodeInput, TrailInput } from './graph-input.ts'
import { IssueTally } from './graph-issues.ts'
import { checkGraphSize, sizeLimits } from './graph-size.ts'
import { KindTable } from './kind-table.ts'
import { LineTable } from './line-table.ts'
import { mergedPages } from './merged-pages.ts'
import { neighbourRows } from './neighbour-rows.ts'
import { PathTable } from './path-table.ts'
import { oneLine } from './plain-text.ts'
import { usedKinds } from './used-kinds.ts'
import { pageNamed } from './wanted.ts'

/** What makes the next revision of a graph from one that there is. Everything is removed first, then added. */
export interface GraphChanges {
  /** Of the next revision; left out: a digest of its content. */
  readonly revision?: string | undefined
  readonly upsert?:
    | {
        /** Pages that are new, or in the place of those with the same path, whose links and trails stay. */
        readonly nodes?: readonly NodeInput[] | undefined
        readonly edges?: readonly EdgeInput[] | undefined
        readonly paths?: readonly TrailInput[] | undefined
      }
    | undefined
  readonly remove?:
    | {
        /** Paths of pages, which go with all their links and the trails through them. */
        readonly nodes?: readonly string[] | undefined
        /** Links, by both ends and kind. */
        readonly edges?: readonly EdgeInput[] | undefined
        /** Paths of pages whose own links go, all of them. */
        readonly edgesFrom?: readonly string[] | undefined
        /** Trails, by all their pages and kind. */
        readonly paths?: readonly TrailInput[] | undefined
      }
    | undefined
}

/** What changes came to. */
export interface ChangeCounts {
  readonly nodes: { readonly added: number; readonly replaced: number; readonly removed: number }
  /** Links of pages that were removed are counted too. */
  readonly edges: { readonly added: number; readonly removed: number }
  readonly paths: { readonly added: number; readonly removed: number }
  /** Pages, links and trails to remove that were not there. */
  readonly notThere: number
}

/**
 * The graph that {@link import('./compile-graph.ts').compileGraph} would make of all that stays and comes, at the cost of one
 * copy: no page that stays is rendered or counted again. Links and trails that were left out of the base, since a page was
 * not there, do not come back with the page.
 *
 * @throws CoreError `field-too-long`, `graph-empty-path`, `graph-duplicate-path`, `graph-too-large`
 */
export function changedGraph(
  base: CompiledGraph,
  { revision, upsert = {}, remove = {} }: GraphChanges,
  { counter, digest }: CompilePorts,
  limits: GraphLimits,
  pointerTo: PointerTo,
): { graph: CompiledGraph; changes: ChangeCounts } {
  const lengths = new FieldLengths(limits.maxFieldBytes, (...keys) =>
    keys[0] === 'revision' ? pointerTo(...keys) : pointerTo('upsert', ...keys),
  )
  const paths = new PathTable((...keys) => pointerTo('upsert', ...keys))
  const lines = new LineTable(counter)
  const kinds = new KindTable()
  for (const name of base.kindNames) kinds.indexOf(name)
  const nodeKinds: number[] = []
  const identities: string[] = []
  for (const [i, node] of (upsert.nodes ?? []).entries()) {
    const fits = lengths.checkNode(node, i)
    const path = paths.add(node.path)
    identities.push(path)
    if (fits) lines.add(path, node.title, node.summary)
    nodeKinds.push(kinds.indexOf(node.kind))
  }
  for (const list of ['edges', 'paths'] as const) {
    for (const [i, { kind }] of (upsert[list] ?? []).entries()) {
      lengths.check(kind, list, i, 'kind')
      kinds.indexOf(kind)
    }
  }
  lengths.checkRevision(revision)
  lengths.refuse()

  const { order } = paths.sorted()
  const sortedPaths = Array.from(order, (index) => identities[index])
  const removed = new Set<number>()
  let notThere = 0
  for (const path of remove.nodes ?? []) {
    const page = pageNamed(base, path)
    if (page === undefined) notThere++
    else removed.add(page)
  }
  const pages = mergedPages(base, removed, sortedPaths, lines.inOrder(order).lines)
  const { names, places } = kinds.sorted()
  const placeByName = new Map(names.map((name, place) => [name, place]))
  const baseKinds = Uint32Array.from(base.kindNames, (name) => placeByName.get(name) as number)

  const pageKinds = new Uint32Array(pages.count)
  pages.inBase.forEach((page, now) => {
    if (page < base.pages) pageKinds[now] = baseKinds[base.kinds[page]]
  })
  order.forEach((index, i) => {
    pageKinds[pages.fromComing[i]] = places[nodeKinds[index]]
  })

  const issues = new IssueTally()
  const parts: PartsToChange = { base, pages, baseKinds, kindPlace: (kind) => places[kinds.indexOf(kind)], issues }
  const edges = changedEdges(parts, upsert.edges ?? [], remove.edges ?? [], remove.edgesFrom ?? [])
  const trails = changedTrails(parts, upsert.paths ?? [], remove.paths ?? [])
  const used = usedKinds(names, pageKinds, edges.rows.kinds, trails.trails.kinds)
  const graph = {
    pages: pages.count,
    lines: pages.lines,
    kinds: used.remapped(pageKinds),
    edges: { ...edges.rows, kinds: used.remapped(edges.rows.kinds) },
    neighbours: neighbourRows(edges.rows, pages.count),
    trails: { ...trails.trails, kinds: used.remapped(trails.trails.kinds) },
    kindNames: used.names,
    totals: {
      edges: edges.rows.ends.length,
      sources: edges.sources,
      trails: trails.trails.kinds.length,
      trailPages: trails.trails.pages.length,
      summaries: pages.summaries,
      lineCosts: pages.lineCosts,
    },
    issues: issues.result(),
  }
  const { totals } = graph
  const counts = { pages: graph.pages, links: totals.edges, trailPages: totals.trailPages }
  checkGraphSize(counts, sizeLimits(limits), (...keys) => pointerTo('upsert', ...keys))
  const replaced = pages.fromComing.reduce((count, now) => count + (pages.inBase[now] < base.pages ? 1 : 0), 0)
  return {
    graph: { ...graph, revision: oneLine(revision ?? '') || digest(canonicalChunks(graph)) },
    changes: {
      nodes: { added: sortedPaths.length - replaced, replaced, removed: removed.size },
      edges: countsOf(edges),
      paths: countsOf(trails),
      notThere: notThere + edges.notThere + trails.notThere,
    },
  }
}

function countsOf({ added, removed }: ChangedParts) {
  return { added, removed }
}
