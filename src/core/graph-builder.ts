import { canonicalChunks } from './canonical-chunks.ts'
import { type CompiledGraph, type PageLines, pathOf } from './compiled-graph.ts'
import { FieldLengths, type PointerTo } from './field-lengths.ts'
import type { NodeInput } from './graph-input.ts'
import { IssueTally } from './graph-issues.ts'
import { type SizeLimits, sizeLimits, tooMany } from './graph-size.ts'
import { GrowingNumbers } from './growing.ts'
import { KindTable } from './kind-table.ts'
import { LineTable, type Span } from './line-table.ts'
import { neighbourRows } from './neighbour-rows.ts'
import { PathTable } from './path-table.ts'
import { cleanText, oneLine, pathIdentity } from './plain-text.ts'
import { type EdgeNotes, sortEdges } from './sort-edges.ts'
import { sortTrails } from './sort-trails.ts'
import type { TokenCounter } from './tokens.ts'

/** Hash of text chunks, handed in: the same chunks give the same short name. */
export type Digest = (chunks: Iterable<string>) => string

export interface CompilePorts {
  readonly counter: TokenCounter
  readonly digest: Digest
}

export interface GraphLimits extends Partial<SizeLimits> {
  /** Bytes of UTF-8 that a path, title, summary, kind or revision may have. */
  readonly maxFieldBytes: number
}

/** Where the parts of a node's line stand. */
export interface PlainParts {
  readonly path: Span
  readonly title: Span
  readonly summary: Span
}

/** Builds a graph from its parts as they arrive: all pages first, then links, then trails. */
export class GraphBuilder {
  readonly #ports: CompilePorts
  readonly #lengths: FieldLengths
  readonly #sizes: SizeLimits
  readonly #pointerTo: PointerTo
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
  #trailPagesSeen = 0
  #lastFrom: string | number | undefined
  #lastSource: number | undefined

  constructor(ports: CompilePorts, limits: GraphLimits, pointerTo: PointerTo) {
    this.#ports = ports
    this.#lengths = new FieldLengths(limits.maxFieldBytes, pointerTo)
    this.#sizes = sizeLimits(limits)
    this.#pointerTo = pointerTo
    this.#paths = new PathTable(pointerTo)
    this.#lines = new LineTable(ports.counter)
  }

  addNode(node: NodeInput): void {
    const index = this.#paths.length
    if (index >= this.#sizes.maxPages) throw tooMany('maxPages', this.#sizes, this.#pointerTo)
    // What is too long is refused in the end, and not worth counting until then.
    const fits = this.#lengths.checkNode(node, index)
    const path = this.#paths.add(node.path)
    if (fits) this.#lines.add(path, node.title, node.summary)
    this.#nodeKinds.push(this.#kinds.indexOf(node.kind))
  }

  /**
   * As {@link addNode}, of a node whose fields are not too long and whose line stands in `source` in parts.
   *
   * @param path ASCII, and shown as it is, as title and summary are
   */
  addPlainNode(path: string, kind: string | undefined, source: Uint8Array, parts: PlainParts): void {
    if (this.#paths.length >= this.#sizes.maxPages) throw tooMany('maxPages', this.#sizes, this.#pointerTo)
    this.#paths.addIdentity(path)
    this.#lines.addPlain(source, parts.path, parts.title, parts.summary)
    this.#nodeKinds.push(this.#kinds.indexOf(kind))
  }

  /** @param from path of a page, or its place in the order of arrival */
  addEdge(from: string | number, to: string | number, kind: string | undefined): void {
    if (this.#edgesSeen >= this.#sizes.maxLinks) throw tooMany('maxLinks', this.#sizes, this.#pointerTo)
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

  /** @param paths of pages, or the places of pages that are there in the order of arrival */
  addTrail(paths: readonly string[] | Uint32Array, kind: string | undefined): void {
    this.#trailPagesSeen += Math.max(1, paths.length)
    if (this.#trailPagesSeen > this.#sizes.maxTrailPages) throw tooMany('maxTrailPages', this.#sizes, this.#pointerTo)
    this.#lengths.check(kind, 'paths', this.#trailsSeen++, 'kind')
    const nodes = paths instanceof Uint32Array ? paths : this.#pagesNamed(paths)
    if (nodes?.length === 0) this.#issues.add('emptyPaths', kind === undefined ? '' : cleanText(kind))
    else if (nodes === undefined) this.#issues.add('danglingPaths', Array.from(paths, nameOf).join(' > '))
    else {
      this.#trailStarts.push(this.#trailNodes.length)
      for (const node of nodes) this.#trailNodes.push(node)
      this.#trailKinds.push(this.#kinds.indexOf(kind))
    }
  }

  /** Places of the pages that `paths` name; undefined where one is not there. */
  #pagesNamed(paths: readonly string[]): number[] | undefined {
    const pages: number[] = []
    for (const path of paths) {
      const page = this.#paths.indexOf(path)
      if (page === undefined) return undefined
      pages.push(page)
    }
    return pages
  }

  /** @throws CoreError `field-too-long`, `graph-empty-path`, `graph-duplicate-path`; adding throws `graph-too-large` */
  finish(revision: string | undefined): CompiledGraph {
    this.#lengths.checkRevision(revision)
    this.#lengths.refuse()
    const { order, pageOf } = this.#paths.sorted()
    const { names, places } = this.#kinds.sorted()
    const { lines, summaries, lineCosts } = this.#lines.inOrder(order)
    const nodeKinds = this.#nodeKinds.view()
    const { edges, sources } = sortEdges(
      renumbered(this.#from.view(), pageOf),
      renumbered(this.#to.view(), pageOf),
      renumbered(this.#edgeKinds.view(), places),
      order.length,
      this.#noteEdges(lines),
    )
    const trails = sortTrails(
      renumbered(this.#trailNodes.view(), pageOf),
      this.#trailStarts.view(),
      renumbered(this.#trailKinds.view(), places),
      order.length,
    )
    const graph = {
      pages: order.length,
      lines,
      kinds: renumbered(renumbered(order, nodeKinds), places),
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

  /** What is told of the links, by the paths of their pages. */
  #noteEdges(lines: PageLines): EdgeNotes {
    const path = (page: number) => pathOf(lines, page)
    return {
      repeated: (from, to) => this.#issues.add('repeatedEdges', `${path(from)} -> ${path(to)}`),
      self: (page) => this.#issues.add('selfEdges', path(page)),
    }
  }
}

function nameOf(end: string | number): string {
  return typeof end === 'string' ? pathIdentity(end) : `#${end}`
}

function renumbered(numbers: Uint32Array, numberOf: Uint32Array): Uint32Array {
  const all = new Uint32Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) all[i] = numberOf[numbers[i]]
  return all
}
