// What a plan of 100 budgets, and the decisions of 1,000 pages, cost beside one packet: median CPU time in process, as a ratio to
// one packet of the whole graph in the same run. Usage: node bench/plan.ts [pages …]
import { contentDigest } from '../src/content-digest.ts'
import { compileGraph } from '../src/core/compile-graph.ts'
import { explainPacket } from '../src/core/decisions.ts'
import { answerJson, buildPacket } from '../src/core/packet.ts'
import { planPackets } from '../src/core/plan.ts'
import { countBareLines } from '../src/core/recount.ts'
import type { Step } from '../src/core/step.ts'
import { countingFor } from '../src/token-counters.ts'
import { ports, settings } from './compiled.ts'
import { medianCpu } from './cpu.ts'
import { syntheticGraph } from './graphs.ts'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000]
const RUNS = 15
const { counter, costs } = countingFor('o200k_base')

console.log(
  '| pages | ms a packet of everything | × plan of 100 budgets | × decisions of 1,000 pages | ms to compile the graph |',
)
console.log('|---|---|---|---|---|')
for (const pages of sizes) {
  const input = syntheticGraph(pages)
  const compile = () =>
    compileGraph(input, { counter, digest: contentDigest }, { maxFieldBytes: Number.POSITIVE_INFINITY })
  const graph = compile()
  countBareLines(graph, costs)
  const step: Step = { scope: 'local', access: 'read', targets: [input.nodes[pages >> 1].path] }
  const whole = { ...step, budgetTokens: 1e9 }
  const packet = () => {
    const outcome = buildPacket(whole, graph, settings, ports)
    if (outcome.kind !== 'answered') throw new Error('a read step is answered')
    return answerJson(outcome)
  }
  const ask = Array.from({ length: 100 }, (_, i) => ({ budgetTokens: 1000 * (i + 1) }))
  const one = medianCpu(RUNS, packet)
  const plan = medianCpu(RUNS, () => JSON.stringify(planPackets(step, graph, ask, settings, ports)))
  const explain = medianCpu(RUNS, () =>
    JSON.stringify(explainPacket(step, graph, null, { limit: 1000 }, settings, ports)),
  )
  const compiling = medianCpu(3, compile)
  const cells = [pages, one.toFixed(1), (plan / one).toFixed(2), (explain / one).toFixed(2), compiling.toFixed(0)]
  console.log(`| ${cells.join(' | ')} |`)
}
