import type { CompiledGraph, Rows } from '../../src/core/compiled-graph.ts'
import { walkKeepOrder } from '../../src/core/keep-order.ts'
import { Scratch } from '../../src/core/scratch.ts'
import type { HeldOut, JoinedRows } from './held-out.ts'
import type { Order } from './lines.ts'

/** A graph that a link was taken out of, and the page that the link led from. */
export interface Case {
  /** Its neighbours are `rows`. */
  readonly graph: CompiledGraph
  readonly rows: JoinedRows
  readonly target: number
  /** From the target; Infinity where no chain leads. */
  readonly distances: Float64Array
  /** Directed links, the one that was taken out among them no more. */
  readonly links: Rows
}

/** A score for each page: the highest comes first, equals by path. */
export type Score = (given: Case) => ArrayLike<number>

export function caseOf(whole: CompiledGraph, rows: JoinedRows, { from, to }: HeldOut): Case {
  const graph = { ...whole, neighbours: { starts: rows.starts, ends: rows.ends } }
  return { graph, rows, target: from, distances: distancesFrom(from, rows), links: linksWithout(whole, from, to) }
}

function linksWithout({ edges, kindNames }: CompiledGraph, from: number, to: number): Rows {
  const isOut = (edge: number) => edges.ends[edge] === to && kindNames[edges.kinds[edge]] === 'link'
  const cut: number[] = []
  for (let edge = edges.starts[from]; edge < edges.starts[from + 1]; edge++) if (isOut(edge)) cut.push(edge)
  const ends = new Uint32Array(edges.ends.length - cut.length)
  ends.set(edges.ends.subarray(0, cut[0]))
  ends.set(edges.ends.subarray(cut[0] + cut.length), cut[0])
  return { ends, starts: edges.starts.map((start, page) => (page > from ? start - cut.length : start)) }
}

function distancesFrom(target: number, { starts, ends }: Rows): Float64Array {
  const distances = new Float64Array(starts.length - 1).fill(Number.POSITIVE_INFINITY)
  distances[target] = 0
  const queue = [target]
  for (let taken = 0; taken < queue.length; taken++) {
    const page = queue[taken]
    for (let at = starts[page]; at < starts[page + 1]; at++) {
      if (distances[ends[at]] !== Number.POSITIVE_INFINITY) continue
      distances[ends[at]] = distances[page] + 1
      queue.push(ends[at])
    }
  }
  return distances
}

const scratch = new Scratch()

/** The keep order of the core. */
export function keepOrder({ graph, target }: Case): Order {
  scratch.begin(graph.pages)
  const order: { page: number; distance: number }[] = []
  const wanted = { targets: [target], requested: [target], maxDistance: Number.POSITIVE_INFINITY }
  walkKeepOrder(graph, wanted, scratch, (page, distance) => order.push({ page, distance }) < ENOUGH)
  return order
}

/** Pages: more than fit into the largest budget. */
const ENOUGH = 4000

/** Nearest first, at one distance by score, then by path. */
export const inRings =
  (score: Score) =>
  (given: Case): Order =>
    sorted(given, score(given), (a, b) => given.distances[a] - given.distances[b])

/** By score alone. */
export const alone =
  (score: Score) =>
  (given: Case): Order =>
    sorted(given, score(given), () => 0)

function sorted(given: Case, scores: ArrayLike<number>, first: (a: number, b: number) => number): Order {
  const { graph, target, distances } = given
  // Infinity less itself is no number: such pages are equally far.
  const order = Array.from({ length: graph.pages }, (_, page) => page)
    .filter((page) => page !== target)
    .sort((a, b) => first(a, b) || scores[b] - scores[a] || a - b)
  return [target, ...order].map((page) => ({ page, distance: distances[page] }))
}
