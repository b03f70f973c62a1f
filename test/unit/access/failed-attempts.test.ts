import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FailedAttempts } from '../../../src/access/failed-attempts.ts'

const MINUTE = 60_000

it('in any minute no more are heard than twice the setting, and in any ten no more than eleven times', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 50, maxLength: 400, size: 'max' })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), gaps, (perMinute, waits) => {
      const attempts = new FailedAttempts(perMinute)
      let now = 1_000_000
      const heard: number[] = []
      for (const wait of waits) {
        now += wait
        if (attempts.add('a', now) === 0) heard.push(now)
      }
      for (const [span, most] of [
        [MINUTE, 2],
        [10 * MINUTE, 11],
      ]) {
        for (const from of heard) {
          const within = heard.filter((at) => at >= from && at < from + span).length
          expect(within).toBeLessThanOrEqual(most * perMinute)
        }
      }
    }),
  )
})

it('who waits as long as it is told is heard', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 500 }), (perMinute, between) => {
      const attempts = new FailedAttempts(perMinute)
      let now = 0
      for (let i = 0; i < 2 * perMinute + 10; i++) {
        const wait = attempts.add('a', now)
        if (wait > 0) expect(attempts.add('a', now + wait * 1000)).toBe(0)
        now += wait * 1000 + between
      }
    }),
    { numRuns: 50 },
  )
})

it('each address has its own count', () => {
  const attempts = new FailedAttempts(1)
  expect(attempts.add('a', 0)).toBe(0)
  expect(attempts.add('a', 0)).toBe(60)
  expect(attempts.add('b', 0)).toBe(0)
})

it('a clock that goes back gives nothing and takes nothing', () => {
  const attempts = new FailedAttempts(1)
  attempts.add('a', 1_000_000)
  expect(attempts.add('a', 0)).toBe(60)
  expect(attempts.add('a', 60_000)).toBe(0)
})
