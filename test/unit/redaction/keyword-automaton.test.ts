import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeywordAutomaton } from '../../../src/redaction/keyword-automaton.ts'

test('finds what looking for each word at each place finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), minLength: 1, maxLength: 4 })
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', 'c', '-', 'ä', '😀'), maxLength: 40 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), text, (words, given) => {
      const found: string[] = []
      new KeywordAutomaton(words).scan(given, (i, end) => found.push(`${end} ${i}`))
      const expected: string[] = []
      const lower = given.toLowerCase()
      for (let end = 1; end <= lower.length; end++) {
        for (const [i, each] of words.entries()) if (lower.slice(0, end).endsWith(each)) expected.push(`${end} ${i}`)
      }
      expect(found.sort()).toEqual(expected.sort())
    }),
  )
})
