import { compareNumbers } from './compare-numbers.ts'
import { type CompiledGraph, pathOf, type Trails } from './compiled-graph.ts'
import type { EdgeInput, TrailInput } from './graph-input.ts'
import type { IssueTally } from './graph-issues.ts'
import { GrowingNumbers } from './growing.ts'
import { GONE, type MergedPages } from './merged-pages.ts'
import { cleanText, pathIdentity } from './plain-text.ts'
import { pageNamed } from './wanted.ts'

/** What links and trails are changed with. */
export interface PartsToChange {
  readonly base: CompiledGraph
  readonly pages: MergedPages
  /** For each kind of the base its place now. Ascends, as the kinds do. */
  readonly baseKinds: Uint32Array
  readonly kindPlace: (kind: string | undefined) => number
  readonly issues: IssueTally
}

/** What became of links, or of trails. */
export interface ChangedParts {
  readonly added: number
  readonly removed: number
  /** To remove, and not there. */
  readonly notThere: number
}

/** Numbers that say which link, or which trail, it is: they order the list and tell two apart. */
type Key = readonly number[]

/** Links by source, end and kind: those that stay and those that come, merged in that order. */
export function changedEdges(
  { base, pages, baseKinds, kindPlace, issues }: PartsToChange,
  upsert: readonly EdgeInput[],
  remove: readonly EdgeInput[],
  removeFrom: readonly string[],
): ChangedParts & { readonly rows: CompiledGraph['edges']; readonly sources: number } {
  const now = pageFinder(base, pages)
  const coming: Key[] = []
  for (const { from, to, kind } of upsert) {
    const ends = [now(from), now(to)]
    if (ends.includes(undefined)) issues.add('danglingEdges', `${pathIdentity(from)} -> ${pathIdentity(to)}`)
    else coming.push([...(ends as number[]), kindPlace(kind)])
  }
  coming.sort(compareNumbers)
  const bare = new Set<number>()
  let notThere = 0
  for (const path of removeFrom) {
    const page = pageNamed(base, path)
    if (page === undefined) notThere++
    else bare.add(page)
  }
  const going = new Set<number>()
  for (const { from, to, kind } of remove) {
    const edge = edgeIn(base, pageNamed(base, from), pageNamed(base, to), kind)
    if (edge === undefined) notThere++
    else going.add(edge)
  }

  const rows = new EdgeRows(pages, issues)
  let next = 0
  for (let source = 0; source < pages.count; source++) {
    const from = pages.inBase[source]
    const isKept = from !== GONE && !bare.has(from)
    const edgesEnd = isKept ? base.edges.starts[from + 1] : 0
    for (let edge = isKept ? base.edges.starts[from] : 0; edge < edgesEnd; edge++) {
      const end = pages.fromBase[base.edges.ends[edge]]
      if (end === GONE || going.has(edge)) continue
      const kind = baseKinds[base.edges.kinds[edge]]
      while (coming[next]?.[0] === source && compareNumbers(coming[next], [source, end, kind]) < 0)
        rows.come(coming[next++])
      rows.stay(source, end, kind)
    }
    while (coming[next]?.[0] === source) rows.come(coming[next++])
  }
  return { ...rows.result(), added: rows.added, removed: base.totals.edges - rows.stayed, notThere }
}

/** Trails by last page, pages and kind: those that stay and those that come, merged in that order. */
export function changedTrails(
  { base, pages, baseKinds, kindPlace, issues }: PartsToChange,
  upsert: readonly TrailInput[],
  remove: readonly TrailInput[],
): ChangedParts & { readonly trails: Trails } {
  const now = pageFinder(base, pages)
  const coming: Key[] = []
  for (const { nodes, kind } of upsert) {
    const stops = nodes.map(now)
    if (nodes.length === 0) issues.add('emptyPaths', kind === undefined ? '' : cleanText(kind))
    else if (stops.includes(undefined)) issues.add('danglingPaths', nodes.map(pathIdentity).join(' > '))
    else coming.push(trailKey(stops as number[], kindPlace(kind)))
  }
  coming.sort(compareTrails)
  const going = new Set<number>()
  let notThere = 0
  for (const { nodes, kind } of remove) {
    const found = trailsIn(
      base,
      nodes.map((path) => pageNamed(base, path)),
      kind,
    )
    if (found.length === 0) notThere++
    for (const trail of found) going.add(trail)
  }

  const all: Key[] = []
  let stayed = 0
  let next = 0
  let last: Key | undefined
  const come = (key: Key) => {
    if (last !== undefined && compareTrails(last, key) === 0) return
    all.push(key)
    last = key
  }
  const { trails } = base
  for (let trail = 0; trail < trails.kinds.length; trail++) {
    const stops = Array.from(trails.pages.subarray(trails.pageStarts[trail], trails.pageStarts[trail + 1]))
    const pagesNow = stops.map((stop) => pages.fromBase[stop])
    if (going.has(trail) || pagesNow.includes(GONE)) continue
    const key = trailKey(pagesNow, baseKinds[trails.kinds[trail]])
    while (next < coming.length && compareTrails(coming[next], key) < 0) come(coming[next++])
    all.push(key)
    last = key
    stayed++
  }
  while (next < coming.length) come(coming[next++])
  return {
    trails: trailsOf(all, pages.count),
    added: all.length - stayed,
    removed: trails.kinds.length - stayed,
    notThere,
  }
}

