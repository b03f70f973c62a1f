import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toNfc } from '../../src/core/nfc.ts'

const marks = Array.from({ length: 0x11_0000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => /\p{M}/u.test(character))

test('the platform’s NFC for runs of marks of any length', () => {
  const few = fc
    .subarray(marks, { minLength: 1, maxLength: 6 })
    .chain((some) => fc.array(fc.constantFrom(...some), { minLength: 40, maxLength: 300 }))
  const many = fc.array(fc.constantFrom(...marks), { minLength: 40, maxLength: 300 })
  const base = fc.constantFrom('', 'a', 'é', '각', '\u1100', 'q\u0301', '\u0f71')
  fc.assert(
    fc.property(base, fc.oneof(few, many), base, (before, run, after) => {
      const text = before + run.join('') + after
      expect(toNfc(text)).toBe(text.normalize('NFC'))
    }),
    { numRuns: 1500 },
  )
})

test('all marks there are, in one run, forwards and backwards', () => {
  for (const run of [marks, marks.toReversed()]) {
    const text = `a${run.join('')}`
    expect(toNfc(text)).toBe(text.normalize('NFC'))
  }
})

test('text without such runs goes to the platform as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toNfc(text)).toBe(text.normalize('NFC'))
    }),
  )
})

test('half a million marks in turn are brought into order', () => {
  const text = `a${'\u0301\u0323'.repeat(250_000)}`
  expect(toNfc(text)).toBe(`\u1ea1${'\u0323'.repeat(249_999)}${'\u0301'.repeat(250_000)}`)
})
