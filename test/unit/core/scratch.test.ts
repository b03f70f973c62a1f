import { expect, test } from 'vitest'
import { Scratch } from '../../../src/core/scratch.ts'

const PAGES = 10_000

test('no packet sees a mark of one before it, however many there were', () => {
  const scratch = new Scratch()
  for (let packet = 0; packet < 70_000; packet++) {
    const page = packet % 7
    scratch.begin(7)
    expect(scratch.isReached(page) || scratch.isRanked(page) || scratch.numberOf(page) !== 0).toBe(false)
    scratch.reach(page)
    scratch.addRank(scratch.recordOf(page), 1)
    scratch.setNumber(page, 1)
  }
})

test('every page keeps its rank as room is made for more', () => {
  const scratch = new Scratch()
  scratch.begin(PAGES)
  const first = scratch.recordOf(PAGES - 1)
  for (let page = 0; page < PAGES; page++) scratch.setResidual(scratch.recordOf(page), page)
  expect(scratch.recordOf(PAGES - 1)).toBe(first)
  scratch.settleRanks(2)
  expect(Array.from({ length: PAGES }, (_, page) => scratch.rankOf(page))).toEqual(
    Array.from({ length: PAGES }, (_, page) => 2 * page),
  )
})

test('a larger graph begins without marks, and numbers are forgotten alone', () => {
  const scratch = new Scratch()
  for (const pages of [3, PAGES, 3]) {
    scratch.begin(pages)
    expect([scratch.isReached(2), scratch.isRanked(2), scratch.numberOf(2)]).toEqual([false, false, 0])
    scratch.reach(2)
    scratch.recordOf(2)
    scratch.setNumber(2, 5)
    scratch.setNumber(2, 6)
    expect(scratch.numberOf(2)).toBe(6)
    scratch.forgetNumbers()
    expect([scratch.isReached(2), scratch.isRanked(2), scratch.numberOf(2)]).toEqual([true, true, 0])
  }
})
