import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { makeTables, referenceClasses } from '../../../scripts/token-image.ts'
import { loadTables } from '../../../src/tokenizer/load-tables.ts'
import { createTokenCounter, sharedTables } from '../../../src/tokenizer/token-counters.ts'

describe('committed tables', () => {
  const classes = referenceClasses()

  test.each(['o200k_base', 'cl100k_base'] as const)(
    '%s is what the rank data of gpt-tokenizer and the classes of tiktoken give',
    (encoding) => {
      const committed = Buffer.from(new Uint8Array(loadTables(encoding).memory))
      expect(committed.equals(new Uint8Array(makeTables(encoding, classes).memory))).toBe(true)
    },
    60_000,
  )
})

describe('tables in shared memory', () => {
  const text = 'One copy serves all threads: 中文, emoji 🎉, and a rule ======'

  test('count the same when wrapped again', () => {
    const wrapped = createTokenCounter('o200k_base', sharedTables('o200k_base'))
    expect(wrapped.count(text)).toBe(createTokenCounter('o200k_base').count(text))
  })

  test('serve a worker without a copy', async () => {
    const worker = new Worker(new URL('./count-in-worker.ts', import.meta.url), {
      workerData: { memory: sharedTables('o200k_base'), text },
    })
    const counted = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    expect(counted).toBe(createTokenCounter('o200k_base').count(text))
    await worker.terminate()
  })
})
