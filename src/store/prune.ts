/** Retention in steps, so that nobody waits long for a lock or a thread. */

const GRAPHS_AT_ONCE = 100
/** A revision may hold hundreds of megabytes. */
const REVISIONS_AT_ONCE = 4
const RUNS_AT_ONCE = 200
/** An output may hold many megabytes. */
const OUTPUTS_AT_ONCE = 10

/**
 * @param prunable graphs that have revisions to delete
 * @param prune deletes some of one graph's and says how many
 */
export async function pruneGraphs(
  prunable: (limit: number) => Promise<readonly number[]>,
  prune: (graphKey: number, limit: number) => Promise<number>,
): Promise<number> {
  let total = 0
  for (;;) {
    let pruned = 0
    for (const key of await prunable(GRAPHS_AT_ONCE)) {
      for (let last = REVISIONS_AT_ONCE; last === REVISIONS_AT_ONCE; pruned += last) {
        last = await prune(key, REVISIONS_AT_ONCE)
      }
    }
    // Not once nothing is left to prune: what another process is at is not for this one to wait for.
    if (pruned === 0) return total
    total += pruned
  }
}

/** @param prune deletes some runs and says how many */
export function pruneRuns(prune: (limit: number) => Promise<number>): Promise<number> {
  return inSteps(RUNS_AT_ONCE, prune)
}

/** @param prune deletes some outputs and says how many */
export function pruneOutputs(prune: (limit: number) => Promise<number>): Promise<number> {
  return inSteps(OUTPUTS_AT_ONCE, prune)
}

async function inSteps(atOnce: number, prune: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (let last = atOnce; last === atOnce; total += last) last = await prune(atOnce)
  return total
}
