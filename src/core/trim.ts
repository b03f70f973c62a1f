import type { Amounts, Candidate } from './candidate.ts'
import { compareNumbers } from './compare-numbers.ts'
import { type CompiledGraph, hasSummary } from './compiled-graph.ts'
import type { PacketCosts } from './packet-text.ts'
import type { Scratch } from './scratch.ts'
import { type SummaryRule, startsWhole } from './summary-rule.ts'

/** What of a candidate packet is kept. Pages are meant by their numbers in the packet, from 1. */
export interface Kept {
  /** The pages of the graph, in keep order: number k is `pages[k - 1]`. */
  readonly pages: readonly number[]
  /** For each kept page: whether its line shows a summary. */
  readonly withSummary: readonly boolean[]
  readonly summaries: number
  /** In edge order. */
  readonly edges: readonly KeptEdge[]
  /** In trail order. */
  readonly trails: readonly KeptTrail[]
  /** Exact tokens of the packet's text. */
  readonly tokens: number
}

export function amountsOf({ pages, edges, trails, summaries }: Kept): Amounts {
  return { pages: pages.length, edges: edges.length, trails: trails.length, summaries }
}

export interface KeptEdge {
  readonly from: number
  readonly to: number
  /** Index into the graph's kind names. */
  readonly kind: number
}

export interface KeptTrail {
  readonly pages: readonly number[]
  readonly kind: number
}

const NONE = { pages: 0, edges: 0, trails: 0 }

/**
 * The longest prefix of the keep order whose packet, without links and trails, fits; then the longest prefix of
 * the links among the kept pages; then of the trails; then of the summaries still left out.
 *
 * @param scratch its numbers are set to those of the kept pages
 * @returns undefined where not even the first page fits
 */
export function trim(
  graph: CompiledGraph,
  candidate: Candidate,
  costs: PacketCosts,
  budget: number,
  rule: SummaryRule,
  scratch: Scratch,
): Kept | undefined {
  const { lines } = graph
  const frame = costs.headerFrame(graph.revision) + costs.headerNumbers(NONE, candidate.total) - 3 * costs.number(0)
  const size = (body: number, pages: number, edges = 0, trails = 0) =>
    frame + costs.number(pages) + costs.number(edges) + costs.number(trails) + body
  const bareCost = (page: number) => costs.bareLine(lines, page)
  const everythingFits = candidate.tokens <= budget

  let body = 0
  const pages: number[] = []
  const withSummary: boolean[] = []
  candidate.walk((page, distance) => {
    const full = everythingFits || startsWhole(rule, lines, page, pages.length, distance)
    const grown = body + costs.number(pages.length + 1) + (full ? lines.costs[page] : bareCost(page))
    if (size(grown, pages.length + 1) > budget) return false
    pages.push(page)
    withSummary.push(full && hasSummary(lines, page))
    body = grown
    return true
  })
  if (pages.length === 0) return undefined
  scratch.forgetNumbers()
  pages.forEach((page, i) => {
    scratch.setNumber(page, i + 1)
  })

  const edges = keepEdges(graph, pages, scratch, costs, (cost, kept) => size(body + cost, pages.length, kept) <= budget)
  body += edges.cost
  const edgeCount = edges.kept.length
  const trails = keepTrails(
    graph,
    pages,
    scratch,
    costs,
    (cost, kept) => size(body + cost, pages.length, edgeCount, kept) <= budget,
  )
  body += trails.cost
  const sizeNow = (grown: number) => size(grown, pages.length, edgeCount, trails.kept.length)
  for (let place = 0; place < pages.length; place++) {
    const page = pages[place]
    if (withSummary[place] || !hasSummary(lines, page)) continue
    const grown = body + lines.costs[page] - bareCost(page)
    if (sizeNow(grown) > budget) break
    withSummary[place] = true
    body = grown
  }
  return {
    pages,
    withSummary,
    summaries: withSummary.filter(Boolean).length,
    edges: edges.kept,
    trails: trails.kept,
    tokens: sizeNow(body),
  }
}

/** Cost of the packet that holds the first page alone, with its summary. */
export function smallestPacket(graph: CompiledGraph, candidate: Candidate, costs: PacketCosts, first: number): number {
  const shown = { pages: 1, edges: 0, trails: 0 }
  const numbers = costs.headerNumbers(shown, candidate.total) + costs.number(1)
  return costs.headerFrame(graph.revision) + numbers + graph.lines.costs[first]
}

export type Fits = (cost: number, kept: number) => boolean

/**
 * Links among the kept pages, by the larger number of the two ends, then the smaller, then direction (from the smaller
 * first), then kind: found page by page in that order, as far as they fit.
 *
 * @param fits asked with the tokens of the links so far and their number, in order
 */
