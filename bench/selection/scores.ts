import type { Rows } from '../../src/core/compiled-graph.ts'
import type { Case, Score } from './orders.ts'

const RESTART = 0.15

export const nothing: Score = ({ graph }) => new Float64Array(graph.pages)

export const degree: Score = ({ graph: { neighbours, pages } }) =>
  Float64Array.from({ length: pages }, (_, page) => neighbours.starts[page + 1] - neighbours.starts[page])

/**
 * PageRank as aider ranks files by it: from page to page along its links alone, repeated links weigh their square root, restarts and
 * pages without a link lead to the target; by power iteration to the tolerance of networkx.
 */
export const directedPageRank: Score = ({ links, graph, target }) => {
  const { rows, weights } = weighted(links, graph.pages)
  return powerIteration(rows, weights, target, 100, 1e-6)
}

/** Personalised PageRank over neighbours, both directions, until it stands still. */
export const pageRank: Score = ({ graph, target }) =>
  powerIteration(graph.neighbours, new Float64Array(graph.neighbours.ends.length).fill(1), target, 100, 1e-8)

/** Distinct ends of each row, each weighed by the root of how often it is there. */
function weighted({ starts, ends }: Rows, pages: number): { rows: Rows; weights: Float64Array } {
  const distinct: number[] = []
  const weights: number[] = []
  const begins = new Uint32Array(pages + 1)
  for (let page = 0; page < pages; page++) {
    for (let at = starts[page]; at < starts[page + 1]; ) {
      const first = at
      while (at < starts[page + 1] && ends[at] === ends[first]) at++
      if (ends[first] === page) continue
      distinct.push(ends[first])
      weights.push(Math.sqrt(at - first))
    }
    begins[page + 1] = distinct.length
  }
  return { rows: { starts: begins, ends: Uint32Array.from(distinct) }, weights: Float64Array.from(weights) }
}

function powerIteration(
  { starts, ends }: Rows,
  weights: Float64Array,
  target: number,
  rounds: number,
  tolerance: number,
): Float64Array {
  const pages = starts.length - 1
  const sums = new Float64Array(pages)
  for (let page = 0; page < pages; page++) {
    for (let at = starts[page]; at < starts[page + 1]; at++) sums[page] += weights[at]
  }
  let ranks = new Float64Array(pages)
  ranks[target] = 1
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(pages)
    let back = RESTART
    for (let page = 0; page < pages; page++) {
      const given = (1 - RESTART) * ranks[page]
      if (given === 0) continue
      if (sums[page] === 0) back += given
      for (let at = starts[page]; at < starts[page + 1]; at++) next[ends[at]] += (given * weights[at]) / sums[page]
    }
    next[target] += back
    const moved = next.reduce((sum, rank, page) => sum + Math.abs(rank - ranks[page]), 0)
    ranks = next
    if (moved < pages * tolerance) break
  }
  return ranks
}

/** What an edge weighs in a push, by how it joins. */
export type Weight = (joined: number) => number

export interface PushOptions {
  readonly restart?: number
  readonly threshold?: number
  readonly weight?: Weight
}

/** Forward push as the core does it, with edges that weigh. */
export function weightedPush({ rows, target }: Case, options: PushOptions = {}): Float64Array {
  const { restart = RESTART, threshold = 0.0001, weight = () => 1 } = options
  const { starts, ends, joined } = rows
  const pages = starts.length - 1
  const ranks = new Float64Array(pages)
  const residuals = new Float64Array(pages)
  const queued = new Uint8Array(pages)
  const queue = [target]
  residuals[target] = 1
  queued[target] = 1
  const least = (page: number) => threshold * (starts[page + 1] - starts[page])
  for (let taken = 0; taken < queue.length; taken++) {
    const page = queue[taken]
    queued[page] = 0
    const amount = residuals[page]
    let sum = 0
    for (let at = starts[page]; at < starts[page + 1]; at++) sum += weight(joined[at])
    if (sum === 0 || amount < least(page)) continue
    ranks[page] += restart * amount
    residuals[page] = 0
    const share = ((1 - restart) * amount) / sum
    for (let at = starts[page]; at < starts[page + 1]; at++) {
      const next = ends[at]
      residuals[next] += share * weight(joined[at])
      if (queued[next] || residuals[next] < least(next)) continue
      queued[next] = 1
      queue.push(next)
    }
  }
  for (let page = 0; page < pages; page++) ranks[page] += restart * residuals[page]
  return ranks
}
