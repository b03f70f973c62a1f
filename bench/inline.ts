// What a packet costs whose graph comes with the request, as a ratio to JSON.parse of the same body in the same run,
// and which stage takes which share; beside it the way through objects, which takes what the quick reading leaves.
// CPU time of this process. Usage: node bench/inline.ts [pages …]
import 'zod/compile'
import { loadConfig } from '../src/config.ts'
import { contentDigest } from '../src/content-digest.ts'
import { pointerInGraph } from '../src/core/field-lengths.ts'
import { GraphBuilder } from '../src/core/graph-builder.ts'
import { JsonCursor } from '../src/core/json-graph/json-cursor.ts'
import { GraphReader } from '../src/core/json-graph/read-graph.ts'
import type { TokenCounter } from '../src/core/tokens.ts'
import { installedModels } from '../src/models-file.ts'
import { packetService } from '../src/packet-service.ts'
import { SILENT } from '../src/telemetry/observer.ts'
import { countingFor } from '../src/token-counters.ts'
import { inlinePacket } from '../src/workers/inline-packet.ts'
import { medianCpu } from './cpu.ts'
import { packetBody } from './graphs.ts'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000]
const config = loadConfig({})
const packets = packetService(config, installedModels(config))
const uncounted = { encoding: 'none', count: () => 1, countBytes: () => 1 }
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`
const answer = (body: Buffer) => inlinePacket({ body, wanted: { form: 'json' } }, { config, packets, observer: SILENT })

/** Reads the graph of a body, which is its last member. */
function read(body: Buffer, counter: TokenCounter): GraphBuilder {
  const ports = { counter, digest: contentDigest }
  const builder = new GraphBuilder(ports, { maxFieldBytes: config.maxFieldBytes }, pointerInGraph)
  const cursor = new JsonCursor(body)
  cursor.at = body.indexOf('"graph":') + '"graph":'.length
  new GraphReader(cursor, builder, config.maxFieldBytes).read()
  return builder
}

console.log('| pages | body MB | JSON.parse ms | whole, × JSON.parse | by objects | read | count | sort | the rest |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const pages of sizes) {
  const body = packetBody(pages)
  // A byte order mark is left to the parser.
  const unusual = Buffer.from(`\uFEFF${body}`)
  const runs = pages > 20_000 ? 5 : pages > 2000 ? 21 : 151

  const floor = medianCpu(runs, () => JSON.parse(body.toString()))
  const whole = medianCpu(runs, () => answer(body))
  const byObjects = medianCpu(runs, () => answer(unusual))
  const reading = medianCpu(runs, () => read(body, uncounted))
  const { counter } = countingFor(config.packetTokenizer)
  const counted = medianCpu(runs, () => read(body, counter))
  const all = medianCpu(runs, () => read(body, counter).finish('bench'))

  const parts = [reading, counted - reading, all - counted, whole - all].map((part) =>
    percent(Math.max(0, part), whole),
  )
  const ratios = [whole, byObjects].map((cpu) => (cpu / floor).toFixed(1))
  console.log(`| ${[pages, (body.length / 1e6).toFixed(1), floor.toFixed(1), ...ratios, ...parts].join(' | ')} |`)
}
