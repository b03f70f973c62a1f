/**
 * Child of `tokens.ts`: loads the tables of one package and encoding in a fresh process and prints, as JSON, CPU
 * milliseconds of the main thread and bytes of resident memory that this took.
 */
import { getHeapStatistics } from 'node:v8'

const [, , name, encoding] = process.argv
const memoryBefore = process.memoryUsage.rss()
const before = process.threadCpuUsage()
if (name === 'stowage') {
  const { createTokenCounter } = await import('../src/tokenizer/token-counters.ts')
  createTokenCounter(encoding === 'cl100k_base' ? 'cl100k_base' : 'o200k_base').count('text')
} else {
  const { countTokens } = await import(`gpt-tokenizer/encoding/${encoding}`)
  countTokens('text')
}
const { user, system } = process.threadCpuUsage(before)
const result = {
  milliseconds: (user + system) / 1000,
  resident: process.memoryUsage.rss() - memoryBefore,
  heap: getHeapStatistics().used_heap_size,
}
process.stdout.write(JSON.stringify(result))
