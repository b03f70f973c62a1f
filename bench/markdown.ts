import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { micromark } from 'micromark'
import { buildGraph } from '../src/markdown/build-graph.ts'
import { isPage } from '../src/markdown/markdown-file.ts'
import { buildGraphInBatches } from '../src/markdown/read-batches.ts'
import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { ParsePool } from '../src/workers/parse-pool.ts'

/**
 * Speed of the graph builder in MB of Markdown a second, as a ratio to micromark parsing the same text in the same
 * run, on one thread and with two that parse. `node bench/markdown.ts [folder [copies]]`; without a folder the
 * documentation of an installed package, eight times.
 */
const folder = process.argv[2] ?? 'node_modules/fastify/docs'
const copies = Number(process.argv[3] ?? 8)
const ROUNDS = 3
const ENCODING = 'estimate_characters'

const read = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(isPage)
  .map((path) => ({ path, content: readFileSync(join(folder, path), 'utf8') }))
const files = Array.from({ length: copies }, (_, copy) =>
  read.map(({ path, content }) => ({ path: `${copy}/${path}`, content })),
).flat()
const megabytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0) / 1e6

async function best(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    least = Math.min(least, performance.now() - start)
  }
  return megabytes / (least / 1000)
}

const counter = createTokenCounter(ENCODING)
const two = new ParsePool({ threads: 2, encoding: ENCODING, memoryMb: 1024 })
const floor = await best(() => {
  for (const file of files) micromark(file.content)
})
const one = await best(() => buildGraph(files, { counter }))
const both = await best(() => buildGraphInBatches(files, { counter }, (reading) => two.reader(reading)))
await two.close()
const speed = (name: string, value: number) => `${name} ${value.toFixed(2)} MB/s (${(value / floor).toFixed(2)})`
process.stdout.write(
  `${files.length} pages, ${megabytes.toFixed(2)} MB: micromark ${floor.toFixed(2)} MB/s, ` +
    `${speed('graph', one)}, ${speed('with two threads', both)}\n`,
)
