import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GlobMatcher } from '../../../src/markdown/glob.ts'

/** The same in the platform's words, which may take exponentially long. */
function asExpression(pattern: string): RegExp {
  const source = pattern.replace(/[*]{2,}|[*]|[?]/g, (sign) => (sign === '?' ? '[^/]' : sign === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${source}$`, 's')
}

it('matches what a regular expression of the same meaning matches', () => {
  const text = (signs: string[]) => fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((each) => each.join(''))
  fc.assert(
    fc.property(text(['a', 'b', '/', '*', '**', '?']), text(['a', 'b', '/']), (pattern, path) => {
      expect(new GlobMatcher().matches(pattern, path)).toBe(asExpression(pattern).test(path))
    }),
    { numRuns: 2000 },
  )
})

it('crafted patterns come to an end: past the bound nothing matches', () => {
  const matcher = new GlobMatcher()
  const path = 'a'.repeat(5000)
  for (let round = 0; round < 10; round++) matcher.matches(`${'*a'.repeat(2500)}b`, path)
  expect(matcher.exhausted).toBe(true)
  expect(matcher.matches('a*', 'ab')).toBe(false)
})
