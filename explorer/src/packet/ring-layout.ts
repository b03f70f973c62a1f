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
/** More pages than this are an arc: single dots would touch. */
const MOST_DOTS = 60
const MOST_BANDS = 7

/** Concentric bands: the pages that the step names in the middle, then one band for each ring. */
export function layOut(rings: readonly Ring[]): Band[] {
  const outer = rings.filter(({ distance }) => distance !== 'named')
  const drawn =
    outer.length > MOST_BANDS ? [...outer.slice(0, MOST_BANDS - 1), merge(outer.slice(MOST_BANDS - 1))] : outer
  const step = drawn.length > 1 ? Math.min(70, (OUTERMOST - INNERMOST) / (drawn.length - 1)) : 0
  const middle = rings.filter(({ distance }) => distance === 'named')
  return [
    ...middle.map((ring) => band(ring, ring.total === 1 ? 0 : 34, false)),
    ...drawn.map((ring, i) => band(ring, INNERMOST + i * step, outer.length > MOST_BANDS && i === drawn.length - 1)),
  ]
}

function band(ring: Ring, radius: number, merged: boolean): Band {
  const asDots = ring.total <= MOST_DOTS && ring.pages.length === ring.total
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
