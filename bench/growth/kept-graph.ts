// Packets from a compiled graph, in a process that has this graph alone: `kept-graph.ts <pages> <far links>`. Each message is a
// round of packets to measure.
import { compiledBytes, compiledPages, packetAnswer } from '../compiled.ts'
import { cpuOf, median } from '../cpu.ts'
import { FAR_LINKS, randomNumbers } from '../graphs.ts'
import type { KeptGraphTold, PacketRound } from './kept-graphs.ts'

/** How often the answer is scanned in one measure of the floor. */
const SCANS = 200

const pages = Number(process.argv[2])
const farLinks = FAR_LINKS.find((name) => name === process.argv[3])
const { graph, paths } = compiledPages(pages, farLinks)
const { starts } = graph.neighbours
const random = randomNumbers(7)

process.on('message', async ({ budgetTokens, packets }: PacketRound) => {
  const costs: number[] = []
  let answer = new Uint8Array()
  for (let i = 0; i < packets; i++) {
    const target = paths[Math.floor(random() * pages)]
    costs.push(
      await cpuOf(() => {
        answer = packetAnswer(graph, target, budgetTokens) as typeof answer
      }),
    )
  }
  const scans = await cpuOf(() => {
    for (let i = 0; i < SCANS; i++) lineFeeds(answer)
  })
  tell({ packetMs: median(costs), scanMs: scans / SCANS })
})
process.on('disconnect', () => process.exit())
tell({
  bytes: compiledBytes(graph),
  textBytes: graph.lines.starts[pages],
  mostNeighbours: starts.reduce((most, start, page) => Math.max(most, page === 0 ? 0 : start - starts[page - 1]), 0),
})

function tell(told: KeptGraphTold): void {
  process.send?.(told)
}

/** Looks at every byte. */
function lineFeeds(bytes: Uint8Array): number {
  let count = 0
  const end = bytes.length
  for (let at = 0; at < end; at++) if (bytes[at] === 10) count++
  return count
}
