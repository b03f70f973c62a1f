import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fairShares, LEAST_SHARE, leastBudget } from '../../../src/core/tool-output/batch.ts'
import { truncateOutputs } from '../../../src/tool-output-service.ts'

test('1,000, 40,000 and 40,000 in 65,000 are 1,000, 32,000 and 32,000', () => {
  expect(fairShares([1000, 40_000, 40_000], 65_000)).toEqual([1000, 32_000, 32_000])
})

test('shares are max-min fair: one unit after the other goes to who has least and can use it', () => {
  const law = ([sizes, budget]: [number[], number]) => {
    const slow = sizes.map(() => 0)
    for (let unit = 0; unit < budget; unit++) {
      const open = slow.flatMap((share, i) => (share < sizes[i] ? [i] : []))
      if (open.length === 0) break
      const least = Math.min(...open.map((i) => slow[i]))
      slow[open.find((i) => slow[i] === least) as number]++
    }
    expect(fairShares(sizes, budget)).toEqual(slow)
  }
  fc.assert(fc.property(fc.tuple(fc.array(fc.nat(40), { maxLength: 8 }), fc.nat(200)), law), {
    numRuns: 2_000,
    seed: 3,
  })
})

test('four results of one turn are within the budget of the turn, each with its share', () => {
  const sizes = [51_394, 35_556, 23_236, 40_115]
  const outputs = sizes.map((size) => ({ output: 'x'.repeat(size) }))
  const cut = truncateOutputs(outputs, 65_000).map(({ output }) => output.length)
  expect(cut).toEqual([16_250, 16_250, 16_250, 16_250])
})

test('a result is never cut to nothing for the others; what would do that is refused by name', () => {
  const outputs = [{ output: 'ok' }, ...Array.from({ length: 9 }, () => ({ output: 'y'.repeat(10_000) }))]
  const least = leastBudget([2, ...Array(9).fill(10_000)])
  expect(least).toBe(2 + 9 * LEAST_SHARE)
  const cut = truncateOutputs(outputs, least)
  expect(cut.map(({ output }) => output.length)).toEqual([2, ...Array(9).fill(LEAST_SHARE)])
  expect(() => truncateOutputs(outputs, least - 1)).toThrow(/at least 578/)
})

test('each output of a batch is cut in its own way', () => {
  const rows = JSON.stringify(Array.from({ length: 500 }, (_, i) => i))
  const [json, tail] = truncateOutputs(
    [
      { output: rows, strategy: 'json' },
      { output: `${'a'.repeat(3000)}end`, strategy: 'tail' },
    ],
    1000,
  )
  expect(Array.isArray(JSON.parse(json.output))).toBe(true)
  expect(tail.output.endsWith('end')).toBe(true)
})
