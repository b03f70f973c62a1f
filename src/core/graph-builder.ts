import { canonicalChunks } from './canonical-chunks.ts'
import { compareNumbers } from './compare-numbers.ts'
import { type CompiledGraph, type PageLines, pathOf, type Trails } from './compiled-graph.ts'
import { countingSort, indices } from './counting-sort.ts'
import { FieldLengths, type PointerTo } from './field-lengths.ts'
import type { NodeInput } from './graph-input.ts'
import { IssueTally } from './graph-issues.ts'
import { GrowingNumbers } from './growing.ts'
import { KindTable } from './kind-table.ts'
import { LineTable } from './line-table.ts'
import { neighbourRows } from './neighbour-rows.ts'
import { PathTable } from './path-table.ts'
import { cleanText, oneLine, pathIdentity } from './plain-text.ts'
import type { TokenCounter } from './tokens.ts'

/** Hash of text chunks, handed in: the same chunks give the same short name. */
export type Digest = (chunks: Iterable<string>) => string

export interface CompilePorts {
  readonly counter: TokenCounter
  readonly digest: Digest
}

export interface GraphLimits {
  /** Bytes of UTF-8 that a path, title, summary, kind or revision may have. */
  readonly maxFieldBytes: number
}

/** Builds a graph from its parts as they arrive: all pages first, then links, then trails. */
export class GraphBuilder {
  readonly #ports: CompilePorts
  readonly #lengths: FieldLengths
  readonly #paths: PathTable
  readonly #lines: LineTable
  readonly #kinds = new KindTable()
  readonly #nodeKinds = new GrowingNumbers()
  readonly #from = new GrowingNumbers()
  readonly #to = new GrowingNumbers()
  readonly #edgeKinds = new GrowingNumbers()
  readonly #trailStarts = new GrowingNumbers()
  readonly #trailNodes = new GrowingNumbers()
  readonly #trailKinds = new GrowingNumbers()
  readonly #issues = new IssueTally()
  #edgesSeen = 0
  #trailsSeen = 0
  #lastFrom: string | number | undefined
  #lastSource: number | undefined

  constructor(ports: CompilePorts, limits: GraphLimits, pointerTo: PointerTo) {
    this.#ports = ports
    this.#lengths = new FieldLengths(limits.maxFieldBytes, pointerTo)
    this.#paths = new PathTable(pointerTo)
    this.#lines = new LineTable(ports.counter)
  }

  addNode(node: NodeInput): void {
    const index = this.#paths.length
    // What is too long is refused in the end, and not worth counting until then.
    const fits = this.#lengths.checkNode(node, index)
    const path = this.#paths.add(node.path)
    if (fits) this.#lines.add(path, node.title, node.summary)
    this.#nodeKinds.push(this.#kinds.indexOf(node.kind))
  }

  /** @param from path of a page, or its place in the order of arrival */
  addEdge(from: string | number, to: string | number, kind: string | undefined): void {
    this.#lengths.check(kind, 'edges', this.#edgesSeen++, 'kind')
    // Links mostly come page by page, so the source is the one of the link before.
    if (from !== this.#lastFrom) {
      this.#lastFrom = from
      this.#lastSource = this.#pageAt(from)
    }
    const end = this.#pageAt(to)
    if (this.#lastSource === undefined || end === undefined) {
      this.#issues.add('danglingEdges', `${nameOf(from)} -> ${nameOf(to)}`)
      return
    }
    this.#from.push(this.#lastSource)
    this.#to.push(end)
    this.#edgeKinds.push(this.#kinds.indexOf(kind))
  }

