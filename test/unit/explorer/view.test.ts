import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HALF, layOut } from '../../../explorer/src/packet/ring-layout.ts'
import type { Ring } from '../../../explorer/src/packet/rings.ts'
import {
  between,
  clamped,
  isSeen,
  MOST_SCALE,
  type Point,
  pulled,
  seenAt,
  showing,
  type View,
  WHOLE,
  zoomed,
} from '../../../explorer/src/packet/view.ts'

const coordinate = fc.double({ min: -HALF, max: HALF, noNaN: true })
const point: fc.Arbitrary<Point> = fc.record({ x: coordinate, y: coordinate })
const view: fc.Arbitrary<View> = fc
  .record({ x: coordinate, y: coordinate, scale: fc.double({ min: 1, max: MOST_SCALE, noNaN: true }) })
  .map(clamped)
const factor = fc.double({ min: 0.01, max: 100, noNaN: true })

/** The place of the drawing that is seen there: the slow way round. */
function placeUnder({ x, y, scale }: View, seen: Point): Point {
  return { x: x + seen.x / scale, y: y + seen.y / scale }
}

function expectNear(a: Point, b: Point): void {
  expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(1e-6)
}

function expectInside({ x, y, scale }: View): void {
  expect(scale).toBeGreaterThanOrEqual(1)
  expect(scale).toBeLessThanOrEqual(MOST_SCALE)
  for (const middle of [x, y]) expect(Math.abs(middle) + HALF / scale).toBeLessThan(HALF + 1e-9)
}

describe('the view of the drawing', () => {
  it('never shows what lies beside the drawing, whatever is done to it', () => {
    fc.assert(
      fc.property(view, factor, point, point, (from, by, seen, pull) => {
        expectInside(zoomed(from, by, seen))
        expectInside(pulled(from, pull))
        expectInside(showing(from, seen))
      }),
    )
  })

  it('zooming in leaves the place under the pointer where it is, and zooming out again gives the view before', () => {
    fc.assert(
      fc.property(view, fc.double({ min: 1, max: 4, noNaN: true }), point, (from, by, seen) => {
        const near = zoomed(from, by, seen)
        expectNear(placeUnder(near, seen), placeUnder(from, seen))
        const back = zoomed(near, from.scale / near.scale, seen)
        expectNear(back, from)
        expect(back.scale).toBeCloseTo(from.scale)
      }),
    )
  })

  it('a pull moves every place by so much, as far as the drawing reaches', () => {
    fc.assert(
      fc.property(view, point, point, (from, by, place) => {
        const after = pulled(from, by)
        const moved = {
          x: seenAt(after, place).x - seenAt(from, place).x,
          y: seenAt(after, place).y - seenAt(from, place).y,
        }
        for (const axis of ['x', 'y'] as const) {
          expect(Math.abs(moved[axis])).toBeLessThan(Math.abs(by[axis]) + 1e-6)
          const reach = HALF - HALF / after.scale
          if (Math.abs(after[axis]) < reach - 1e-9) expect(moved[axis]).toBeCloseTo(by[axis])
        }
      }),
    )
  })

  it('a place that is to be shown is seen, and a view that shows it already stays', () => {
    fc.assert(
      fc.property(view, point, (from, place) => {
        const after = showing(from, place)
        expect(isSeen(after, place)).toBe(true)
        const { x, y } = seenAt(after, place)
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(HALF + 1e-6)
        expectNear(showing(after, place), after)
      }),
    )
  })

  it('on its way from one view to another it begins and ends there, and stays inside between them', () => {
    fc.assert(
      fc.property(view, view, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
        expectNear(between(from, to, 0), from)
        expectNear(between(from, to, 1), to)
        expectInside(between(from, to, share))
      }),
    )
  })

  it('between two scales that differ by their last bits it still ends where it should', () => {
    const from = { x: -200, y: 150, scale: 4 }
    for (const bits of [1, 2, 3, 8, 1000]) {
      const to = { x: 200, y: -150, scale: 4 * (1 + bits * Number.EPSILON) }
      expectNear(between(from, to, 1), to)
      expectNear(between(from, to, 0.5), { x: 0, y: 0 })
    }
  })

  it('zooming glides about a place: it stands still all the way', () => {
    fc.assert(
      fc.property(
        view,
        fc.double({ min: 1.01, max: 4, noNaN: true }),
        point,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (from, by, seen, share) => {
          const to = zoomed(from, by, seen)
          expectNear(placeUnder(between(from, to, share), seen), placeUnder(from, seen))
        },
      ),
    )
  })

  it('the whole is seen from its middle', () => {
    fc.assert(fc.property(point, (place) => expectNear(seenAt(WHOLE, place), place)))
  })
})

describe('the layout of the rings', () => {
  it('at any scale no two dots of a ring touch, and no ring that has dots gets an arc when it is seen larger', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(sizes, fc.double({ min: 1, max: MOST_SCALE, noNaN: true }), (of, scale) => {
        const rings = of.map((total, distance) => ringOfPages(distance + 1, total))
        const bands = layOut(rings, scale)
        const larger = layOut(rings, MOST_SCALE)
        for (const [i, { dots, ring, radius }] of bands.entries()) {
          if (dots.length === 0) continue
          expect(dots).toHaveLength(ring.total)
          expect(larger[i].dots).toHaveLength(ring.total)
          for (const [n, dot] of dots.entries()) {
            expect(Math.hypot(dot.x, dot.y)).toBeCloseTo(radius)
            const next = dots[(n + 1) % dots.length]
            if (next !== dot) expect(Math.hypot(dot.x - next.x, dot.y - next.y) * scale).toBeGreaterThan(13)
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  it('a ring whose pages are not all listed is an arc at any scale', () => {
    const [band] = layOut([{ ...ringOfPages(1, 5), total: 6 }], MOST_SCALE)
    expect(band.dots).toEqual([])
  })
})

function ringOfPages(distance: number, total: number): Ring {
  const pages = Array.from({ length: total }, (_, i) => ({ path: `${i}.md` }) as Ring['pages'][number])
  return { distance, total, kept: 0, pages }
}
