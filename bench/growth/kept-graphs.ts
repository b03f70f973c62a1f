import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { median } from '../cpu.ts'
import type { FarLinks } from '../graphs.ts'

/** Packets to be built, each around another page, with the text alone. */
export interface PacketRound {
  readonly budgetTokens: number
  readonly packets: number
}

/** Medians of a round: CPU milliseconds of a packet, and of a look at each byte of its answer. */
interface PacketCost {
  readonly packetMs: number
  readonly scanMs: number
}

interface GraphSize {
  /** Memory of the compiled graph. */
  readonly bytes: number
  /** Of these the text of its pages. */
  readonly textBytes: number
  /** Of one page. */
  readonly mostNeighbours: number
}

export type KeptGraphTold = PacketCost | GraphSize

export interface KeptGraphGrowth extends PacketCost, GraphSize {
  readonly pages: number
  /** The packet as a ratio to that of the smallest graph in the same round. */
  readonly timesSmallest: number
}

const ROUNDS = 21
const WARM_UP: PacketRound = { budgetTokens: 2051, packets: 2000 }
const ROUND: PacketRound = { budgetTokens: 2051, packets: 200 }

/** What a packet costs as the graph grows, for one kind of far links: each size in a process of its own, asked in turns. */
export async function keptGraphs(sizes: readonly number[], farLinks: FarLinks): Promise<KeptGraphGrowth[]> {
  const graphs: { child: ChildProcess; size: GraphSize }[] = []
  for (const pages of sizes) {
    const child = fork(fileURLToPath(new URL('kept-graph.ts', import.meta.url)), [String(pages), farLinks], {
      execArgv: ['--max-old-space-size=12000'],
    })
    const [size] = (await once(child, 'message')) as [GraphSize]
    graphs.push({ child, size })
  }
  const ask = async (child: ChildProcess, round: PacketRound) => {
    child.send(round)
    const [cost] = (await once(child, 'message')) as [PacketCost]
    return cost
  }
  for (const { child } of graphs) await ask(child, WARM_UP)
  const costs: PacketCost[][] = graphs.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [place, { child }] of graphs.entries()) costs[place].push(await ask(child, ROUND))
  }
  for (const { child } of graphs) child.disconnect()
  return graphs.map(({ size }, place) => ({
    ...size,
    pages: sizes[place],
    timesSmallest: median(costs[place].map(({ packetMs }, round) => packetMs / costs[0][round].packetMs)),
    packetMs: median(costs[place].map(({ packetMs }) => packetMs)),
    scanMs: median(costs[place].map(({ scanMs }) => scanMs)),
  }))
}