  #pageAt(end: string | number): number | undefined {
    if (typeof end === 'string') return this.#paths.indexOf(end)
    return end < this.#paths.length ? end : undefined
  }

  addTrail(paths: readonly string[], kind: string | undefined): void {
    this.#lengths.check(kind, 'paths', this.#trailsSeen++, 'kind')
    const nodes = paths.map((path) => this.#paths.indexOf(path))
    if (nodes.length === 0) this.#issues.add('emptyPaths', kind === undefined ? '' : cleanText(kind))
    else if (nodes.includes(undefined)) this.#issues.add('danglingPaths', paths.map(pathIdentity).join(' > '))
    else {
      this.#trailStarts.push(this.#trailNodes.length)
      for (const node of nodes) this.#trailNodes.push(node as number)
      this.#trailKinds.push(this.#kinds.indexOf(kind))
    }
  }

  /** @throws CoreError `field-too-long`, `graph-empty-path`, `graph-duplicate-path` */
  finish(revision: string | undefined): CompiledGraph {
    this.#lengths.checkRevision(revision)
    this.#lengths.refuse()
    const { order, pageOf } = this.#paths.sorted()
    const { names, places } = this.#kinds.sorted()
    const { lines, summaries, lineCosts } = this.#lines.inOrder(order)
    const nodeKinds = this.#nodeKinds.view()
    const { edges, sources } = this.#sortEdges(pageOf, places, lines)
    const trails = this.#sortTrails(pageOf, places)
    const graph = {
      pages: order.length,
      lines,
      kinds: order.map((node) => places[nodeKinds[node]]),
      edges,
      neighbours: neighbourRows(edges, order.length),
      trails,
      kindNames: names,
      totals: {
        edges: edges.ends.length,
        sources,
        trails: trails.kinds.length,
        trailPages: trails.pages.length,
        summaries,
        lineCosts,
      },
      issues: this.#issues.result(),
    }
    return { ...graph, revision: oneLine(revision ?? '') || this.#ports.digest(canonicalChunks(graph)) }
  }

  #sortEdges(pageOf: Uint32Array, places: Uint32Array, lines: PageLines) {
    const from = this.#from.view().map((node) => pageOf[node])
    const to = this.#to.view().map((node) => pageOf[node])
    const kind = this.#edgeKinds.view().map((index) => places[index])
    const pages = pageOf.length
    const byKind = countingSort(indices(kind.length), places.length, kind)
    const sorted = countingSort(countingSort(byKind, pages, to), pages, from)
    const starts = new Uint32Array(pages + 1)
    const ends = new Uint32Array(sorted.length)
    const kinds = new Uint32Array(sorted.length)
    const path = (page: number) => pathOf(lines, page)
    let kept = 0
    let sources = 0
    for (let i = 0; i < sorted.length; i++) {
      const edge = sorted[i]
      const before = sorted[i - 1]
      const sameSource = i > 0 && from[edge] === from[before]
      if (sameSource && to[edge] === to[before] && kind[edge] === kind[before]) {
        this.#issues.add('repeatedEdges', `${path(from[edge])} -> ${path(to[edge])}`)
        continue
      }
      if (from[edge] === to[edge]) this.#issues.add('selfEdges', path(from[edge]))
      if (!sameSource) sources++
      starts[from[edge] + 1] = kept + 1
      ends[kept] = to[edge]
      kinds[kept] = kind[edge]
      kept++
    }
    for (let page = 1; page <= pages; page++) if (starts[page] === 0) starts[page] = starts[page - 1]
    return { edges: { starts, ends: ends.slice(0, kept), kinds: kinds.slice(0, kept) }, sources }
  }

  #sortTrails(pageOf: Uint32Array, places: Uint32Array): Trails {
    const nodes = this.#trailNodes.view()
    const given = this.#trailStarts.view()
    const kinds = this.#trailKinds.view()
    const all = Array.from(given, (start, i) => ({
      pages: Array.from(nodes.subarray(start, given[i + 1]), (node) => pageOf[node]),
      kind: places[kinds[i]],
    }))
    const last = (pages: readonly number[]) => pages[pages.length - 1]
    all.sort((a, b) => last(a.pages) - last(b.pages) || compareNumbers(a.pages, b.pages) || a.kind - b.kind)

    const starts = new Uint32Array(pageOf.length + 1)
    const pageStarts = new Uint32Array(all.length + 1)
    const pages = new Uint32Array(nodes.length)
    all.forEach((trail, i) => {
      starts[last(trail.pages) + 1]++
      pageStarts[i + 1] = pageStarts[i] + trail.pages.length
      pages.set(trail.pages, pageStarts[i])
    })
    for (let page = 1; page <= pageOf.length; page++) starts[page] += starts[page - 1]
    return { starts, pageStarts, pages, kinds: Uint32Array.from(all, ({ kind }) => kind) }
  }
}

function nameOf(end: string | number): string {
  return typeof end === 'string' ? pathIdentity(end) : `#${end}`
}
