import fc from 'fast-check'
import { expect, it } from 'vitest'
import { InFlight } from '../../../src/admission/in-flight.ts'

const calls = fc.array(
  fc.oneof(
    fc.record({ call: fc.constant('enter' as const), tenant: fc.constantFrom('a', 'b'), bytes: fc.nat(40) }),
    fc.record({ call: fc.constant('grow' as const), at: fc.nat(10), bytes: fc.nat(40) }),
    fc.record({ call: fc.constant('leave' as const), at: fc.nat(10) }),
  ),
  { maxLength: 80 },
)

it('never more than the bounds, nor more of them for one tenant than its share; what fits is let in', () => {
  fc.assert(
    fc.property(calls, fc.boolean(), (all, several) => {
      const bounds = { requests: 8, bytes: 100 }
      const ofOne = several ? { requests: 6, bytes: 75 } : bounds
      const flight = new InFlight(bounds, () => several)
      const inside: { tenant: string; bytes: number }[] = []
      const bytesOf = (list: typeof inside) => list.reduce((sum, { bytes }) => sum + bytes, 0)
      const hasRoom = (tenant: string, bytes: number) => {
        const own = bytesOf(inside.filter((one) => one.tenant === tenant))
        if (bytes === 0 || bytesOf(inside) === 0) return true
        return bytesOf(inside) + bytes <= bounds.bytes && (own === 0 || own + bytes <= ofOne.bytes)
      }
      for (const one of all) {
        if (one.call === 'enter') {
          const own = inside.filter(({ tenant }) => tenant === one.tenant).length
          const isFull = inside.length >= bounds.requests || own >= ofOne.requests
          const expected = isFull ? 'requests' : hasRoom(one.tenant, one.bytes) ? undefined : 'bytes'
          expect(flight.enter(one.tenant, one.bytes)).toBe(expected)
          if (expected === undefined) inside.push({ tenant: one.tenant, bytes: one.bytes })
        } else if (one.at < inside.length) {
          const chosen = inside[one.at] as (typeof inside)[number]
          if (one.call === 'leave') {
            flight.leave(chosen.tenant, chosen.bytes)
            inside.splice(one.at, 1)
          } else {
            const fits = hasRoom(chosen.tenant, one.bytes)
            expect(flight.grow(chosen.tenant, one.bytes)).toBe(fits ? undefined : 'bytes')
            if (fits) chosen.bytes += one.bytes
          }
        }
        expect(flight.figures()).toEqual({ requests: inside.length, bytes: bytesOf(inside) })
      }
    }),
    { numRuns: 500 },
  )
})

it('a body larger than the bound is taken where it is alone', () => {
  const flight = new InFlight({ requests: 8, bytes: 100 }, () => false)
  expect(flight.enter('a', 1000)).toBeUndefined()
  expect(flight.enter('a', 1)).toBe('bytes')
  flight.leave('a', 1000)
  expect(flight.enter('a', 1)).toBeUndefined()
  expect(flight.enter('a', 1000)).toBe('bytes')
})
