import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import { makeClassFile, referenceClass } from '../../../scripts/character-classes.ts'
import { makeTableFile } from '../../../scripts/token-table.ts'
import { createTokenCounter, sharedTables } from '../../../src/tokenizer/token-counters.ts'

const committed = (name: string): Buffer =>
  readFileSync(new URL(`../../../src/tokenizer/tables/${name}.bin`, import.meta.url))

describe('committed tables', () => {
  test.each(['o200k_base', 'cl100k_base'])('%s is what the rank data of gpt-tokenizer gives', (encoding) => {
    const ranks = readFileSync(fileURLToPath(import.meta.resolve(`gpt-tokenizer/data/${encoding}.tiktoken`)), 'latin1')
    expect(committed(encoding).equals(makeTableFile(ranks))).toBe(true)
  })

  test('the character classes are those of tiktoken', () => {
    const reference = get_encoding('o200k_base')
    const file = makeClassFile((codePoint) =>
      referenceClass(codePoint, (text) => reference.encode_ordinary(text).length),
    )
    reference.free()
    expect(committed('character-classes').equals(file)).toBe(true)
  })
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
