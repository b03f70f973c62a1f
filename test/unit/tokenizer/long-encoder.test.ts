import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastTornAt } from '../../../src/tokenizer/inner-cut.ts'
import { loadTables } from '../../../src/tokenizer/load-tables.ts'
import { LongEncoder } from '../../../src/tokenizer/long-encoder.ts'
import { RunCounts } from '../../../src/tokenizer/run-counts.ts'

const tables = loadTables('o200k_base')
const encoder = new LongEncoder(tables, new RunCounts(tables))

/** Bytes of runs and of what stands between them. */
const someBytes = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...'-=*_# a/'), fc.nat(400)).map(([unit, times]) => unit.repeat(times)),
      fc.string({ unit: fc.constantFrom(...'abcdeinorstz '), maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'-=*|'), maxLength: 40 }),
      fc.constantFrom('文档', '中文中文', 'é', '\u0301', '😀'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => Buffer.from(parts.join('')))

describe('the encoder of long pieces', () => {
  test('finds the same tokens whatever is said to be likely first in a run', () => {
    const shortest = (byte: number): number => tables.byteTokens[byte] as number
    const misled = new LongEncoder(tables, { likelyFirst: shortest })
    fc.assert(
      fc.property(someBytes, (bytes) => {
        expect(misled.count(bytes, 0, bytes.length)).toBe(encoder.count(bytes, 0, bytes.length))
      }),
      { numRuns: 300, seed: 21 },
    )
  })

  test('knows the counts of all prefixes, and a length over which none is within the limit, from any number of tokens', () => {
    fc.assert(
      fc.property(someBytes, fc.nat(20), fc.nat(3), (bytes, limit, nearTokens) => {
        const { bound, countOf } = encoder.nearLimit(bytes, limit, nearTokens)
        for (let end = 0; end <= bytes.length; end += 1 + (end >> 7)) {
          const tokens = encoder.count(bytes, 0, end)
          expect(countOf(end)).toBe(tokens)
          if (end > bound) expect(tokens).toBeGreaterThan(limit)
        }
      }),
      { numRuns: 150, seed: 22 },
    )
  })
})

test('the longest prefix whose first piece is within a bound', () => {
  // A piece ends behind the last mark before the end of the text.
  const text = fc.string({ unit: fc.constantFrom('a', 'a', 'a', 'a', '|', 'é'), minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(text, fc.nat(200), (letters, share) => {
      const bytes = Buffer.from(`|${letters}`)
      const bound = Math.max(1, share % bytes.length)
      const firstEnd = (end: number): number => bytes.lastIndexOf('|', end - 1) + 1
      const longest = lastTornAt(bytes, bound, firstEnd)
      expect(firstEnd(longest)).toBeLessThanOrEqual(bound)
      for (let end = longest + 1; end <= bytes.length; end++) {
        const isCharacter =
          bytes.subarray(0, end).toString().isWellFormed() && !bytes.subarray(0, end).toString().endsWith('\ufffd')
        if (isCharacter) expect(firstEnd(end)).toBeGreaterThan(bound)
      }
    }),
    { numRuns: 500, seed: 23 },
  )
})
