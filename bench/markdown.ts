import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { micromark } from 'micromark'
import { buildGraph } from '../src/markdown/build-graph.ts'
import { isPage } from '../src/markdown/markdown-file.ts'

/**
 * Speed of the graph builder in MB of Markdown a second, as a ratio to micromark parsing the same text in the same
 * run. `node bench/markdown.ts [folder]`; without a folder the documentation of an installed package.
 */
const folder = process.argv[2] ?? 'node_modules/fastify/docs'
const ROUNDS = 5

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(isPage)
  .map((path) => ({ path, content: readFileSync(join(folder, path), 'utf8') }))
const megabytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0) / 1e6

function best(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    work()
    least = Math.min(least, performance.now() - start)
  }
  return megabytes / (least / 1000)
}

const floor = best(() => {
  for (const file of files) micromark(file.content)
})
const speed = best(() => {
  buildGraph(files)
})
process.stdout.write(
  `${files.length} pages, ${megabytes.toFixed(2)} MB: graph ${speed.toFixed(2)} MB/s, micromark ${floor.toFixed(2)} MB/s, ` +
    `ratio ${(speed / floor).toFixed(2)}\n`,
)
