import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StowageConnectionError, StowageError } from '../../../src/client/errors.ts'
import { retryAfterMs, retryDelay } from '../../../src/client/retry.ts'

const policy = { retries: 3, firstDelayMs: 100, longestDelayMs: 5000 }
const sent = { method: 'POST', again: true }
const refusal = (retryable: boolean, retryAfter?: number) =>
  new StowageError(503, { status: 503, detail: '', retryable } as never, retryAfter)
const lost = (code: string) => new StowageConnectionError(Object.assign(new Error(code), { code }))

test('Retry-After is read as seconds and as a date, and what is neither asks for nothing', () => {
  const now = Date.parse('Thu, 01 Jan 1970 00:00:01 GMT')
  expect(retryAfterMs('2', now)).toBe(2000)
  expect(retryAfterMs('Thu, 01 Jan 1970 00:00:03 GMT', now)).toBe(2000)
  expect(retryAfterMs('Thu, 01 Jan 1970 00:00:00 GMT', now)).toBe(0)
  expect(retryAfterMs('soon', now)).toBeUndefined()
  expect(retryAfterMs(undefined, now)).toBeUndefined()
})

test('a wait is a random share of a bound that doubles up to the longest, and there are no more than the policy has', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.nat(40), random, (made, share) => {
      let bound = policy.firstDelayMs
      for (let i = 0; i < made; i++) bound = Math.min(bound + bound, policy.longestDelayMs)
      const delay = retryDelay(refusal(true), sent, made, { ...policy, retries: 40 }, share)
      expect(delay).toBe(made < 40 ? share * bound : undefined)
    }),
  )
})

test('no retry comes before Retry-After, and none at all where that is longer than the longest wait', () => {
  expect(retryDelay(refusal(true, 2000), sent, 0, policy, 0)).toBe(2000)
  expect(retryDelay(refusal(true, 50), sent, 0, policy, 0.99)).toBe(99)
  expect(retryDelay(refusal(true, 5000), sent, 0, policy, 0)).toBe(5000)
  expect(retryDelay(refusal(true, 5001), sent, 0, policy, 0)).toBeUndefined()
})

test('only what could do better is repeated, and only what can be sent from its beginning', () => {
  const delay = (error: unknown, more: object = {}) => retryDelay(error, { ...sent, ...more }, 0, policy, 0.5)
  expect(delay(refusal(true))).toBe(50)
  expect(delay(refusal(true), { again: false })).toBeUndefined()
  expect(delay(refusal(false))).toBeUndefined()
  expect(delay(new DOMException('', 'TimeoutError'))).toBeUndefined()
  expect(delay(new Error('of the caller'))).toBeUndefined()
  expect(delay(lost('ECONNRESET'))).toBe(50)
  expect(delay(lost('ECONNRESET'), { method: 'DELETE' })).toBeUndefined()
  expect(delay(lost('ECONNREFUSED'), { method: 'DELETE' })).toBe(50)
})
