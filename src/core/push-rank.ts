import type { Rows } from './compiled-graph.ts'
import type { Scratch } from './scratch.ts'

const RESTART = 0.15
const FOLLOW = 0.85
const RESIDUAL_PER_NEIGHBOUR = 0.0001

/**
 * Personalised PageRank from the targets by forward push, with the constants and the order of the contract,
 * so that everyone computes the same doubles; left in `scratch.ranks`. The work is bounded by 1 / (0.15 × 0.0001)
 * neighbour entries, whatever the size of the graph.
 *
 * Source: R. Andersen, F. Chung, K. Lang, "Local graph partitioning using PageRank vectors", FOCS 2006.
 *
 * @param targets distinct pages, in the step's order
 */
export function pushRank({ starts, ends }: Rows, targets: readonly number[], scratch: Scratch): void {
  const { epoch, pushed, ranks, residuals, queued } = scratch
  const touched: number[] = []
  const queue: number[] = []
  const give = (page: number, amount: number) => {
    if (pushed[page] !== epoch) {
      pushed[page] = epoch
      ranks[page] = 0
      residuals[page] = 0
      touched.push(page)
    }
    residuals[page] += amount
  }
  for (const target of targets) {
    give(target, 1 / targets.length)
    queued[target] = epoch
    queue.push(target)
  }
  for (let taken = 0; taken < queue.length; taken++) {
    const page = queue[taken]
    queued[page] = 0
    const degree = starts[page + 1] - starts[page]
    const amount = residuals[page]
    if (degree === 0 || amount < RESIDUAL_PER_NEIGHBOUR * degree) continue
    ranks[page] += RESTART * amount
    residuals[page] = 0
    const share = (FOLLOW * amount) / degree
    for (let at = starts[page]; at < starts[page + 1]; at++) {
      const next = ends[at]
      give(next, share)
      if (queued[next] === epoch || residuals[next] < RESIDUAL_PER_NEIGHBOUR * (starts[next + 1] - starts[next]))
        continue
      queued[next] = epoch
      queue.push(next)
    }
  }
  for (const page of touched) ranks[page] += RESTART * residuals[page]
}
