// What a packet costs from a kept graph, as the graph grows: median CPU time in process, as a ratio to the smallest graph of
// the run, the bytes that a page takes, and a packet around the page with the most neighbours (of a million pages it has
// 30,000) as a ratio to the others. Usage: node --max-old-space-size=12000 bench/kept.ts [pages …]
import { type CompiledGraph, pathOf } from '../src/core/compiled-graph.ts'
import { compiledBytes, compiledPages, packetAnswer } from './compiled.ts'
import { medianCpu } from './cpu.ts'
import { randomNumbers } from './graphs.ts'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000]
const BUDGETS = [2051, 131_250]
const STEPS = 200
const HUB_STEPS = 20
const floors = new Map<number, number>()

console.log(
  '| pages | ingest CPU s | bytes a page | budget | ms a packet | × the smallest graph | × a copy of its bytes | hub, × a packet |',
)
console.log('|---|---|---|---|---|---|---|---|')
for (const pages of sizes) {
  const start = process.cpuUsage()
  const { graph, paths } = compiledPages(pages)
  const used = process.cpuUsage(start)
  const seconds = ((used.user + used.system) / 1e6).toFixed(1)
  const perPage = Math.round(compiledBytes(graph) / pages)
  const random = randomNumbers(7)
  const targets = Array.from({ length: STEPS }, () => paths[Math.floor(random() * pages)])
  for (const budgetTokens of BUDGETS) {
    let bytes = new Uint8Array()
    const build = (target: string) => {
      bytes = packetAnswer(graph, target, budgetTokens) as typeof bytes
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

/** The page with the most neighbours. */
function hubOf({ neighbours: { starts }, pages }: CompiledGraph): number {
  let hub = 0
  for (let page = 1; page < pages; page++) {
    if (starts[page + 1] - starts[page] > starts[hub + 1] - starts[hub]) hub = page
  }
  return hub
}
