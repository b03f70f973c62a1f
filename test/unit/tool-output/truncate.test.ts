import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncateOutput } from '../../../src/tool-output-service.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'ä', '你', '😀', '\ud83d', '\ude00', 'e\u0301', '\u0000'), { maxLength: 20 })
    .map((parts) => parts.join('')),
)

const storable = (output: string) => output.replaceAll('\0', '').toWellFormed()

/** The longest prefix in code points whose bytes fit, by trying each. */
function slowCut(output: string, maxBytes: number): string {
  const points = Array.from(storable(output))
  let best = ''
  for (let count = 0; count <= points.length; count++) {
    const prefix = points.slice(0, count).join('')
    if (Buffer.byteLength(prefix) <= maxBytes) best = prefix
  }
  return best
}

test('the longest prefix on a code point border that fits, and the sizes of all parts', () => {
  fc.assert(
    fc.property(text, fc.nat(40), (output, maxBytes) => {
      const answer = truncateOutput(output, { maxBytes: maxBytes })
      expect(answer.output).toBe(slowCut(output, maxBytes))
      const original = Buffer.byteLength(storable(output))
      const kept = Buffer.byteLength(answer.output)
      expect(answer.bytes).toEqual({ original, kept, omitted: original - kept })
      expect(answer.truncated).toBe(kept < original)
      expect(answer.instruction !== null).toBe(answer.truncated)
      expect(answer.output.isWellFormed()).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('cut again within the same budget, nothing changes; a larger budget keeps no less', () => {
  fc.assert(
    fc.property(text, fc.nat(40), fc.nat(10), (output, maxBytes, more) => {
      const once = truncateOutput(output, { maxBytes: maxBytes })
      expect(truncateOutput(once.output, { maxBytes: maxBytes })).toMatchObject({
        output: once.output,
        truncated: false,
      })
      const larger = truncateOutput(output, { maxBytes: maxBytes + more }).output
      expect(larger.startsWith(once.output)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('each unpaired surrogate is counted once', () => {
  fc.assert(
    fc.property(text, (output) => {
      const unpaired = Array.from(output.replaceAll('\0', '')).filter((point) => !point.isWellFormed()).length
      expect(truncateOutput(output, { maxBytes: 1000 }).repairs.surrogates).toBe(unpaired)
    }),
    { numRuns: 2000 },
  )
})
