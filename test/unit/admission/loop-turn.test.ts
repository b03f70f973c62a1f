import { expect, it } from 'vitest'
import { LoopTurn } from '../../../src/admission/loop-turn.ts'

function turnOf(limitMs: number) {
  let now = 1000
  let end = () => {}
  const turn = new LoopTurn(limitMs, {
    now: () => now,
    afterTurn: (callback) => {
      end = callback
    },
  })
  /** One request after another of these tenants, each worked on for so long. */
  const take = (tenants: string, ms: number) =>
    Array.from(tenants, (tenant) => {
      const isTaken = turn.take(tenant)
      if (isTaken) now += ms
      return isTaken ? tenant : '-'
    }).join('')
  return { take, nextTurn: () => end() }
}

it('past the limit requests of the same turn are turned away, and those of the next are taken', () => {
  const { take, nextTurn } = turnOf(20)
  expect(take('aaaaaaaaaa', 4)).toBe('aaaaaa----')
  nextTurn()
  expect(take('aaaaaaaaaa', 4)).toBe('aaaaaa----')
})

it('a turn that one large request makes long turns nobody away', () => {
  const { take } = turnOf(20)
  expect(take('a', 500)).toBe('a')
  expect(take('aaaaaa', 0)).toBe('aaa---')
})

it('who had less of the turn than an even share is taken until the turn is twice as long', () => {
  const { take } = turnOf(20)
  expect(take('aaaaaaaaab', 4)).toBe('aaaaaa---b')
  expect(take('abcab', 4)).toBe('-bc-b')
  expect(take('bcd', 4)).toBe('b--')
})
