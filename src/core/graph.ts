import { CoreError, type FieldError, LISTED_FIELDS } from './core-error.ts'
import { countingSort, indices } from './counting-sort.ts'
import type { EdgeInput, GraphInput, TrailInput } from './graph-input.ts'
import { IssueTally } from './graph-issues.ts'
import type { GraphIssues } from './packet-answer.ts'
import { cleanText, compareCodePoints, fieldText, oneLine, pathIdentity, utf8Length } from './plain-text.ts'

/**
 * A documentation graph with its pages interned: page `i` is the i-th path in code point order, so comparing
 * two page numbers compares their paths.
 */
export interface DocGraph {
  readonly paths: readonly string[]
  /** Titles and summaries as a packet shows them; undefined where nothing is left to show. */
  readonly titles: readonly (string | undefined)[]
  readonly summaries: readonly (string | undefined)[]
  readonly kinds: readonly (string | undefined)[]
  /** Distinct links, ordered by source, then end, then kind. */
  readonly edges: Edges
  /** The distinct pages joined to page `i` in either direction: `ends[starts[i] .. starts[i + 1])`, ascending. */
  readonly neighbours: Rows
  readonly trails: readonly Trail[]
  readonly revision: string
  readonly issues: GraphIssues
  /** The page that `path`, in any normal form, names. */
  pageOf(path: string): number | undefined
}

export interface Edges {
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Index into `kinds`; indices compare as the kinds do. */
  readonly kind: Uint32Array
  /** Kinds in code point order; the first is undefined, the kind of a link without one. */
  readonly kinds: readonly (string | undefined)[]
}

/** Compressed sparse rows: row `i` is `ends[starts[i] .. starts[i + 1])`. */
export interface Rows {
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

export interface Trail {
  readonly pages: readonly number[]
  readonly kind: string | undefined
}

/** Hash of text chunks, handed in: the same chunks give the same short name. */
export type Digest = (chunks: Iterable<string>) => string

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
export function compileGraph(input: GraphInput, digest: Digest, limits: GraphLimits): DocGraph {
  checkFieldLengths(input, limits.maxFieldBytes)
  const { paths, order, pageOf } = internPaths(input)
  const issues = new IssueTally()
  const edges = compileEdges(input.edges, paths.length, pageOf, issues)
  const fields = {
    paths,
    titles: order.map((i) => shownOrNothing(input.nodes[i].title)),
    summaries: order.map((i) => shownOrNothing(input.nodes[i].summary)),
    kinds: order.map((i) => cleanKind(input.nodes[i].kind)),
    edges,
    trails: compileTrails(input.paths, pageOf, issues),
  }
  return {
    ...fields,
    neighbours: neighbourRows(edges, paths.length),
    revision: oneLine(input.revision ?? '') || digest(canonicalChunks(fields)),
    issues: issues.result(),
    pageOf,
  }
}

function shownOrNothing(text: string | undefined): string | undefined {
  return text === undefined ? undefined : fieldText(text) || undefined
}

function cleanKind(kind: string | undefined): string | undefined {
  return kind === undefined ? undefined : cleanText(kind)
}

function internPaths(input: GraphInput) {
  const identities = input.nodes.map((node) => pathIdentity(node.path))
  const order = Array.from(identities.keys()).sort((a, b) => compareCodePoints(identities[a], identities[b]))
  const paths = order.map((i) => identities[i])
  refuseEmptyPath(identities)
  refuseDuplicates(paths, identities)

  const pageByPath = new Map<string, number>()
  for (let page = 0; page < paths.length; page++) pageByPath.set(paths[page], page)
  // Most look-ups name a path as it stands in the table, and need no normalising.
  const pageOf = (path: string) => pageByPath.get(path) ?? pageByPath.get(pathIdentity(path))
  return { paths, order, pageOf }
}

function refuseEmptyPath(identities: readonly string[]): void {
  const at = identities.flatMap((path, i) => (path === '' ? [i] : []))
  if (at.length === 0) return
  const errors = at.slice(0, LISTED_FIELDS).map((i) => ({ path: `/graph/nodes/${i}/path`, message: 'is empty' }))
  throw new CoreError(
    'graph-empty-path',
    'request',
    `${at.length} of the graph's nodes have an empty path.`,
    errors,
    at.length,
  )
}

function refuseDuplicates(sortedPaths: readonly string[], identities: readonly string[]): void {
  const repeated = new Set(sortedPaths.filter((path, i) => i > 0 && path === sortedPaths[i - 1]))
  if (repeated.size === 0) return
  const listed = [...repeated].slice(0, LISTED_FIELDS)
  const errors: FieldError[] = listed.map((path) => {
    const at = identities.flatMap((other, i) => (other === path ? [i] : []))
    return {
      path: `/graph/nodes/${at[1]}/path`,
      message: `${JSON.stringify(path)} is the path of ${at.length} nodes (compared in Unicode NFC); the first is /graph/nodes/${at[0]}`,
    }
  })
  const detail = `${repeated.size} ${repeated.size === 1 ? 'path is' : 'paths are'} used by more than one node.`
  throw new CoreError('graph-duplicate-path', 'request', detail, errors, repeated.size)
}

function compileEdges(
  input: readonly EdgeInput[],
  pages: number,
  pageOf: DocGraph['pageOf'],
  issues: IssueTally,
): Edges {
  const kinds = internKinds(input)
  const kindIndex = new Map(kinds.map((kind, i) => [kind, i]))
  const from = new Uint32Array(input.length)
  const to = new Uint32Array(input.length)
  const kind = new Uint32Array(input.length)
  let bound = 0
  for (const edge of input) {
    const source = pageOf(edge.from)
    const end = pageOf(edge.to)
    if (source === undefined || end === undefined) {
      issues.add('danglingEdges', `${cleanText(edge.from)} -> ${cleanText(edge.to)}`)
      continue
    }
    from[bound] = source
    to[bound] = end
    kind[bound] = kindIndex.get(cleanKind(edge.kind)) as number
    bound++
  }

  const byKind = countingSort(indices(bound), kinds.length, (edge) => kind[edge])
  const byEnd = countingSort(byKind, pages, (edge) => to[edge])
  const sorted = countingSort(byEnd, pages, (edge) => from[edge])
  const distinct = sorted.filter((edge, i) => {
    const before = sorted[i - 1]
    return i === 0 || from[edge] !== from[before] || to[edge] !== to[before] || kind[edge] !== kind[before]
  })
  return {
    from: distinct.map((edge) => from[edge]),
    to: distinct.map((edge) => to[edge]),
    kind: distinct.map((edge) => kind[edge]),
    kinds,
  }
}

function internKinds(input: readonly EdgeInput[]): (string | undefined)[] {
  const named = new Set<string>()
  for (const edge of input) if (edge.kind !== undefined) named.add(cleanText(edge.kind))
  return [undefined, ...[...named].sort(compareCodePoints)]
}

function neighbourRows(edges: Edges, pages: number): Rows {
  const both = indices(2 * edges.from.length)
  const near = (half: number) => (half % 2 === 0 ? edges.from[half >> 1] : edges.to[half >> 1])
  const far = (half: number) => near(half ^ 1)
  const sorted = countingSort(countingSort(both, pages, far), pages, near)

  const starts = new Uint32Array(pages + 1)
  const ends = new Uint32Array(sorted.length)
  let filled = 0
  let row = 0
  for (const half of sorted) {
    while (row < near(half)) starts[++row] = filled
    const end = far(half)
    if (filled === starts[row] || ends[filled - 1] !== end) ends[filled++] = end
  }
  while (row < pages) starts[++row] = filled
  return { starts, ends: ends.slice(0, filled) }
}

function compileTrails(input: readonly TrailInput[], pageOf: DocGraph['pageOf'], issues: IssueTally): Trail[] {
  const trails: Trail[] = []
  for (const trail of input) {
    const pages = trail.nodes.map(pageOf)
    if (pages.length === 0) issues.add('emptyPaths', cleanKind(trail.kind) ?? '')
    else if (pages.some((page) => page === undefined)) {
      issues.add('danglingPaths', trail.nodes.map(cleanText).join(' > '))
    } else trails.push({ pages: pages as number[], kind: cleanKind(trail.kind) })
  }
  return trails.sort(compareTrails)
}

function compareTrails(a: Trail, b: Trail): number {
  return compareNumbers(a.pages, b.pages) || compareKinds(a.kind, b.kind)
}

/** Lexicographic; a prefix comes before what continues it. */
export function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i])
  if (at < 0) return a.length - b.length
  return at < b.length ? a[at] - b[at] : 1
}

