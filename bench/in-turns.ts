import { cpuOf, median } from './cpu.ts'

/** Two kinds of work that a ratio is made of; both may be done again and again. */
export interface Pair {
  work(): unknown
  floor(): unknown
}

/** Least CPU milliseconds of one measure: the clock's own steps and what else the process does are small beside it. */
const LEAST_MS = 25
/** CPU milliseconds after which code is compiled as it stays. */
const WARM_UP_MS = 800

/** Medians of all rounds: CPU milliseconds of both, and the ratio of the two. */
export interface Measured {
  readonly workMs: number
  readonly floorMs: number
  readonly ratio: number
}

/**
 * CPU time of `work` and of `floor`: both in turns, so that they meet the same neighbours on the machine, after some rounds
 * that do not count.
 */
export async function inTurns({ work, floor }: Pair, rounds: number): Promise<Measured> {
  const [works, floors] = [await timesFor(work), await timesFor(floor)]
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    const floorMs = await meanCpu(floor, floors)
    const workMs = await meanCpu(work, works)
    measured.push({ workMs, floorMs, ratio: workMs / floorMs })
  }
  const of = (figure: keyof Measured) => median(measured.map((one) => one[figure]))
  return { workMs: of('workMs'), floorMs: of('floorMs'), ratio: of('ratio') }
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
