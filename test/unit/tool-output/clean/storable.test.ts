import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storableText } from '../../../../src/core/tool-output/repair.ts'
import { truncateOutput } from '../../../../src/tool-output-service.ts'
import { dirtyText } from './texts.ts'

test.each([
  ['T2', 'x\ud83dy', { text: 'x\ufffdy', surrogates: 1, nul: 0 }],
  ['T3', 'W\0s\0l\0', { text: 'Wsl', surrogates: 0, nul: 3 }],
  ['T4', '{"a":"x\\\\u0000y"}', { text: '{"a":"x\\\\u0000y"}', surrogates: 0, nul: 0 }],
  ['a single escape is six characters of a text too', '"\\u0000"', { text: '"\\u0000"', surrogates: 0, nul: 0 }],
  ['the halves of a pair that a NUL stood between', '\ud83d\0\ude00', { text: '😀', surrogates: 0, nul: 1 }],
])('%s', (_name, given, expected) => {
  expect(storableText(given)).toEqual(expected)
})

test('NUL is replaced where that is asked for', () => {
  expect(storableText('W\0s\0', 'replace')).toEqual({ text: 'W\ufffds\ufffd', surrogates: 0, nul: 2 })
})

test('T5: 50,000 times 你 stay exactly 50,000', () => {
  const output = truncateOutput('你'.repeat(50_000), { maxBytes: 1_000_000, sanitize: true, redact: true }).output
  expect(output).toBe('你'.repeat(50_000))
})

test('well-formed, without NUL, and itself when repaired again', () => {
  fc.assert(
    fc.property(dirtyText, fc.constantFrom('remove' as const, 'replace' as const), (given, nul) => {
      const { text } = storableText(given, nul)
      expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
      expect(storableText(text, nul)).toEqual({ text, surrogates: 0, nul: 0 })
    }),
  )
})

test('whatever is asked for: well-formed, without NUL, within the budget, and the same bytes again', () => {
  const options = fc.record({
    maxBytes: fc.nat(400),
    nul: fc.constantFrom('remove' as const, 'replace' as const),
    redact: fc.boolean(),
    sanitize: fc.oneof(
      fc.boolean(),
      fc.record({ blobs: fc.boolean(), ansi: fc.boolean(), carriageReturns: fc.boolean() }),
    ),
  })
  fc.assert(
    fc.property(dirtyText, options, (given, asked) => {
      const answer = truncateOutput(given, asked)
      expect(answer.output.isWellFormed() && !answer.output.includes('\0')).toBe(true)
      expect(Buffer.byteLength(answer.output)).toBeLessThanOrEqual(asked.maxBytes)
      expect(truncateOutput(given, asked)).toEqual(answer)
    }),
    { numRuns: 1000 },
  )
})
