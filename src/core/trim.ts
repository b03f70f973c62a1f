import type { Candidate } from './candidate.ts'
import { compareNumbers } from './compare-numbers.ts'
import { type CompiledGraph, hasSummary } from './compiled-graph.ts'
import { countingSort, indices } from './counting-sort.ts'
import { NAMED } from './keep-order.ts'
import type { PacketCosts } from './packet-text.ts'
import type { Scratch } from './scratch.ts'

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

/**
 * The longest prefix of the keep order whose packet, without links and trails, fits; then the longest prefix of
 * the links among the kept pages; then of the trails; then of the summaries still left out.
 *
 * @param summaryDistance pages up to here, and those that the step names, show their summary from the start
 * @param scratch its numbers are set to those of the kept pages
 * @returns undefined where not even the first page fits
 */
export function trim(
  graph: CompiledGraph,
  candidate: Candidate,
  costs: PacketCosts,
  budget: number,
  summaryDistance: number,
  scratch: Scratch,
): Kept | undefined {
  const { lines } = graph
  const frame = costs.headerFrame(graph.revision)
  const size = (body: number, pages: number, edges = 0, trails = 0) =>
    frame + costs.headerNumbers({ pages, edges, trails }, candidate.total) + body
  const bareCost = (page: number) => costs.bareLine(lines, page)
  const everythingFits = candidate.tokens <= budget

  let body = 0
  const pages: number[] = []
  const withSummary: boolean[] = []
  candidate.walk((page, distance) => {
    const full = everythingFits || distance === NAMED || distance <= summaryDistance || !hasSummary(lines, page)
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

  const edges = keepEdges(
    edgesAmong(graph, pages, scratch),
    pages.length,
    costs,
    (cost, kept) => size(body + cost, pages.length, kept) <= budget,
  )
  body += edges.cost
  const trails = keepTrails(
    trailsAmong(graph, pages, scratch),
    costs,
    (cost, kept) => size(body + cost, pages.length, edges.kept.length, kept) <= budget,
  )
  body += trails.cost
  const sizeNow = (grown: number) => size(grown, pages.length, edges.kept.length, trails.kept.length)
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

/**
 * Links among the kept pages, by the larger number of the two ends, then the smaller, then direction (from the smaller
 * first), then kind.
 */
function edgesAmong({ edges }: CompiledGraph, pages: readonly number[], scratch: Scratch): KeptEdge[] {
  const found: KeptEdge[] = []
  pages.forEach((page, i) => {
    for (let edge = edges.starts[page]; edge < edges.starts[page + 1]; edge++) {
      const to = scratch.numberOf(edges.ends[edge])
      if (to > 0) found.push({ from: i + 1, to, kind: edges.kinds[edge] })
    }
  })
  // Links with the same two ends already stand by kind, and each pass leaves them so.
  const keys = pages.length + 1
  const downward = countingSort(
    indices(found.length),
    2,
    Uint32Array.from(found, ({ from, to }) => Number(from > to)),
  )
  const smaller = countingSort(
    downward,
    keys,
    Uint32Array.from(found, ({ from, to }) => Math.min(from, to)),
  )
  const larger = countingSort(
    smaller,
    keys,
    Uint32Array.from(found, ({ from, to }) => Math.max(from, to)),
  )
  return Array.from(larger, (edge) => found[edge])
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

type Fits = (cost: number, kept: number) => boolean

function keepEdges(inOrder: readonly KeptEdge[], pages: number, costs: PacketCosts, fits: Fits) {
  const hasLine = new Uint8Array(pages + 1)
  let cost = 0
  let kept = 0
  for (const { from, to } of inOrder) {
    const end = costs.number(to)
    const link = hasLine[from] ? costs.furtherLink(end) : costs.firstLink(costs.number(from), end)
    const grown = cost + (kept === 0 ? costs.linksHeading : 0) + link
    if (!fits(grown, kept + 1)) break
    hasLine[from] = 1
    cost = grown
    kept++
  }
  return { kept: inOrder.slice(0, kept), cost }
}

function keepTrails(inOrder: readonly KeptTrail[], costs: PacketCosts, fits: Fits) {
  let cost = 0
  let kept = 0
  for (const { pages } of inOrder) {
    const numbers = pages.reduce((sum, number) => sum + costs.number(number), 0)
    const grown = cost + (kept === 0 ? costs.trailsHeading : 0) + costs.trails(numbers, pages.length, 1)
    if (!fits(grown, kept + 1)) break
    cost = grown
    kept++
  }
  return { kept: inOrder.slice(0, kept), cost }
}
