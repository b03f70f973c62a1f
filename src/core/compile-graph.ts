import { compareNumbers } from './compare-numbers.ts'
import type { CompiledGraph, Rows, Trails } from './compiled-graph.ts'
import { countingSort, indices } from './counting-sort.ts'
import { checkFieldLengths } from './field-lengths.ts'
import type { EdgeInput, GraphInput, TrailInput } from './graph-input.ts'
import { IssueTally } from './graph-issues.ts'
import { internPaths, type PathTable } from './intern-paths.ts'
import { cleanText, compareCodePoints, oneLine, pathIdentity } from './plain-text.ts'
import { renderLines } from './render-lines.ts'
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

/**
 * Compiles what a caller handed in. Links and trails that name a page that is not there are left out and
 * counted in `issues`. The order of the input never shows in the result.
 *
 * @throws CoreError `graph-duplicate-path`, `graph-empty-path`, `field-too-long`
 */
export function compileGraph(input: GraphInput, ports: CompilePorts, limits: GraphLimits): CompiledGraph {
  checkFieldLengths(input, limits.maxFieldBytes)
  const table = internPaths(input.nodes)
  const issues = new IssueTally()
  const kinds = internKinds(input)
  const { edges, sources } = compileEdges(input.edges, table, kinds, issues)
  const trails = compileTrails(input.paths, table, kinds, issues)
  const { lines, summaries, lineCosts } = renderLines(input.nodes, table, ports.counter)
  const graph = {
    pages: table.paths.length,
    lines,
    kinds: Uint32Array.from(table.order, (node) => kinds.indexOf(input.nodes[node].kind)),
    edges,
    neighbours: neighbourRows(edges, table.paths.length),
    trails,
    kindNames: kinds.names,
    totals: {
      edges: edges.ends.length,
      sources,
      trails: trails.kinds.length,
      trailPages: trails.pages.length,
      summaries,
      lineCosts,
    },
    issues: issues.result(),
  }
  return { ...graph, revision: oneLine(input.revision ?? '') || ports.digest(canonicalChunks(graph)) }
}

interface KindTable {
  readonly names: readonly (string | undefined)[]
  indexOf(kind: string | undefined): number
}

function internKinds(input: GraphInput): KindTable {
  const given = new Set<string>()
  const add = ({ kind }: { readonly kind?: string | undefined }) => {
    if (kind !== undefined) given.add(kind)
  }
  input.nodes.forEach(add)
  input.edges.forEach(add)
  input.paths.forEach(add)
  const clean = new Map([...given].map((kind) => [kind, cleanText(kind)]))
  const names = [undefined, ...[...new Set(clean.values())].sort(compareCodePoints)]
  const places = new Map(names.map((name, i) => [name, i]))
  const byGiven = new Map<string | undefined, number>([[undefined, 0]])
  for (const [kind, name] of clean) byGiven.set(kind, places.get(name) as number)
  return { names, indexOf: (kind) => byGiven.get(kind) as number }
}

function compileEdges(input: readonly EdgeInput[], { paths, pageOf }: PathTable, kinds: KindTable, issues: IssueTally) {
  const pages = paths.length
  const from = new Uint32Array(input.length)
  const to = new Uint32Array(input.length)
  const kind = new Uint32Array(input.length)
  let bound = 0
  let lastFrom: string | undefined
  let lastSource: number | undefined
  for (const edge of input) {
    // Links mostly come page by page, so the source is the one of the link before.
    if (edge.from !== lastFrom) {
      lastFrom = edge.from
      lastSource = pageOf(edge.from)
    }
    const end = pageOf(edge.to)
    if (lastSource === undefined || end === undefined) {
      issues.add('danglingEdges', `${pathIdentity(edge.from)} -> ${pathIdentity(edge.to)}`)
      continue
    }
    from[bound] = lastSource
    to[bound] = end
    kind[bound] = kinds.indexOf(edge.kind)
    bound++
  }

  const byKind = kinds.names.length > 1 ? countingSort(indices(bound), kinds.names.length, kind) : indices(bound)
  const sorted = countingSort(countingSort(byKind, pages, to), pages, from)
  const starts = new Uint32Array(pages + 1)
  const ends = new Uint32Array(bound)
  const endKinds = new Uint32Array(bound)
  let kept = 0
  let sources = 0
  for (let i = 0; i < bound; i++) {
    const edge = sorted[i]
    const before = sorted[i - 1]
    const sameSource = i > 0 && from[edge] === from[before]
    if (sameSource && to[edge] === to[before] && kind[edge] === kind[before]) {
      issues.add('repeatedEdges', `${paths[from[edge]]} -> ${paths[to[edge]]}`)
      continue
    }
    if (from[edge] === to[edge]) issues.add('selfEdges', paths[from[edge]])
    if (!sameSource) sources++
    starts[from[edge] + 1] = kept + 1
    ends[kept] = to[edge]
    endKinds[kept] = kind[edge]
    kept++
  }
  for (let page = 1; page <= pages; page++) if (starts[page] === 0) starts[page] = starts[page - 1]
  return { edges: { starts, ends: ends.slice(0, kept), kinds: endKinds.slice(0, kept) }, sources }
}

