import { type CompiledGraph, hasSummary, type PageLines, placeOf } from './compiled-graph.ts'

/** Of a page that is not in the merged order. */
export const GONE = 0xffff_ffff

/** Pages of a graph that stay and pages that come, in one order by path. */
export interface MergedPages {
  readonly count: number
  /** For each page of the base its place now; {@link GONE} where it is removed. */
  readonly fromBase: Uint32Array
  /** For each page that comes its place now. */
  readonly fromComing: Uint32Array
  /** For each page now its place in the base, where its links stay; {@link GONE} where it is new. */
  readonly inBase: Uint32Array
  readonly lines: PageLines
  readonly summaries: number
  readonly lineCosts: number
}

const encoder = new TextEncoder()

/**
 * @param removed pages of the base that go, with their links, even where one of the same path comes
 * @param paths identities of the pages that come, in code point order
 * @param coming their lines, in that order
 */
export function mergedPages(
  base: CompiledGraph,
  removed: ReadonlySet<number>,
  paths: readonly string[],
  coming: PageLines,
): MergedPages {
  const places = paths.map((path) => placeOf(base, encoder.encode(path)))
  const fromBase = new Uint32Array(base.pages).fill(GONE)
  const fromComing = new Uint32Array(paths.length)
  const inBase = new Uint32Array(base.pages + paths.length).fill(GONE)
  const lines = new LineMerge(base, coming, paths.length)
  let next = 0
  const keepUpTo = (end: number) => {
    for (; next < end; next++) {
      if (removed.has(next)) continue
      inBase[lines.count] = next
      fromBase[next] = lines.count
      lines.keep(next)
    }
  }
  places.forEach(({ page, isThere }, i) => {
    keepUpTo(page)
    if (isThere) {
      next = page + 1
      if (!removed.has(page)) {
        inBase[lines.count] = page
        fromBase[page] = lines.count
      }
    }
    fromComing[i] = lines.count
    lines.come(i)
  })
  keepUpTo(base.pages)
  const { count } = lines
  return { count, fromBase, fromComing, inBase: inBase.subarray(0, count), ...lines.result() }
}

/** Copies lines from two sources into one, runs of the base at once. */
class LineMerge {
  readonly #base: CompiledGraph
  readonly #coming: PageLines
  readonly #starts: Uint32Array
  readonly #pathEnds: Uint32Array
  readonly #titleEnds: Uint32Array
  readonly #costs: Uint32Array
  readonly #bareCosts: Uint32Array
  readonly #quoted: Uint8Array
  readonly #ownPaths = new Map<number, Uint8Array>()
  readonly #bytes: Uint8Array
  #runStart = 0
  #runEnd = 0
  #summaries = 0
  #lineCosts = 0
  count = 0

  constructor(base: CompiledGraph, coming: PageLines, comingPages: number) {
    this.#base = base
    this.#coming = coming
    const most = base.pages + comingPages
    this.#starts = new Uint32Array(most + 1)
    this.#pathEnds = new Uint32Array(most)
    this.#titleEnds = new Uint32Array(most)
    this.#costs = new Uint32Array(most)
    this.#bareCosts = new Uint32Array(most)
    this.#quoted = new Uint8Array(most)
    this.#bytes = new Uint8Array(base.lines.bytes.length + coming.bytes.length)
  }

  keep(page: number): void {
    const { starts } = this.#base.lines
    if (this.#runEnd !== starts[page]) {
      this.#copyRun()
      this.#runStart = starts[page]
    }
    this.#runEnd = starts[page + 1]
    this.#take(this.#base.lines, page)
  }

  come(page: number): void {
    this.#copyRun()
    const { bytes, starts } = this.#coming
    this.#bytes.set(bytes.subarray(starts[page], starts[page + 1]), this.#starts[this.count])
    this.#take(this.#coming, page)
  }

  result(): Pick<MergedPages, 'lines' | 'summaries' | 'lineCosts'> {
    this.#copyRun()
    const { count } = this
    const lines = {
      bytes: this.#bytes.slice(0, this.#starts[count]),
      starts: this.#starts.slice(0, count + 1),
      pathEnds: this.#pathEnds.slice(0, count),
      titleEnds: this.#titleEnds.slice(0, count),
      costs: this.#costs.slice(0, count),
      bareCosts: this.#bareCosts.slice(0, count),
      quoted: this.#quoted.slice(0, count),
      ownPaths: this.#ownPaths,
    }
    return { lines, summaries: this.#summaries, lineCosts: this.#lineCosts }
  }

  #take(from: PageLines, page: number): void {
    const at = this.count++
    const start = this.#starts[at]
    const shift = start - from.starts[page]
    this.#starts[at + 1] = from.starts[page + 1] + shift
    this.#pathEnds[at] = from.pathEnds[page] + shift
    this.#titleEnds[at] = from.titleEnds[page] + shift
    this.#costs[at] = from.costs[page]
    this.#bareCosts[at] = from.bareCosts[page]
    this.#quoted[at] = from.quoted[page]
    const own = from.ownPaths.get(page)
    if (own !== undefined) this.#ownPaths.set(at, own)
    if (hasSummary(from, page)) this.#summaries++
    this.#lineCosts += from.costs[page]
  }

  /** The lines kept so far that stand one behind the other in the base. */
  #copyRun(): void {
    const length = this.#runEnd - this.#runStart
    const end = this.#starts[this.count]
    if (length > 0) this.#bytes.set(this.#base.lines.bytes.subarray(this.#runStart, this.#runEnd), end - length)
    this.#runStart = this.#runEnd
  }
}
