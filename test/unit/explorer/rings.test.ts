import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AllDecisions, PageDecision, Plan } from '../../../explorer/src/api.ts'
import { keptAt, ringsOf } from '../../../explorer/src/packet/rings.ts'

type Needed = NonNullable<Plan['needed']>

/** One named page, then rings of pages in keep order, each page ten tokens; of them the first `listed` are listed. */
function answerOf(
  sizes: readonly number[],
  listed: number,
): { decisions: AllDecisions; needed: Needed; total: number } {
  const pages = [{ standing: 'first-target', distance: 0 }, ...sizes.flatMap((size, i) => ring(size, i + 1))].map(
    (page, i) => ({ ...page, path: `${i}.md`, place: i + 1, minBudget: 10 * (i + 1) }) as PageDecision,
  )
  const ends = sizes.map((_, i) => 1 + sizes.slice(0, i + 1).reduce((sum, size) => sum + size, 0))
  const rings = sizes.map((size, i) => ({ distance: i + 1, pages: size, needed: { tokens: 10 * ends[i] } }))
  const counts = { total: pages.length, kept: 0, overBudget: 0, tooFar: 0 }
  return {
    decisions: { pages: pages.slice(0, listed), counts } as unknown as AllDecisions,
    needed: { rings } as unknown as Needed,
    total: pages.length,
  }
}

function ring(size: number, distance: number) {
  return Array.from({ length: size }, () => ({ standing: 'distance', distance }))
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 })

describe('rings', () => {
  it('hold every candidate once, and the kept ones are the first in keep order', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (of, listedSeed, keptSeed) => {
        const total = 1 + of.reduce((sum, size) => sum + size, 0)
        const { decisions, needed } = answerOf(of, 1 + (listedSeed % total))
        const kept = keptSeed % (total + 1)
        const rings = ringsOf(decisions, needed, kept)
        expect(rings.map((one) => one.total)).toEqual([1, ...of])
        expect(rings.reduce((sum, one) => sum + one.kept, 0)).toBe(kept)
        const open = rings.findIndex((one) => one.kept < one.total)
        if (open >= 0) expect(rings.slice(open + 1).every((one) => one.kept === 0)).toBe(true)
      }),
    )
  })

  it('while the budget is dragged, what is kept is exact where all pages are listed', () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: 3000 }), (of, tokens) => {
        const { decisions, needed, total } = answerOf(of, Number.POSITIVE_INFINITY)
        expect(keptAt(decisions, needed, tokens)).toBe(Math.min(total, Math.floor(tokens / 10)))
      }),
    )
  })

  it('past the listed pages it is exact at each ring’s own budget, and never falls as the budget grows', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (of, listedSeed) => {
        const total = 1 + of.reduce((sum, size) => sum + size, 0)
        const { decisions, needed } = answerOf(of, 1 + (listedSeed % total))
        let end = 1
        for (const [i, size] of of.entries()) {
          end += size
          expect(keptAt(decisions, needed, needed.rings[i].needed.tokens)).toBe(end)
        }
        const curve = Array.from({ length: total * 2 }, (_, i) => keptAt(decisions, needed, i * 10))
        expect(curve).toEqual(curve.toSorted((a, b) => a - b))
      }),
    )
  })
})
