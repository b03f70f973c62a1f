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
  const queue: number[] = []
  for (const target of targets) {
    const record = scratch.recordOf(target)
    scratch.setResidual(record, 1 / targets.length)
    scratch.setQueued(record, true)
    queue.push(record)
  }
  for (let taken = 0; taken < queue.length; taken++) {
    const record = queue[taken]
    const page = scratch.pageOf(record)
    scratch.setQueued(record, false)
    const row = starts[page]
    const rowEnd = starts[page + 1]
    const degree = rowEnd - row
    const amount = scratch.residualOf(record)
    if (degree === 0 || amount < RESIDUAL_PER_NEIGHBOUR * degree) continue
    scratch.addRank(record, RESTART * amount)
    scratch.setResidual(record, 0)
    const share = (FOLLOW * amount) / degree
    for (let at = row; at < rowEnd; at++) {
      const page = ends[at]
      const next = scratch.recordOf(page)
      const residual = scratch.residualOf(next) + share
      scratch.setResidual(next, residual)
      if (scratch.isQueued(next)) continue
      if (residual < RESIDUAL_PER_NEIGHBOUR * (starts[page + 1] - starts[page])) continue
      scratch.setQueued(next, true)
      queue.push(next)
    }
  }
  scratch.settleRanks(RESTART)
}
