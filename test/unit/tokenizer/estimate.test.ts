import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ESTIMATES } from '../../../src/core/tokens.ts'
import { createTokenCounter } from '../../../src/tokenizer/token-counters.ts'
import { hardText, longText } from './hard-texts.ts'

describe.each(ESTIMATES)('%s', (name) => {
  const counter = createTokenCounter(name)
  const text = fc.oneof(hardText, longText)
  const limit = fc.integer({ min: 0, max: 40 })

  test('counts add up behind a line end before text, and before a blank after text', () => {
    fc.assert(
      fc.property(hardText, fc.constantFrom('\n1', '\nA', 'x '), hardText, (before, border, behind) => {
        const whole = before + border + behind
        const at = before.length + 1
        return counter.count(whole.slice(0, at)) + counter.count(whole.slice(at)) === counter.count(whole)
      }),
      { numRuns: 2_000, seed: 20 },
    )
  })

  test('nothing is no token, anything else one at least', () => {
    expect(counter.count('')).toBe(0)
    fc.assert(fc.property(hardText, (some) => counter.count(some) > 0))
  })

  test('countUpTo is the count up to the limit, else one more', () => {
    fc.assert(
      fc.property(text, limit, (some, most) => {
        expect(counter.countUpTo(some, most)).toBe(Math.min(counter.count(some), most + 1))
      }),
      { numRuns: 1_000, seed: 21 },
    )
  })

  test('cuts are a prefix and a suffix within the limit, and the text where that fits', () => {
    fc.assert(
      fc.property(text, limit, (some, most) => {
        const head = counter.cut(some, most)
        const tail = counter.cutTail(some, most)
        expect(some.startsWith(head) && some.endsWith(tail)).toBe(true)
        expect(counter.count(head)).toBeLessThanOrEqual(most)
        expect(counter.count(tail)).toBeLessThanOrEqual(most)
        if (counter.count(some) <= most) expect([head, tail]).toEqual([some, some])
      }),
      { numRuns: 2_000, seed: 22 },
    )
  })

  test('bytes count as the string does', () => {
    fc.assert(fc.property(text, (some) => counter.countBytes(Buffer.from(some)) === counter.count(some.toWellFormed())))
  })
})