/** By code point; no kind comes before any kind. */
export function compareKinds(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return compareCodePoints(a, b)
}

type Fields = Pick<DocGraph, 'paths' | 'titles' | 'summaries' | 'kinds' | 'edges' | 'trails'>

/** One text for one content, whatever order it was handed in. Lengths before texts keep it unambiguous. */
function* canonicalChunks(graph: Fields): Generator<string> {
  const field = (text: string | undefined) => (text === undefined ? '-' : `${text.length}:${text}`)
  for (let page = 0; page < graph.paths.length; page++) {
    const { paths, titles, summaries, kinds } = graph
    yield `${field(paths[page])}${field(titles[page])}${field(summaries[page])}${field(kinds[page])}\n`
  }
  const { from, to, kind, kinds } = graph.edges
  for (let edge = 0; edge < from.length; edge++) yield `${from[edge]}>${to[edge]}${field(kinds[kind[edge]])}\n`
  for (const trail of graph.trails) yield `${trail.pages.join('>')}${field(trail.kind)}\n`
}

function checkFieldLengths(input: GraphInput, maxBytes: number): void {
  const errors: FieldError[] = []
  let count = 0
  const check = (text: string | undefined, at: () => string) => {
    // A UTF-16 unit is at most three bytes of UTF-8.
    if (text === undefined || text.length * 3 <= maxBytes) return
    const bytes = text.length > maxBytes ? text.length : utf8Length(text)
    if (bytes <= maxBytes) return
    count++
    if (errors.length < LISTED_FIELDS) {
      errors.push({
        path: at(),
        message: `has ${utf8Length(text)} bytes; at most ${maxBytes} are allowed (MAX_FIELD_BYTES)`,
      })
    }
  }
  check(input.revision, () => '/graph/revision')
  input.nodes.forEach((node, i) => {
    check(node.path, () => `/graph/nodes/${i}/path`)
    check(node.title, () => `/graph/nodes/${i}/title`)
    check(node.summary, () => `/graph/nodes/${i}/summary`)
    check(node.kind, () => `/graph/nodes/${i}/kind`)
  })
  input.edges.forEach((edge, i) => {
    check(edge.kind, () => `/graph/edges/${i}/kind`)
  })
  input.paths.forEach((trail, i) => {
    check(trail.kind, () => `/graph/paths/${i}/kind`)
  })
  if (count === 0) return
  const detail = `${count} ${count === 1 ? 'field is' : 'fields are'} longer than ${maxBytes} bytes of UTF-8.`
  throw new CoreError('field-too-long', 'bound', detail, errors, count)
}
