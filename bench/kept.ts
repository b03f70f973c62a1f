// What a packet costs from a kept graph, as the graph grows: median CPU time in process, as a ratio to the smallest graph of
// the run, the bytes that a page takes, and a packet around the page with the most neighbours (of a million pages it has
// 30,000) as a ratio to the others. Usage: node --max-old-space-size=12000 bench/kept.ts [pages …]
import { contentDigest } from '../src/content-digest.ts'
import { type CompiledGraph, pathOf } from '../src/core/compiled-graph.ts'
import { pointerInGraph } from '../src/core/field-lengths.ts'
import { GraphBuilder } from '../src/core/graph-builder.ts'
import { answerJson, buildPacket } from '../src/core/packet.ts'
import { countBareLines } from '../src/core/recount.ts'
import { Scratch } from '../src/core/scratch.ts'
import { countingFor } from '../src/token-counters.ts'
import { medianCpu } from './cpu.ts'
import { randomNumbers, syntheticPages } from './graphs.ts'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000]
const BUDGETS = [2051, 131_250]
const STEPS = 200
const HUB_STEPS = 20
const { counter, costs } = countingFor('o200k_base')
const settings = {
  localShareBasisPoints: 313,
  corpusShareBasisPoints: 1250,
  fallbackInputTokens: 65_536,
  summaryDistance: 1,
  safetyMarginBasisPoints: 0,
}
const scratch = new Scratch()
const ports = { costs, models: { compositions: [], profiles: [] }, scratch }
const floors = new Map<number, number>()

console.log(
  '| pages | ingest CPU s | bytes a page | budget | ms a packet | × the smallest graph | × a copy of its bytes | hub, × a packet |',
)
console.log('|---|---|---|---|---|---|---|---|')
for (const pages of sizes) {
  const start = process.cpuUsage()
  const { graph, paths } = compiled(pages)
  const used = process.cpuUsage(start)
  const seconds = ((used.user + used.system) / 1e6).toFixed(1)
  const perPage = Math.round(bytesOf(graph) / pages)
  const random = randomNumbers(7)
  const targets = Array.from({ length: STEPS }, () => paths[Math.floor(random() * pages)])
  for (const budgetTokens of BUDGETS) {
    let bytes = new Uint8Array()
    const build = (target: string) => {
      const step = { scope: 'local', access: 'read', targets: [target], budgetTokens } as const
      const outcome = buildPacket(step, graph, settings, ports)
      if (outcome.kind !== 'answered') throw new Error('a read step is answered')
      bytes = answerJson(outcome, { include: ['text'] }) as typeof bytes
    }
    const all = medianCpu(5, () => targets.forEach(build))
    const hub = pathOf(graph.lines, hubOf(graph))
    const hubMs = medianCpu(5, () => Array.from({ length: HUB_STEPS }, () => build(hub))) / HUB_STEPS
    const copy = medianCpu(5, () => {
      for (let i = 0; i < STEPS * 10; i++) bytes.slice()
    })
    const ms = all / STEPS
    floors.set(budgetTokens, floors.get(budgetTokens) ?? ms)
    const ratio = (ms / (floors.get(budgetTokens) as number)).toFixed(2)
    const copies = Math.round(ms / (copy / STEPS / 10))
    console.log(
      `| ${pages} | ${seconds} | ${perPage} | ${budgetTokens} | ${ms.toFixed(3)} | ${ratio} | ${copies} | ${(hubMs / ms).toFixed(1)} |`,
    )
  }
}

function compiled(pages: number): { graph: CompiledGraph; paths: string[] } {
  const limits = { maxFieldBytes: Number.POSITIVE_INFINITY }
  const builder = new GraphBuilder({ counter, digest: contentDigest }, limits, pointerInGraph)
  const { paths, node, ends, trail } = syntheticPages(pages)
  for (let i = 0; i < pages; i++) builder.addNode(node(i))
  for (let i = 0; i < pages; i++) for (const end of ends(i)) builder.addEdge(i, end, 'link')
  for (let i = 0; i < pages; i++) builder.addTrail(trail(i), 'breadcrumb')
  const graph = builder.finish('bench')
  countBareLines(graph, costs)
  return { graph, paths }
}

/** The page with the most neighbours. */
function hubOf({ neighbours: { starts }, pages }: CompiledGraph): number {
  let hub = 0
  for (let page = 1; page < pages; page++) {
    if (starts[page + 1] - starts[page] > starts[hub + 1] - starts[hub]) hub = page
  }
  return hub
}

function bytesOf(graph: CompiledGraph): number {
  const { lines, kinds, edges, neighbours, trails } = graph
  const arrays = [
    ...Object.values(lines),
    kinds,
    ...Object.values(edges),
    ...Object.values(neighbours),
    ...Object.values(trails),
  ]
  return arrays.reduce((sum, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0), 0)
}