export function keepEdges(
  graph: CompiledGraph,
  pages: readonly number[],
  scratch: Scratch,
  costs: PacketCosts,
  fits: Fits,
) {
  const kept: KeptEdge[] = []
  const hasLine = new Uint8Array(pages.length + 1)
  let cost = 0
  const keep = (from: number, to: number, kind: number) => {
    const end = costs.number(to)
    const link = hasLine[from] ? costs.furtherLink(end) : costs.firstLink(costs.number(from), end)
    const grown = cost + (kept.length === 0 ? costs.linksHeading : 0) + link
    if (!fits(grown, kept.length + 1)) return false
    hasLine[from] = 1
    cost = grown
    kept.push({ from, to, kind })
    return true
  }
  for (let larger = 1; larger <= pages.length; larger++) {
    for (const smaller of keptNeighbours(graph, pages, pages[larger - 1], larger, scratch)) {
      const isWhole =
        eachEdge(graph, pages, smaller, larger, keep) &&
        (smaller === larger || eachEdge(graph, pages, larger, smaller, keep))
      if (!isWhole) return { kept, cost }
    }
  }
  return { kept, cost }
}

/** How many neighbours are looked at one by one for each kept page that would be looked for among them. */
const LOOKED_AT_FOR_ONE = 16

/** Numbers, at most `upTo`, of the kept pages that are joined to `page`, ascending. */
function keptNeighbours(
  { neighbours }: CompiledGraph,
  pages: readonly number[],
  page: number,
  upTo: number,
  scratch: Scratch,
): number[] {
  const { starts, ends } = neighbours
  const [start, end] = [starts[page], starts[page + 1]]
  const numbers: number[] = []
  // A hub has more neighbours than any packet has pages: those are looked for among its own.
  if (end - start > upTo * LOOKED_AT_FOR_ONE) {
    for (let number = 1; number <= upTo; number++) {
      const at = firstFrom(ends, start, end, pages[number - 1])
      if (at < end && ends[at] === pages[number - 1]) numbers.push(number)
    }
    return numbers
  }
  for (let at = start; at < end; at++) {
    const number = scratch.numberOf(ends[at])
    if (number > 0 && number <= upTo) numbers.push(number)
  }
  return numbers.sort((a, b) => a - b)
}

/** The first place from `start` up to `end` whose value, ascending, is not below `value`. */
function firstFrom(values: Uint32Array, start: number, end: number, value: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Calls `keep` with each link from one kept page to another, by kind, until it answers false. */
function eachEdge(
  { edges }: CompiledGraph,
  pages: readonly number[],
  from: number,
  to: number,
  keep: (from: number, to: number, kind: number) => boolean,
): boolean {
  const end = pages[to - 1]
  const rowEnd = edges.starts[pages[from - 1] + 1]
  const first = firstFrom(edges.ends, edges.starts[pages[from - 1]], rowEnd, end)
  for (let edge = first; edge < rowEnd && edges.ends[edge] === end; edge++) {
    if (!keep(from, to, edges.kinds[edge])) return false
  }
  return true
}

/** Trails whose pages are all kept, by the largest number, then length, then the numbers, then kind. */
function trailsAmong({ trails }: CompiledGraph, pages: readonly number[], scratch: Scratch): KeptTrail[] {
  const found: (KeptTrail & { largest: number })[] = []
  for (const page of pages) {
    for (let trail = trails.starts[page]; trail < trails.starts[page + 1]; trail++) {
      const numbers: number[] = []
      let largest = 0
      for (let at = trails.pageStarts[trail]; at < trails.pageStarts[trail + 1]; at++) {
        const number = scratch.numberOf(trails.pages[at])
        if (number === 0) break
        numbers.push(number)
        if (number > largest) largest = number
      }
      const isWhole = numbers.length === trails.pageStarts[trail + 1] - trails.pageStarts[trail]
      if (isWhole) found.push({ pages: numbers, largest, kind: trails.kinds[trail] })
    }
  }
  return found.sort(
    (a, b) =>
      a.largest - b.largest || a.pages.length - b.pages.length || compareNumbers(a.pages, b.pages) || a.kind - b.kind,
  )
}

/** Trails among the kept pages, in their order, as far as they fit. */
export function keepTrails(
  graph: CompiledGraph,
  pages: readonly number[],
  scratch: Scratch,
  costs: PacketCosts,
  fits: Fits,
) {
  const kept: KeptTrail[] = []
  let cost = 0
  // Where not even a trail of one page fits, none needs to be looked for.
  if (!fits(costs.trailsHeading + costs.trails(costs.number(1), 1, 1), 1)) return { kept, cost }
  for (const trail of trailsAmong(graph, pages, scratch)) {
    const numbers = trail.pages.reduce((sum, number) => sum + costs.number(number), 0)
    const grown = cost + (kept.length === 0 ? costs.trailsHeading : 0) + costs.trails(numbers, trail.pages.length, 1)
    if (!fits(grown, kept.length + 1)) break
    cost = grown
    kept.push(trail)
  }
  return { kept, cost }
}
