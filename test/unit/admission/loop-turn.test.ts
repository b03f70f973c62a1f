import { expect, it } from 'vitest'
import { ALWAYS_TAKEN, LoopTurn } from '../../../src/admission/loop-turn.ts'

function turnOf(limitMs: number) {
  let now = 1000
  let end = () => {}
  const turn = new LoopTurn(limitMs, {
    cpuMs: () => now,
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
  const { take, nextTurn } = turnOf(80)
  expect(take('a'.repeat(24), 4)).toBe(`${'a'.repeat(21)}---`)
  nextTurn()
  expect(take('a'.repeat(24), 4)).toBe(`${'a'.repeat(21)}---`)
})

it('a turn that a few large requests make long turns nobody away', () => {
  const { take } = turnOf(20)
  expect(take('a', 500)).toBe('a')
  expect(take('a'.repeat(ALWAYS_TAKEN), 0)).toBe(`${'a'.repeat(ALWAYS_TAKEN - 1)}-`)
})

it('who had less of the turn than an even share is taken until the turn is twice as long', () => {
  const { take } = turnOf(80)
  expect(take(`${'a'.repeat(24)}b`, 4)).toBe(`${'a'.repeat(21)}---b`)
  // 88 ms, of two; then of three.
  expect(take('abcab', 4)).toBe('-bc-b')
  // 100 ms; b and c are taken until a has no more than the others.
  expect(take('bcbcbcbcbcbcbcbcbcbc', 4)).toBe('bcbcbcbcbcbcbcbc----')
})
