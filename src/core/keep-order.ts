import { countingSort } from './counting-sort.ts'
import type { DocGraph } from './graph.ts'

/** Distance of a page that no chain of links joins to a target. */
export const UNREACHABLE = 0xffff_ffff

const RESTART = 0.15
const FOLLOW = 0.85
const RESIDUAL_PER_NEIGHBOUR = 0.0001

export interface KeepOrder {
  /** The candidates, first kept longest. Does not depend on any budget. */
  readonly pages: Uint32Array
  /** How many pages at the head stand there by name: the first target, requested pages, other targets. */
  readonly named: number
  /** Links from the nearest target, per page of the graph; {@link UNREACHABLE} where there is no chain. */
  readonly distances: Uint32Array
}

/**
 * The keep order: first target, requested pages, other targets, then every other candidate by distance,
 * at one distance by personalised PageRank, then by path; unreachable pages last, by path.
 *
 * @param targets pages, distinct, in the step's order, at least one
 * @param requested pages, distinct, in the step's order
 * @param maxDistance pages farther from every target are no candidates, unless they stand at the head by name
 */
export function keepOrder(
  graph: DocGraph,
  targets: readonly number[],
  requested: readonly number[],
  maxDistance: number,
): KeepOrder {
  const distances = distancesFrom(graph, targets)
  const head = new Set([targets[0], ...requested, ...targets])
  const limit = maxDistance === Number.POSITIVE_INFINITY ? UNREACHABLE : Math.min(maxDistance, UNREACHABLE - 1)
  const others: number[] = []
  for (let page = 0; page < distances.length; page++) {
    if (distances[page] <= limit && !head.has(page)) others.push(page)
  }
  const pages = new Uint32Array(head.size + others.length)
  pages.set([...head])
  pages.set(orderRings(Uint32Array.from(others), distances, pushedRank(graph, targets)), head.size)
  return { pages, named: head.size, distances }
}

/** Breadth first over links in both directions. */
export function distancesFrom(graph: DocGraph, targets: readonly number[]): Uint32Array {
  const { starts, ends } = graph.neighbours
  const distances = new Uint32Array(graph.paths.length).fill(UNREACHABLE)
  const queue = new Uint32Array(graph.paths.length)
  let queued = 0
  for (const target of targets) {
    distances[target] = 0
    queue[queued++] = target
  }
  for (let taken = 0; taken < queued; taken++) {
    const page = queue[taken]
    for (let at = starts[page]; at < starts[page + 1]; at++) {
      const next = ends[at]
      if (distances[next] !== UNREACHABLE) continue
      distances[next] = distances[page] + 1
      queue[queued++] = next
    }
  }
  return distances
}

/**
 * Personalised PageRank from the targets by forward push, with the constants and the order of the contract,
 * so that everyone computes the same doubles. The work is bounded by 1 / (0.15 × 0.0001) neighbour entries,
 * whatever the size of the graph.
 *
 * Source: R. Andersen, F. Chung, K. Lang, "Local graph partitioning using PageRank vectors", FOCS 2006.
 *
 * @returns rank of each page that a push reached; a page that is not in it has rank 0
 */
export function pushedRank(graph: DocGraph, targets: readonly number[]): Map<number, number> {
  const { starts, ends } = graph.neighbours
  const rank = new Map<number, number>()
  const residual = new Map<number, number>()
  const queue = [...targets]
  const queued = new Set(targets)
  for (const target of targets) residual.set(target, 1 / targets.length)

  for (let taken = 0; taken < queue.length; taken++) {
    const page = queue[taken]
    queued.delete(page)
    const degree = starts[page + 1] - starts[page]
    const amount = residual.get(page) ?? 0
    if (degree === 0 || amount < RESIDUAL_PER_NEIGHBOUR * degree) continue
    rank.set(page, (rank.get(page) ?? 0) + RESTART * amount)
    residual.set(page, 0)
    const share = (FOLLOW * amount) / degree
    for (let at = starts[page]; at < starts[page + 1]; at++) {
      const next = ends[at]
      const sum = (residual.get(next) ?? 0) + share
      residual.set(next, sum)
      if (queued.has(next) || sum < RESIDUAL_PER_NEIGHBOUR * (starts[next + 1] - starts[next])) continue
      queued.add(next)
      queue.push(next)
    }
  }
  for (const [page, amount] of residual) rank.set(page, (rank.get(page) ?? 0) + RESTART * amount)
  return rank
}

/** `pages`, given by path, ordered by distance, then rank, then path. */
function orderRings(pages: Uint32Array, distances: Uint32Array, rank: ReadonlyMap<number, number>): Uint32Array {
  // Few pages have a rank at all, so sorting them alone and laying the rest behind them costs no more than the push.
  const ranked = pages.filter((page) => rank.has(page))
  ranked.sort((a, b) => (rank.get(b) as number) - (rank.get(a) as number) || a - b)
  const byRank = new Uint32Array(pages.length)
  byRank.set(ranked)
  byRank.set(
    pages.filter((page) => !rank.has(page)),
    ranked.length,
  )
  let rings = 0
  for (const page of pages) if (distances[page] !== UNREACHABLE) rings = Math.max(rings, distances[page] + 1)
  return countingSort(byRank, rings + 1, (page) => Math.min(distances[page], rings))
}