/** The place now of the page that a path names. */
function pageFinder(base: CompiledGraph, pages: MergedPages): (path: string) => number | undefined {
  const changed = { ...base, pages: pages.count, lines: pages.lines }
  return (path) => pageNamed(changed, path)
}

function kindName(kind: string | undefined): string | undefined {
  return kind === undefined ? undefined : cleanText(kind)
}

/** The link of the base with these ends and this kind. */
function edgeIn(
  { edges, kindNames }: CompiledGraph,
  from: number | undefined,
  to: number | undefined,
  kind: string | undefined,
): number | undefined {
  if (from === undefined || to === undefined) return undefined
  const wanted = kindNames.indexOf(kindName(kind))
  for (let edge = edges.starts[from]; edge < edges.starts[from + 1]; edge++) {
    if (edges.ends[edge] === to && edges.kinds[edge] === wanted) return edge
  }
  return undefined
}

/** The trails of the base with these pages and this kind: the same one may be there several times. */
function trailsIn(
  { trails, kindNames }: CompiledGraph,
  stops: readonly (number | undefined)[],
  kind: string | undefined,
): number[] {
  const last = stops.at(-1)
  if (last === undefined) return []
  const wanted = kindNames.indexOf(kindName(kind))
  const found: number[] = []
  for (let trail = trails.starts[last]; trail < trails.starts[last + 1]; trail++) {
    const [start, end] = [trails.pageStarts[trail], trails.pageStarts[trail + 1]]
    const isSame = end - start === stops.length && stops.every((stop, i) => stop === trails.pages[start + i])
    if (isSame && trails.kinds[trail] === wanted) found.push(trail)
  }
  return found
}

/** Links row by row, each once. */
class EdgeRows {
  readonly #pages: MergedPages
  readonly #issues: IssueTally
  readonly #starts: Uint32Array
  readonly #ends = new GrowingNumbers()
  readonly #kinds = new GrowingNumbers()
  #last: Key = []
  #isComing = false
  stayed = 0
  added = 0

  constructor(pages: MergedPages, issues: IssueTally) {
    this.#pages = pages
    this.#issues = issues
    this.#starts = new Uint32Array(pages.count + 1)
  }

  stay(from: number, to: number, kind: number): void {
    this.#push(from, to, kind)
    this.#isComing = false
    this.stayed++
  }

  /** A link that is there already is not added; one that comes twice is an issue. */
  come(key: Key): void {
    const [from, to, kind] = key
    if (compareNumbers(this.#last, key) === 0) {
      if (this.#isComing) this.#issues.add('repeatedEdges', `${this.#path(from)} -> ${this.#path(to)}`)
      return
    }
    this.#push(from, to, kind)
    this.#isComing = true
    this.added++
  }

  result() {
    const { count } = this.#pages
    let sources = 0
    for (let page = 0; page < count; page++) {
      if (this.#starts[page + 1] > 0) sources++
      else this.#starts[page + 1] = this.#starts[page]
    }
    const rows = { starts: this.#starts, ends: this.#ends.view().slice(), kinds: this.#kinds.view().slice() }
    return { rows, sources }
  }

  #push(from: number, to: number, kind: number): void {
    this.#ends.push(to)
    this.#kinds.push(kind)
    this.#starts[from + 1] = this.#ends.length
    if (from === to) this.#issues.add('selfEdges', this.#path(from))
    this.#last = [from, to, kind]
  }

  #path(page: number): string {
    return pathOf(this.#pages.lines, page)
  }
}

/** The pages, then the kind. */
function trailKey(pages: readonly number[], kind: number): Key {
  return [...pages, kind]
}

function compareTrails(a: Key, b: Key): number {
  const [pagesA, pagesB] = [a.slice(0, -1), b.slice(0, -1)]
  return a[a.length - 2] - b[b.length - 2] || compareNumbers(pagesA, pagesB) || a[a.length - 1] - b[b.length - 1]
}

function trailsOf(all: readonly Key[], pageCount: number): Trails {
  const starts = new Uint32Array(pageCount + 1)
  const pageStarts = new Uint32Array(all.length + 1)
  const kinds = new Uint32Array(all.length)
  const pages = new Uint32Array(all.reduce((sum, key) => sum + key.length - 1, 0))
  all.forEach((key, i) => {
    const stops = key.slice(0, -1)
    starts[stops[stops.length - 1] + 1]++
    pageStarts[i + 1] = pageStarts[i] + stops.length
    pages.set(stops, pageStarts[i])
    kinds[i] = key[key.length - 1]
  })
  for (let page = 1; page <= pageCount; page++) starts[page] += starts[page - 1]
  return { starts, pageStarts, pages, kinds }
}
