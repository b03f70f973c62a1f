import { HALF } from './ring-layout.ts'

/** What of the drawing is seen: its middle in the drawing's own units, and how many times larger than the whole. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const WHOLE: View = { x: 0, y: 0, scale: 1 }
export const MOST_SCALE = 16
/** How close to the border a page may stand before the view follows it. */
const MARGIN = 34

/** The nearest view that shows nothing beside the drawing. */
export function clamped({ x, y, scale }: View): View {
  const within = Math.min(MOST_SCALE, Math.max(1, scale))
  const reach = HALF - HALF / within
  const inside = (value: number) => Math.min(reach, Math.max(-reach, value))
  return { x: inside(x), y: inside(y), scale: within }
}

/** Where a place of the drawing is seen, from the middle of what is seen. */
export function seenAt({ x, y, scale }: View, place: Point): Point {
  return { x: (place.x - x) * scale, y: (place.y - y) * scale }
}

/** @param seen stays where it is seen, as far as the drawing reaches */
export function zoomed(view: View, factor: number, seen: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MOST_SCALE, Math.max(1, view.scale * factor))
  const shift = 1 / view.scale - 1 / scale
  return clamped({ x: view.x + seen.x * shift, y: view.y + seen.y * shift, scale })
}

/** The view after what is seen was pulled by so much. */
export function pulled({ x, y, scale }: View, by: Point): View {
  return clamped({ x: x - by.x / scale, y: y - by.y / scale, scale })
}

/** The view moved no farther than it takes to see a place. */
export function showing(view: View, place: Point): View {
  const seen = seenAt(view, place)
  const past = (value: number) => Math.sign(value) * Math.max(0, Math.abs(value) - (HALF - MARGIN))
  return pulled(view, { x: -past(seen.x), y: -past(seen.y) })
}

/** Whether a mark at this place is seen, in part at least. */
export function isSeen(view: View, place: Point): boolean {
  const { x, y } = seenAt(view, place)
  return Math.abs(x) < HALF + MARGIN && Math.abs(y) < HALF + MARGIN
}

/** The view at a share of the way from one to another: the scale by its ratio, so that every step looks alike. */
export function between(from: View, to: View, share: number): View {
  const zoom = Math.log(to.scale / from.scale)
  // The middle moves with the width that is seen, which makes the place that the zoom is about stand still. Of two
  // widths that are nearly alike the difference would be noise: `expm1` takes it before it is rounded.
  const way = zoom === 0 ? share : Math.expm1(-share * zoom) / Math.expm1(-zoom)
  return {
    x: from.x + (to.x - from.x) * way,
    y: from.y + (to.y - from.y) * way,
    scale: from.scale * Math.exp(share * zoom),
  }
}
