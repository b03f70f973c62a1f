/**
 * Compares the exact counters with npm `tiktoken` on generated texts:
 *
 *     node scripts/token-equality.ts [strings = 1000000] [seed = 20240501]
 *
 * Of a thousand strings one is long, and one is all the others together, which is counted in parts. Prints the first differences and exits with 1 if there are any.
 */
import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { anyText, hardText, longText } from '../test/unit/tokenizer/hard-texts.ts'
import { vocabularyText } from '../test/unit/tokenizer/vocabulary-texts.ts'

const strings = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? 20240501)
const SHOWN = 10
const BATCH = 1000

let differences = 0
for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
  const reference = get_encoding(encoding)
  const counter = createTokenCounter(encoding)
  const kinds = [hardText, vocabularyText(encoding), hardText, anyText, vocabularyText(encoding)]
  let compared = 0
  const compare = (text: string): void => {
    compared++
    const expected = reference.encode_ordinary(text).length
    const fromText = counter.count(text)
    const fromBytes = counter.countBytes(Buffer.from(text))
    if (fromText === expected && fromBytes === expected) return
    differences++
    if (differences <= SHOWN) {
      process.stdout.write(`${encoding} ${expected} expected, ${fromText} and ${fromBytes}: ${JSON.stringify(text)}\n`)
    }
  }
  for (let batch = 0; compared < strings; batch++) {
    const from = { seed: seed + batch, numRuns: Math.min(BATCH - 2, strings - compared) }
    const texts = fc.sample(kinds[batch % kinds.length] as fc.Arbitrary<string>, from)
    texts.forEach(compare)
    if (compared < strings) compare(texts.join(''))
    if (compared < strings) fc.sample(longText, { seed: seed + batch, numRuns: 1 }).forEach(compare)
  }
  reference.free()
  process.stdout.write(`${encoding}: ${compared} strings compared\n`)
}
process.stdout.write(`${differences} differences, seed ${seed}\n`)
process.exitCode = differences === 0 ? 0 : 1
