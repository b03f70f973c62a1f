import type { EdgeInput, NodeInput, TrailInput } from '../core/graph-input.ts'
import { compareCodePoints } from '../core/plain-text.ts'
import { compareEdges, type FollowedLinks } from './follow-links.ts'
import { headingChains, headingNodes } from './heading-edges.ts'
import type { Hierarchy } from './hierarchy.ts'
import { mergeGroups } from './merge-groups.ts'
import type { PageStore } from './page-store.ts'
import { breadcrumbs } from './trails.ts'

interface Parts {
  /** By path. */
  readonly pages: readonly string[]
  readonly store: PageStore
  readonly links: FollowedLinks
  readonly hierarchy: Hierarchy
  readonly sections: boolean
  readonly maxPaths: number
}

/**
 * The nodes, edges and trails of a graph, each in order and one at a time: a page's own are read when its turn comes.
 * Counts what was read.
 */
export class GraphParts {
  readonly counts = { nodes: 0, edges: { link: 0, contains: 0, next: 0 }, paths: { kept: 0, total: 0, cut: 0 } }
  readonly #parts: Parts
  readonly #pages: ReadonlySet<string>
  /** Every node that is no heading, by path; a section with its node, a page without. */
  readonly #places: readonly { readonly path: string; readonly section?: NodeInput }[]

  constructor(parts: Parts) {
    this.#parts = parts
    this.#pages = new Set(parts.pages)
    const sections = parts.hierarchy.sections.map((section) => ({ path: section.path, section }))
    this.#places = [...parts.pages.map((path) => ({ path })), ...sections].sort((a, b) =>
      compareCodePoints(a.path, b.path),
    )
  }

  *nodes(): Generator<NodeInput> {
    this.counts.nodes = 0
    const compare = (a: NodeInput, b: NodeInput) => compareCodePoints(a.path, b.path)
    for (const node of mergeGroups(this.#nodeGroups(), compare)) {
      this.counts.nodes++
      yield node
    }
  }

  *#nodeGroups(): Generator<{ key: NodeInput; items: NodeInput[] }> {
    for (const { path, section } of this.#places) {
      if (section !== undefined) yield { key: section, items: [section] }
      else {
        const { node, headings } = this.#parts.store.record(path)
        yield { key: node, items: [node, ...headingNodes(headings, this.#pages).map((heading) => heading.node)] }
      }
    }
  }

  *edges(): Generator<EdgeInput> {
    const counts = { link: 0, contains: 0, next: 0 }
    this.counts.edges = counts
    for (const edge of mergeGroups(this.#edgeGroups(), compareEdges)) {
      counts[edge.kind as keyof typeof counts]++
      yield edge
    }
  }

  *#edgeGroups(): Generator<{ key: EdgeInput; items: EdgeInput[] }> {
    const { hierarchy, links } = this.#parts
    let page = 0
    for (const { path, section } of this.#places) {
      const own = section === undefined ? links.edges.get(page++) : []
      yield { key: { from: path, to: '' }, items: [...hierarchy.edgesFrom(path), ...own] }
    }
  }

  paths(): Generator<TrailInput> {
    const counts = { kept: 0, total: 0, cut: 0 }
    this.counts.paths = counts
    const { hierarchy, maxPaths } = this.#parts
    const nodes = this.#places.map((place) => place.path)
    return breadcrumbs(nodes, () => this.#headings(), hierarchy.parents, maxPaths, counts)
  }

  /** Headings by path, each with what it stands below on its page. */
  *#headings(): Generator<{ page: string; chain: readonly string[] }> {
    if (!this.#parts.sections) return
    const compare = (a: Placed, b: Placed) => compareCodePoints(a.path, b.path)
    for (const { page, chain } of mergeGroups(this.#headingGroups(), compare)) yield { page, chain }
  }

  *#headingGroups(): Generator<{ key: Placed; items: Placed[] }> {
    for (const page of this.#parts.pages) {
      const chains = [...headingChains(this.#parts.store.record(page).headings, this.#pages)]
      const items = chains.map((chain) => ({ page, chain, path: chain.at(-1) as string }))
      yield { key: { page, chain: [], path: page }, items }
    }
  }
}

interface Placed {
  readonly path: string
  readonly page: string
  readonly chain: readonly string[]
}
