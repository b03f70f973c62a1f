import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import { loadTables } from '../../../src/tokenizer/load-tables.ts'
import { stringBorders } from '../../../src/tokenizer/sure-border.ts'
import { createTokenCounter } from '../../../src/tokenizer/token-counters.ts'
import { hardText } from './hard-texts.ts'

describe.each(['o200k_base', 'cl100k_base'] as const)('%s', (encoding) => {
  const counter = createTokenCounter(encoding)

  test('counts add up at every sure border', () => {
    fc.assert(
      fc.property(hardText, (text) => {
        const borders = stringBorders(text, loadTables(encoding))
        for (let at = 1; at < text.length; at++) {
          if (borders.isBorder(at)) {
            expect(counter.count(text.slice(0, at)) + counter.count(text.slice(at))).toBe(counter.count(text))
          }
        }
      }),
      { numRuns: 10_000, seed: 8 },
    )
  })

  test('a text of many parts counts what tiktoken counts', () => {
    const reference = get_encoding(encoding)
    fc.assert(
      fc.property(fc.array(hardText, { minLength: 50, maxLength: 100 }), (texts) => {
        const text = texts.join('').repeat(60)
        return counter.count(text) === reference.encode_ordinary(text).length
      }),
      { numRuns: 15, seed: 9, endOnFailure: true },
    )
    reference.free()
  })
})
