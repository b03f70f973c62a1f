import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTokenCounter } from '../../../src/tokenizer/token-counters.ts'
import { anyText, hardText, longText } from './hard-texts.ts'

describe.each(['o200k_base', 'cl100k_base'] as const)('%s on bytes', (encoding) => {
  const counter = createTokenCounter(encoding)

  test('UTF-8 counts as the string does', () => {
    fc.assert(
      fc.property(
        fc.oneof(hardText, anyText, longText),
        (text) => counter.countBytes(Buffer.from(text)) === counter.count(text),
      ),
      { numRuns: 1_000, seed: 5 },
    )
  })

  test('bytes that are no UTF-8 count as Buffer.toString reads them', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        (bytes) => counter.countBytes(bytes) === counter.count(Buffer.from(bytes).toString()),
      ),
      { numRuns: 2_000, seed: 6 },
    )
  })

  test('a view into a larger buffer counts alone', () => {
    const buffer = Buffer.from('before|the view|behind')
    expect(counter.countBytes(buffer.subarray(7, 15))).toBe(counter.count('the view'))
  })

  test('where a long text is taken apart does not show', () => {
    fc.assert(
      fc.property(fc.array(hardText, { minLength: 50, maxLength: 200 }), (texts) => {
        const text = texts.join('').repeat(40)
        return counter.count(text) === counter.countBytes(Buffer.from(text))
      }),
      { numRuns: 30, seed: 7, endOnFailure: true },
    )
  })
})
