import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadTables } from '../../../src/tokenizer/load-tables.ts'
import { LongEncoder } from '../../../src/tokenizer/long-encoder.ts'
import { RunCounts } from '../../../src/tokenizer/run-counts.ts'

describe.each(['o200k_base', 'cl100k_base'] as const)('%s: a run of one byte', (encoding) => {
  const tables = loadTables(encoding)
  const runs = new RunCounts(tables)

  test('has the tokens that encoding it gives, whatever the byte', () => {
    const encoder = new LongEncoder(tables, runs)
    for (let byte = 0; byte < 256; byte++) {
      const bytes = Buffer.alloc(1_000, byte)
      for (let length = 1; length <= 1_000; length++) {
        if (runs.count(byte, length) !== encoder.count(bytes, 0, length)) expect.fail(`${length} times ${byte}`)
      }
    }
  })

  test('is the longest within a limit', () => {
    const byte = fc.oneof(fc.constantFrom(...Buffer.from(' -=*/_#.a\t\n')), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(byte, fc.integer({ min: 1, max: 3_000 }), fc.nat(30), (value, most, limit) => {
        const longest = runs.longest(value, most, limit)
        for (let length = longest + 1; length <= most; length++) {
          if (runs.count(value, length) <= limit) return false
        }
        return longest === 0 || runs.count(value, longest) <= limit
      }),
      { numRuns: 2_000, seed: 17 },
    )
  })
})
