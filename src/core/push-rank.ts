import type { Rows } from './compiled-graph.ts'
import type { Scratch } from './scratch.ts'

const RESTART = 0.15
const FOLLOW = 0.85
const RESIDUAL_PER_NEIGHBOUR = 0.0001

/**
 * Personalised PageRank from the targets by forward push, with the constants and the order of the contract,
 * so that everyone computes the same doubles; left in `scratch`. The work is bounded by 1 / (0.15 × 0.0001)
 * neighbour entries, whatever the size of the graph.
 *
 * Source: R. Andersen, F. Chung, K. Lang, "Local graph partitioning using PageRank vectors", FOCS 2006.
 *
 * @param targets distinct pages, in the step's order
 */
export function pushRank({ starts, ends }: Rows, targets: readonly number[], scratch: Scratch): void {
  const touched: number[] = []
  const queue: number[] = []
  const give = (page: number, amount: number) => {
    if (scratch.addResidual(page, amount)) touched.push(page)
  }
  for (const target of targets) {
    give(target, 1 / targets.length)
    scratch.setQueued(target, true)
    queue.push(target)
  }
  for (let taken = 0; taken < queue.length; taken++) {
    const page = queue[taken]
    scratch.setQueued(page, false)
    const degree = starts[page + 1] - starts[page]
    const amount = scratch.residualOf(page)
    if (degree === 0 || amount < RESIDUAL_PER_NEIGHBOUR * degree) continue
    scratch.addRank(page, RESTART * amount)
    scratch.clearResidual(page)
    const share = (FOLLOW * amount) / degree
    for (let at = starts[page]; at < starts[page + 1]; at++) {
      const next = ends[at]
      give(next, share)
      if (scratch.isQueued(next)) continue
      if (scratch.residualOf(next) < RESIDUAL_PER_NEIGHBOUR * (starts[next + 1] - starts[next])) continue
      scratch.setQueued(next, true)
      queue.push(next)
    }
  }
  for (const page of touched) scratch.addRank(page, RESTART * scratch.residualOf(page))
}
