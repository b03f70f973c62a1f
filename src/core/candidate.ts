import { countingSort, indices } from './counting-sort.ts'
import { compareKinds, compareNumbers, type DocGraph, type Trail } from './graph.ts'
import type { KeepOrder } from './keep-order.ts'
import type { PacketCosts, Shown } from './packet-text.ts'

/** All that could be in a step's packet, before any trim. */
export interface Candidate {
  readonly graph: DocGraph
  readonly order: KeepOrder
  /** Candidates, and links and trails among them. */
  readonly total: Shown & { readonly summaries: number }
  /** Number of each page of the graph, 1 for the first kept; 0 for a page that is no candidate. */
  readonly numbers: Uint32Array
}

export function candidateOf(graph: DocGraph, order: KeepOrder): Candidate {
  const numbers = new Uint32Array(graph.paths.length)
  order.pages.forEach((page, i) => {
    numbers[page] = i + 1
  })
  return {
    graph,
    order,
    numbers,
    total: {
      pages: order.pages.length,
      edges: edgesAmong(graph, numbers, order.pages.length).length,
      trails: trailsAmong(graph, numbers, order.pages.length).length,
      summaries: order.pages.reduce((sum, page) => sum + Number(graph.summaries[page] !== undefined), 0),
    },
  }
}

/** Links whose two ends are among the first `kept` pages: indices into the graph's links, in its order. */
export function edgesAmong(graph: DocGraph, numbers: Uint32Array, kept: number): Uint32Array {
  const { from, to } = graph.edges
  const isKept = (page: number) => numbers[page] > 0 && numbers[page] <= kept
  return indices(from.length).filter((edge) => isKept(from[edge]) && isKept(to[edge]))
}

/** Trails whose pages are all among the first `kept`. */
export function trailsAmong(graph: DocGraph, numbers: Uint32Array, kept: number): Trail[] {
  return graph.trails.filter((trail) => trail.pages.every((page) => numbers[page] > 0 && numbers[page] <= kept))
}

/** By the larger number of the two ends, then the smaller, then direction (from the smaller first), then kind. */
export function inEdgeOrder(graph: DocGraph, numbers: Uint32Array, kept: number): Uint32Array {
  const { from, to, kind, kinds } = graph.edges
  const larger = (edge: number) => Math.max(numbers[from[edge]], numbers[to[edge]])
  const smaller = (edge: number) => Math.min(numbers[from[edge]], numbers[to[edge]])
  const downward = (edge: number) => Number(numbers[from[edge]] > numbers[to[edge]])
  let edges = edgesAmong(graph, numbers, kept)
  edges = countingSort(edges, kinds.length, (edge) => kind[edge])
  edges = countingSort(edges, 2, downward)
  edges = countingSort(edges, kept + 1, smaller)
  return countingSort(edges, kept + 1, larger)
}

/** A trail that a packet can show, with the numbers of its pages. */
export interface NumberedTrail {
  readonly trail: Trail
  readonly numbers: readonly number[]
}

/** By the largest number, then length, then the numbers, then kind. */
export function inTrailOrder(graph: DocGraph, numbers: Uint32Array, kept: number): NumberedTrail[] {
  const trails = trailsAmong(graph, numbers, kept).map((trail) => {
    const own = trail.pages.map((page) => numbers[page])
    return { trail, numbers: own, largest: own.reduce((a, b) => Math.max(a, b), 0) }
  })
  return trails.sort(
    (a, b) =>
      a.largest - b.largest ||
      a.numbers.length - b.numbers.length ||
      compareNumbers(a.numbers, b.numbers) ||
      compareKinds(a.trail.kind, b.trail.kind),
  )
}

/**
 * Tokens of the packet before the trim: every candidate with its summary, every link, every trail, each page
 * number counted like the widest one. Exact below 1,000 candidates (in an encoding in which one to three digits are a token),
 * never below the true size, and known without walking the graph.
 *
 * @param lineRests summed cost of the candidates' lines with summaries, without numbers
 */
export function untrimmedTokens(candidate: Candidate, costs: PacketCosts, lineRests: number): number {
  const { graph, numbers, total } = candidate
  const widest = costs.number(total.pages)
  let tokens = costs.headerFrame(graph.revision) + costs.headerNumbers(total, total) + lineRests + total.pages * widest

  const { from } = graph.edges
  let sources = 0
  let last = -1
  for (const edge of edgesAmong(graph, numbers, total.pages)) {
    if (from[edge] !== last) sources++
    last = from[edge]
  }
  if (total.edges > 0) tokens += costs.linksHeading
  tokens += sources * costs.firstLink(widest, widest) + (total.edges - sources) * costs.furtherLink(widest)

  if (total.trails > 0) tokens += costs.trailsHeading
  for (const { pages } of trailsAmong(graph, numbers, total.pages)) {
    tokens += costs.trail(pages.length * widest, pages.length)
  }
  return tokens
}
