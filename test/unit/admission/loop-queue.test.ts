import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALWAYS_TAKEN, LoopQueue } from '../../../src/admission/loop-queue.ts'

/** A loop in which each request takes so much CPU time, and whose turns are made by hand. */
function loopOf(limitMs: number, costMs: number) {
  let now = 1000
  let next: (() => void) | undefined
  const queue = new LoopQueue(limitMs, {
    cpuMs: () => now,
    nextTurn: (callback) => {
      next = callback
    },
  })
  const done: string[] = []
  let waiting = 0
  const enter = (tenant: string): boolean => {
    const turn = queue.enter(tenant)
    if (turn === undefined) return false
    waiting++
    void turn.then(() => {
      done.push(tenant)
      waiting--
      now += costMs
    })
    return true
  }
  /** One request after another of these tenants within one turn: who is taken. */
  const enterAll = (tenants: string) => Array.from(tenants, (tenant) => (enter(tenant) ? tenant : '-')).join('')
  const turn = async () => {
    const callback = next
    next = undefined
    callback?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const turns = async (count: number) => {
    for (let i = 0; i < count; i++) await turn()
  }
  return { queue, enterAll, turn, turns, done, isIdle: () => next === undefined && waiting === 0 }
}

describe('the queue for the event loop', () => {
  it('one request is worked on in each turn, in their order', async () => {
    const { enterAll, turn, done } = loopOf(20, 1)
    expect(enterAll('aaa')).toBe('aaa')
    await new Promise((resolve) => setImmediate(resolve))
    expect(done.length).toBe(1)
    await turn()
    expect(done.length).toBe(2)
    await turn()
    expect(done.length).toBe(3)
  })

  it('as many wait as the limit has time for at what one costs', async () => {
    const { enterAll, turns, queue } = loopOf(100, 4)
    // What one costs is learned from those before.
    for (let i = 0; i < 30; i++) {
      enterAll('aaaa')
      await turns(5)
    }
    expect(queue.size).toBe(0)
    const taken = enterAll('a'.repeat(60)).indexOf('-')
    // One is worked on, and 25 of 4 ms wait for no longer than 100 ms; the next would.
    expect(taken).toBeGreaterThanOrEqual(25)
    expect(taken).toBeLessThanOrEqual(29)
  })

  it('a few wait whatever they cost', async () => {
    const { enterAll, turns } = loopOf(20, 500)
    enterAll('aaaa')
    await turns(6)
    expect(enterAll('a'.repeat(30))).toBe('a'.repeat(ALWAYS_TAKEN + 1) + '-'.repeat(30 - ALWAYS_TAKEN - 1))
  })

  it('who has less in the queue than an even share is let in until it is twice as long, and does not wait behind all others', async () => {
    const { enterAll, turns, done } = loopOf(40, 1)
    expect(enterAll('a'.repeat(60))).toBe('a'.repeat(41) + '-'.repeat(19))
    expect(enterAll('bcb')).toBe('bcb')
    expect(enterAll('a')).toBe('-')
    await turns(6)
    expect(done.join('')).toMatch(/^aa?(?=.*b.*c|.*c.*b)[abc]{5}$/)
    // However many come, there is an end.
    expect(enterAll('b'.repeat(100))).toContain('-')
  })

  it('a law: whoever is let in gets its turn, each once, and afterwards the loop is free', async () => {
    const burst = fc.record({
      tenants: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }),
      turns: fc.nat({ max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(burst, { maxLength: 6 }),
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 9, noNaN: true }),
        async (bursts, limitMs, costMs) => {
          const { enterAll, turns, done, isIdle, queue } = loopOf(limitMs, costMs)
          const taken: string[] = []
          for (const { tenants, turns: count } of bursts) {
            taken.push(...enterAll(tenants.join('')).replaceAll('-', ''))
            await turns(count)
          }
          await turns(queue.size + 2)
          expect(done.toSorted()).toEqual(taken.toSorted())
          expect(isIdle()).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})
