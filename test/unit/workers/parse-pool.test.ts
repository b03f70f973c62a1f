import { afterAll, expect, it } from 'vitest'
import { buildGraph } from '../../../src/markdown/build-graph.ts'
import { buildGraphInBatches } from '../../../src/markdown/read-batches.ts'
import { createTokenCounter } from '../../../src/tokenizer/token-counters.ts'
import { ParsePool } from '../../../src/workers/parse-pool.ts'

const encoding = 'estimate_characters'
const pools = [1, 2].map((threads) => new ParsePool({ threads, encoding, memoryMb: 1024 }))

afterAll(async () => {
  for (const pool of pools) await pool.close()
})

it('the graph has the same bytes, however many threads parse it', async () => {
  const filler = 'A paragraph of words that say little, and a [link](page-1.md#part).\n\n'.repeat(200)
  const files = Array.from({ length: 150 }, (_, at) => ({
    path: `page-${at}.md`,
    content: `+++\ntitle = "T ${at}"\ndate = 2024-01-0${(at % 9) + 1}T23:00:00-05:00\n+++\n## Part\n\n[next](page-${at + 1}.md)\n\n${filler}`,
  }))
  const options = { flavour: 'hugo' as const, sections: true, counter: createTokenCounter(encoding) }
  const whole = JSON.stringify(buildGraph(files, options))
  for (const pool of pools) {
    const built = await buildGraphInBatches(files, options, (reading) => pool.reader(reading))
    expect(JSON.stringify(built)).toBe(whole)
  }
})
