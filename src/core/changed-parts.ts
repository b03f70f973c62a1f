import { compareNumbers } from './compare-numbers.ts'
import { type CompiledGraph, pathOf, type Trails } from './compiled-graph.ts'
import type { EdgeInput, TrailInput } from './graph-input.ts'
import type { IssueTally } from './graph-issues.ts'
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

  const rows = new EdgeRows(pages, base.totals.edges + coming.length, issues)
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

  const { trails } = base
  const rows = new TrailRows(trails, coming, pages.count)
  for (let trail = 0; trail < trails.kinds.length; trail++) {
    if (going.has(trail)) continue
    const stops = trails.pages.subarray(trails.pageStarts[trail], trails.pageStarts[trail + 1])
    rows.stay(stops, pages.fromBase, baseKinds[trails.kinds[trail]])
  }
  rows.comeAll()
  return { trails: rows.result(), added: rows.added, removed: trails.kinds.length - rows.stayed, notThere }
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
  readonly #ends: Uint32Array
  readonly #kinds: Uint32Array
  #count = 0
  #lastFrom = GONE
  #isComing = false
  stayed = 0
  added = 0

  constructor(pages: MergedPages, most: number, issues: IssueTally) {
    this.#pages = pages
    this.#issues = issues
    this.#starts = new Uint32Array(pages.count + 1)
    this.#ends = new Uint32Array(most)
    this.#kinds = new Uint32Array(most)
  }

  stay(from: number, to: number, kind: number): void {
    this.#push(from, to, kind)
    this.#isComing = false
    this.stayed++
  }

  /** A link that is there already is not added; one that comes twice is an issue. */
  come([from, to, kind]: Key): void {
    const last = this.#count - 1
    if (this.#lastFrom === from && this.#ends[last] === to && this.#kinds[last] === kind) {
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
    const kept = this.#count
    return {
      rows: { starts: this.#starts, ends: this.#ends.slice(0, kept), kinds: this.#kinds.slice(0, kept) },
      sources,
    }
  }

  #push(from: number, to: number, kind: number): void {
    this.#ends[this.#count] = to
    this.#kinds[this.#count] = kind
    this.#starts[from + 1] = ++this.#count
    this.#lastFrom = from
    if (from === to) this.#issues.add('selfEdges', this.#path(from))
  }

  #path(page: number): string {
    return pathOf(this.#pages.lines, page)
  }
}

/** Trails in their order. One that comes is not added where it is there already. */
class TrailRows {
  readonly #coming: readonly Key[]
  readonly #starts: Uint32Array
  readonly #pageStarts: Uint32Array
  readonly #pages: Uint32Array
  readonly #kinds: Uint32Array
  #count = 0
  #next = 0
  stayed = 0
  added = 0

  constructor(base: Trails, coming: readonly Key[], pageCount: number) {
    this.#coming = coming
    const most = base.kinds.length + coming.length
    this.#starts = new Uint32Array(pageCount + 1)
    this.#pageStarts = new Uint32Array(most + 1)
    this.#kinds = new Uint32Array(most)
    this.#pages = new Uint32Array(base.pages.length + coming.reduce((sum, key) => sum + key.length - 1, 0))
  }

  /** @param stops of the base; a trail over a page that is gone is none any more */
  stay(stops: Uint32Array, fromBase: Uint32Array, kind: number): void {
    for (const stop of stops) if (fromBase[stop] === GONE) return
    const last = fromBase[stops[stops.length - 1]]
    while (this.#next < this.#coming.length) {
      const key = this.#coming[this.#next]
      if (key[key.length - 2] > last) break
      const own = trailKey(
        Array.from(stops, (stop) => fromBase[stop]),
        kind,
      )
      if (compareTrails(key, own) >= 0) break
      this.#come(key)
    }
    const at = this.#pageStarts[this.#count]
    for (let i = 0; i < stops.length; i++) this.#pages[at + i] = fromBase[stops[i]]
    this.#end(at + stops.length, kind)
    this.stayed++
  }

  comeAll(): void {
    while (this.#next < this.#coming.length) this.#come(this.#coming[this.#next])
  }

  result(): Trails {
    const { length } = this.#starts
    for (let page = 1; page < length; page++) this.#starts[page] += this.#starts[page - 1]
    return {
      starts: this.#starts,
      pageStarts: this.#pageStarts.slice(0, this.#count + 1),
      pages: this.#pages.slice(0, this.#pageStarts[this.#count]),
      kinds: this.#kinds.slice(0, this.#count),
    }
  }

  #come(key: Key): void {
    this.#next++
    if (this.#count > 0 && compareTrails(this.#last(), key) === 0) return
    const at = this.#pageStarts[this.#count]
    this.#pages.set(key.slice(0, -1), at)
    this.#end(at + key.length - 1, key[key.length - 1])
    this.added++
  }

  #last(): Key {
    const [start, end] = this.#pageStarts.subarray(this.#count - 1, this.#count + 1)
    return trailKey([...this.#pages.subarray(start, end)], this.#kinds[this.#count - 1])
  }

  #end(pagesEnd: number, kind: number): void {
    this.#kinds[this.#count] = kind
    this.#pageStarts[++this.#count] = pagesEnd
    this.#starts[this.#pages[pagesEnd - 1] + 1]++
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
