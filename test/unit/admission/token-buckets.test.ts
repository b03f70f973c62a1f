import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TokenBuckets } from '../../../src/admission/token-buckets.ts'

const MINUTE = 60_000

class Attempts {
  readonly #buckets = new TokenBuckets()
  readonly #perMinute: number

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** @returns milliseconds to wait */
  add(name: string, now: number): number {
    return this.#buckets.take(name, { capacity: this.#perMinute, fillMs: MINUTE }, now).waitMs
  }
}

it('in any minute no more are heard than twice the setting, and in any ten no more than eleven times', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 50, maxLength: 400, size: 'max' })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), gaps, (perMinute, waits) => {
      const attempts = new Attempts(perMinute)
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
      const attempts = new Attempts(perMinute)
      let now = 0
      for (let i = 0; i < 2 * perMinute + 10; i++) {
        const wait = attempts.add('a', now)
        if (wait > 0) expect(attempts.add('a', now + wait)).toBe(0)
        now += wait + between
      }
    }),
    { numRuns: 50 },
  )
})

it('each name has its own count', () => {
  const attempts = new Attempts(1)
  expect(attempts.add('a', 0)).toBe(0)
  expect(attempts.add('a', 0)).toBe(MINUTE)
  expect(attempts.add('b', 0)).toBe(0)
})

it('what is left and when the bucket is full is told with each', () => {
  const buckets = new TokenBuckets()
  const rate = { capacity: 4, fillMs: 1000 }
  expect(buckets.take('a', rate, 0)).toEqual({ waitMs: 0, remaining: 3, fullMs: 250 })
  expect(buckets.take('a', rate, 0)).toEqual({ waitMs: 0, remaining: 2, fullMs: 500 })
  expect(buckets.take('a', rate, 500)).toEqual({ waitMs: 0, remaining: 3, fullMs: 250 })
  buckets.take('b', { capacity: 1, fillMs: 1000 }, 0)
  expect(buckets.take('b', { capacity: 1, fillMs: 1000 }, 100)).toEqual({ waitMs: 900, remaining: 0, fullMs: 900 })
})

it('a clock that goes back gives nothing and takes nothing', () => {
  const attempts = new Attempts(1)
  attempts.add('a', 1_000_000)
  expect(attempts.add('a', 0)).toBe(MINUTE)
  expect(attempts.add('a', 60_000)).toBe(0)
})
