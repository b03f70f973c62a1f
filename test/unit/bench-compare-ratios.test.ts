import { expect, test } from 'vitest'
import { compareRatios, comparisonTable, suspects } from '../../bench/guard/compare-ratios.ts'

const COMMITTED = { inline: 3, plan: 0.25 }
const verdicts = (runs: Parameters<typeof compareRatios>[0]) =>
  Object.fromEntries(compareRatios(runs, COMMITTED).map(({ name, verdict }) => [name, verdict]))

test('a ratio that is over twice the committed one in each of three runs is over', () => {
  const runs = [{ inline: 6.1, plan: 0.2 }, { inline: 7 }, { inline: 6.5 }]
  expect(verdicts(runs)).toEqual({ inline: 'over', plan: 'steady' })
  expect(compareRatios(runs, COMMITTED)[0].now).toBe(6.1)
})

test('noise in one run, or in two, is no fault', () => {
  expect(verdicts([{ inline: 60, plan: 0.25 }, { inline: 3.1 }])).toEqual({ inline: 'steady', plan: 'steady' })
  expect(verdicts([{ inline: 60, plan: 0.25 }, { inline: 60 }, { inline: 5.9 }]).inline).toBe('steady')
  expect(verdicts([{ inline: 60, plan: 0.25 }]).inline).toBe('steady')
})

test('exactly twice is not over, and a ratio that fell never is', () => {
  expect(suspects({ inline: 6, plan: 0.01 }, COMMITTED)).toEqual([])
  expect(suspects({ inline: 6.01, plan: 0.51 }, COMMITTED)).toEqual(['inline', 'plan'])
})

test('a figure that is new or gone is said, and fails nothing', () => {
  const compared = compareRatios([{ inline: 3, cut: 9 }], COMMITTED)
  expect(compared).toEqual([
    { name: 'inline', now: 3, committed: 3, verdict: 'steady' },
    { name: 'cut', now: 9, committed: undefined, verdict: 'new' },
    { name: 'plan', now: undefined, committed: 0.25, verdict: 'gone' },
  ])
  expect(suspects({ cut: 9 }, COMMITTED)).toEqual([])
})

test('the table says now, committed and change of each', () => {
  expect(comparisonTable(compareRatios([{ inline: 6, cut: 9 }], COMMITTED))).toBe(
    [
      'ratio    now  committed  change',
      'inline  6.00       3.00  × 2.00',
      'cut     9.00          –           new',
      'plan       –      0.250          gone',
      '',
    ].join('\n'),
  )
})
