// What a packet costs whose graph comes with the request, as a ratio to JSON.parse of the same body in the same run,
// and which stage takes which share. CPU time. Usage: node bench/inline.ts [pages …]
import 'zod/compile'
import { loadConfig } from '../src/config.ts'
import { contentDigest } from '../src/content-digest.ts'
import { compileGraph } from '../src/core/compile-graph.ts'
import type { GraphInput } from '../src/core/graph-input.ts'
import type { Step } from '../src/core/step.ts'
import { parseJsonBody } from '../src/http/json-body.ts'
import { packetReply, writePacket } from '../src/http/packet-answer.ts'
import { PacketRequest } from '../src/http/schemas/packet.ts'
import { checkValue } from '../src/http/zod.ts'
import { installedModels, packetService } from '../src/packet-service.ts'
import { countingFor } from '../src/token-counters.ts'
import { medianCpu } from './cpu.ts'
import { syntheticGraph } from './graphs.ts'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000]
const config = loadConfig({})
const packets = packetService(config, installedModels(config))
const limits = { maxFieldBytes: Number.POSITIVE_INFINITY }
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`

console.log(
  '| pages | body MB | JSON.parse ms | whole, × JSON.parse | parse | validate | compile | count | order, trim, write |',
)
console.log('|---|---|---|---|---|---|---|---|---|')
for (const pages of sizes) {
  const graph = syntheticGraph(pages)
  const step: Step = { scope: 'local', access: 'read', targets: [graph.nodes[Math.floor(pages / 2)].path] }
  const body = Buffer.from(JSON.stringify({ step, graph }))
  const runs = pages > 20_000 ? 5 : pages > 2000 ? 21 : 151

  const floor = medianCpu(runs, () => JSON.parse(body.toString()))
  const whole = medianCpu(runs, () => {
    const { source, value } = parseJsonBody(body, undefined)
    if (checkValue(PacketRequest, value).length > 0) throw new Error('the request is valid')
    const request = value as { step: Step; graph: GraphInput }
    const outcome = packets.inline(request.step, request.graph)
    return packetReply(writePacket(outcome, { step: request.step, source }, 'json', config.maxJsonDepth), undefined)
  })

  const parse = medianCpu(runs, () => parseJsonBody(body, undefined))
  const validate = medianCpu(runs, () => checkValue(PacketRequest, { step, graph }))
  const uncounted = { counter: { encoding: 'none', count: () => 1, countBytes: () => 1 }, digest: contentDigest }
  const compile = medianCpu(runs, () => compileGraph(graph, uncounted, limits))
  const counted = { counter: countingFor('o200k_base').counter, digest: contentDigest }
  const count = Math.max(0, medianCpu(runs, () => compileGraph(graph, counted, limits)) - compile)
  const rest = Math.max(0, whole - parse - validate - compile - count)

  const shares = [parse, validate, compile, count, rest].map((part) => percent(part, whole))
  const figures = [pages, (body.length / 1e6).toFixed(1), floor.toFixed(1), (whole / floor).toFixed(1), ...shares]
  console.log(`| ${figures.join(' | ')} |`)
}
