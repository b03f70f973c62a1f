import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairQueue, type Waiting } from '../../../src/admission/fair-queue.ts'

const anyone = () => true
const tenants = fc.constantFrom('a', 'b', 'c')
const costs = fc.integer({ min: 1, max: 100 })
const calls = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ call: fc.constant('push' as const), tenant: tenants, cost: costs }) },
    { weight: 2, arbitrary: fc.record({ call: fc.constant('shift' as const), most: costs }) },
    { weight: 1, arbitrary: fc.record({ call: fc.constant('remove' as const), at: fc.nat(20) }) },
  ),
  { maxLength: 60 },
)

it('what comes goes once: it is taken, turned away or removed; each tenant’s is taken in the order in which it came', () => {
  fc.assert(
    fc.property(calls, fc.integer({ min: 0, max: 8 }), (all, capacity) => {
      const queue = new FairQueue<number>(capacity)
      const waiting: Waiting<number>[] = []
      const drop = (item: number) => {
        const at = waiting.findIndex((one) => one.item === item)
        expect(at).not.toBe(-1)
        return waiting.splice(at, 1)[0]
      }
      let count = 0
      for (const one of all) {
        if (one.call === 'push') {
          const pushed = { item: count++, tenant: one.tenant, cost: one.cost }
          waiting.push(pushed)
          const gone = queue.push(pushed)
          if (gone === undefined) expect(waiting.length).toBeLessThanOrEqual(capacity)
          else drop(gone)
        } else if (one.call === 'shift') {
          const taken = queue.shift(({ cost }) => cost <= one.most)
          const mayGo = waiting.filter(({ cost }) => cost <= one.most)
          expect(taken === undefined).toBe(mayGo.length === 0)
          if (taken === undefined) continue
          expect(taken).toEqual(mayGo.find(({ tenant }) => tenant === taken.tenant))
          drop(taken.item)
        } else {
          const item = waiting[one.at]?.item ?? -1
          expect(queue.remove(item)).toBe(item !== -1)
          if (item !== -1) drop(item)
        }
        expect(queue.size).toBe(waiting.length)
      }
    }),
    { numRuns: 500 },
  )
})

it('with no room, the newest of who has most waiting goes, where that is more than the new one’s tenant would have', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(tenants, costs), { maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      (all, capacity) => {
        const queue = new FairQueue<number>(capacity)
        const waiting: Waiting<number>[] = []
        const costOf = (name: string) =>
          waiting.filter(({ tenant }) => tenant === name).reduce((sum, { cost }) => sum + cost, 0)
        all.forEach(([tenant, cost], item) => {
          const isFull = waiting.length === capacity
          const most = Math.max(0, ...waiting.map((one) => costOf(one.tenant)))
          const greediest = new Set(waiting.map((one) => one.tenant).filter((name) => costOf(name) === most))
          const own = costOf(tenant) + cost
          const hasRoom = queue.hasRoom(tenant, cost)
          const gone = queue.push({ item, tenant, cost })
          expect(hasRoom).toBe(gone !== item)
          if (!isFull) expect(gone).toBeUndefined()
          else if (own >= most) expect(gone).toBe(item)
          else {
            const displaced = waiting.find((one) => one.item === gone)
            expect(greediest).toContain(displaced?.tenant)
            expect(gone).toBe(waiting.findLast((one) => one.tenant === displaced?.tenant)?.item)
            waiting.splice(waiting.indexOf(displaced as Waiting<number>), 1)
          }
          if (gone !== item) waiting.push({ item, tenant, cost })
        })
      },
    ),
    { numRuns: 500 },
  )
})

it('of tenants that always have something waiting, none is ahead of another by more than their two dearest', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(costs, costs, costs), { minLength: 20, maxLength: 60 }), (rows) => {
      const queue = new FairQueue<number>(Number.POSITIVE_INFINITY)
      const names = ['a', 'b', 'c'] as const
      rows.forEach((row, i) => {
        for (const [at, tenant] of names.entries()) queue.push({ item: i, tenant, cost: row[at] ?? 1 })
      })
      const served = { a: 0, b: 0, c: 0 }
      const left = { a: rows.length, b: rows.length, c: rows.length }
      while (names.every((name) => left[name] > 0)) {
        const next = queue.shift(anyone) as Waiting<number>
        const name = next.tenant as keyof typeof served
        served[name] += next.cost
        left[name]--
        expect(Math.max(...Object.values(served)) - Math.min(...Object.values(served))).toBeLessThanOrEqual(2 * 100)
      }
    }),
  )
})

it('who was away has no claim from that time, and who leaves and comes again gains nothing', () => {
  const queue = new FairQueue<string>(100)
  const push = (item: string, tenant: string) => queue.push({ item, tenant, cost: 10 })
  for (let i = 0; i < 6; i++) push(`a${i}`, 'a')
  for (let i = 0; i < 3; i++) queue.shift(anyone)
  push('b0', 'b')
  push('b1', 'b')
  const order = Array.from({ length: 5 }, () => queue.shift(anyone)?.item)
  expect(order).toEqual(['b0', 'a3', 'b1', 'a4', 'a5'])
})