/** The distinct pages joined to each page by an edge in either direction, itself among them where it links to itself. */
function neighbourRows(edges: Rows, pages: number): Rows {
  const count = edges.ends.length
  const near = new Uint32Array(2 * count)
  const far = new Uint32Array(2 * count)
  for (let page = 0; page < pages; page++) {
    for (let edge = edges.starts[page]; edge < edges.starts[page + 1]; edge++) {
      near[edge] = far[count + edge] = page
      far[edge] = near[count + edge] = edges.ends[edge]
    }
  }
  const sorted = countingSort(countingSort(indices(2 * count), pages, far), pages, near)
  const starts = new Uint32Array(pages + 1)
  const ends = new Uint32Array(2 * count)
  let filled = 0
  let page = 0
  for (let i = 0; i < sorted.length; i++) {
    const half = sorted[i]
    while (page < near[half]) starts[++page] = filled
    if (filled === starts[page] || ends[filled - 1] !== far[half]) ends[filled++] = far[half]
  }
  while (page < pages) starts[++page] = filled
  return { starts, ends: ends.slice(0, filled) }
}

function compileTrails(
  input: readonly TrailInput[],
  { paths, pageOf }: PathTable,
  kinds: KindTable,
  issues: IssueTally,
): Trails {
  const kept: { pages: number[]; kind: number }[] = []
  for (const { nodes, kind } of input) {
    const pages: (number | undefined)[] = nodes.map(pageOf)
    if (pages.length === 0) issues.add('emptyPaths', kind === undefined ? '' : cleanText(kind))
    else if (pages.includes(undefined)) issues.add('danglingPaths', nodes.map(pathIdentity).join(' > '))
    else kept.push({ pages: pages as number[], kind: kinds.indexOf(kind) })
  }
  kept.sort((a, b) => last(a.pages) - last(b.pages) || compareNumbers(a.pages, b.pages) || a.kind - b.kind)

  const starts = new Uint32Array(paths.length + 1)
  const pageStarts = new Uint32Array(kept.length + 1)
  kept.forEach(({ pages }, i) => {
    starts[last(pages) + 1]++
    pageStarts[i + 1] = pageStarts[i] + pages.length
  })
  for (let page = 1; page <= paths.length; page++) starts[page] += starts[page - 1]
  const pages = new Uint32Array(pageStarts[kept.length])
  kept.forEach((trail, i) => {
    pages.set(trail.pages, pageStarts[i])
  })
  return { starts, pageStarts, pages, kinds: Uint32Array.from(kept, ({ kind }) => kind) }
}

function last(numbers: readonly number[]): number {
  return numbers[numbers.length - 1]
}

type Content = Pick<CompiledGraph, 'pages' | 'lines' | 'kinds' | 'edges' | 'trails' | 'kindNames'>

/** One text for one content, whatever order it was handed in. Lengths before texts keep it unambiguous. */
function* canonicalChunks({ pages, lines, kinds, edges, trails, kindNames }: Content): Generator<string> {
  const decoder = new TextDecoder()
  const kindField = (kind: number) => {
    const name = kindNames[kind]
    return name === undefined ? '-' : `${name.length}:${name}`
  }
  for (let page = 0; page < pages; page++) {
    const { starts, pathEnds, titleEnds, ownPaths } = lines
    const own = ownPaths.has(page) ? decoder.decode(ownPaths.get(page)) : ''
    const widths = `${pathEnds[page] - starts[page]},${titleEnds[page] - starts[page]},${own.length}:${own}`
    yield `${widths}${decoder.decode(lines.bytes.subarray(starts[page], starts[page + 1]))}${kindField(kinds[page])}\n`
    for (let edge = edges.starts[page]; edge < edges.starts[page + 1]; edge++) {
      yield `>${edges.ends[edge]}${kindField(edges.kinds[edge])}`
    }
    for (let trail = trails.starts[page]; trail < trails.starts[page + 1]; trail++) {
      const own = trails.pages.subarray(trails.pageStarts[trail], trails.pageStarts[trail + 1])
      yield `|${own.join('>')}${kindField(trails.kinds[trail])}`
    }
  }
}
