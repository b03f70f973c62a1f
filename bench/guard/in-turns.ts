import { cpuOf, median } from '../cpu.ts'

/** Two kinds of work that a ratio is made of; both may be done again and again. */
export interface Pair {
  work(): unknown
  floor(): unknown
}

/** Least CPU milliseconds of one measure: the clock's own steps and what else the process does are small beside it. */
const LEAST_MS = 25
/** CPU milliseconds after which code is compiled as it stays. */
const WARM_UP_MS = 800

/**
 * CPU time of `work` as a ratio to that of `floor`: both in turns, so that they meet the same neighbours on the machine, and
 * the median of the ratios of all rounds, after some that do not count.
 */
export async function ratioInTurns({ work, floor }: Pair, rounds: number): Promise<number> {
  const [works, floors] = [await timesFor(work), await timesFor(floor)]
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const base = await meanCpu(floor, floors)
    ratios.push((await meanCpu(work, works)) / base)
  }
  return median(ratios)
}

/** Warms it up, and tells how often it is done in one measure. */
async function timesFor(work: () => unknown): Promise<number> {
  const costs: number[] = []
  for (let spent = 0; spent < WARM_UP_MS; spent += costs[costs.length - 1]) costs.push(await cpuOf(work))
  return Math.max(1, Math.ceil(LEAST_MS / median(costs.slice(costs.length >> 1))))
}

async function meanCpu(work: () => unknown, times: number): Promise<number> {
  return (await cpuOf(() => repeat(work, times))) / times
}

function repeat(work: () => unknown, times: number): void {
  for (let i = 0; i < times; i++) work()
}
