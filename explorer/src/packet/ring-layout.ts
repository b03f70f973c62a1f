import type { PageDecision } from '../api.ts'
import type { Ring } from './rings.ts'

export interface Dot {
  readonly page: PageDecision
  readonly x: number
  readonly y: number
}

interface Band {
  readonly ring: Ring
  /** Rings past those that are drawn one by one are drawn as one. */
  readonly merged: boolean
  readonly radius: number
  /** Empty where the ring is drawn as an arc. */
  readonly dots: readonly Dot[]
}

/** Half the drawing's side. */
export const HALF = 250
const INNERMOST = 78
const OUTERMOST = 222
/** From the middle of one dot to that of the next, as they are seen: closer ones would touch. */
const LEAST_GAP = 16
const MOST_BANDS = 7

/**
 * Concentric bands: the pages that the step names in the middle, then one band for each ring.
 *
 * @param scale how many times larger than the whole it is seen: the larger, the more pages are dots of their own
 */
export function layOut(rings: readonly Ring[], scale: number): Band[] {
  const outer = rings.filter(({ distance }) => distance !== 'named')
  const drawn =
    outer.length > MOST_BANDS ? [...outer.slice(0, MOST_BANDS - 1), merge(outer.slice(MOST_BANDS - 1))] : outer
  const step = drawn.length > 1 ? Math.min(70, (OUTERMOST - INNERMOST) / (drawn.length - 1)) : 0
  const middle = rings.filter(({ distance }) => distance === 'named')
  return [
    ...middle.map((ring) => band(ring, ring.total === 1 ? 0 : 34, scale, false)),
    ...drawn.map((ring, i) =>
      band(ring, INNERMOST + i * step, scale, outer.length > MOST_BANDS && i === drawn.length - 1),
    ),
  ]
}

function band(ring: Ring, radius: number, scale: number, merged: boolean): Band {
  const fits = ring.total === 1 || 2 * Math.PI * radius * scale >= LEAST_GAP * ring.total
  const asDots = fits && ring.pages.length === ring.total
  const dots = asDots ? ring.pages.map((page, i) => ({ page, ...place(radius, i, ring) })) : []
  return { ring, merged, radius, dots }
}

function place(radius: number, i: number, { total, distance }: Ring) {
  // Each ring starts a little further round, so that dots of neighbouring rings do not stand in rows.
  const start = typeof distance === 'number' ? distance * 0.45 : 0
  const angle = start + (2 * Math.PI * i) / total - Math.PI / 2
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
}

function merge(rings: readonly Ring[]): Ring {
  return {
    distance: rings[0].distance,
    total: rings.reduce((sum, { total }) => sum + total, 0),
    kept: rings.reduce((sum, { kept }) => sum + kept, 0),
    pages: rings.flatMap(({ pages }) => pages),
  }
}
