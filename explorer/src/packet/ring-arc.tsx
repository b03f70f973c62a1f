import { arc } from 'd3-shape'
import { counted, grouped } from '../numbers.ts'
import { type Ring, ringName } from './rings.ts'
import type { Point } from './view.ts'

interface Props {
  readonly ring: Ring
  readonly merged: boolean
  /** The middle of the rings as it is seen. */
  readonly origin: Point
  readonly radius: number
  readonly show: (distance: Ring['distance']) => void
}

const THICKNESS = 16

/** A ring of many pages: the part that is kept, and the rest. */
export function RingArc({ ring, merged, origin, radius, show }: Props) {
  const edges = { innerRadius: Math.max(0, radius - THICKNESS / 2), outerRadius: radius + THICKNESS / 2 }
  const border = (2 * Math.PI * ring.kept) / ring.total
  const draw = arc()
  const name = `${ringName(ring.distance)}${merged ? ' and more' : ''}`
  const label = `${name}: ${grouped(ring.kept)} of ${counted(ring.total, 'page')} kept. Show them in the table.`
  // The count stands where the ring comes nearest to the middle of what is seen, on top while all of it is.
  const distance = Math.hypot(origin.x, origin.y)
  const at =
    distance < 1 ? { x: 0, y: -radius } : { x: (-origin.x / distance) * radius, y: (-origin.y / distance) * radius }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    show(ring.distance)
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
    <g
      class="arc"
      role="button"
      tabIndex={0}
      aria-label={label}
      transform={`translate(${origin.x} ${origin.y})`}
      onClick={() => show(ring.distance)}
      onKeyDown={onKeyDown}
    >
      <title>{label}</title>
      <path class="cut" d={draw({ ...edges, startAngle: border, endAngle: 2 * Math.PI }) ?? ''} />
      <path class="kept" d={draw({ ...edges, startAngle: 0, endAngle: border }) ?? ''} />
      <text class="label" x={at.x} y={at.y + 4} text-anchor="middle">
        {grouped(ring.kept)}/{grouped(ring.total)}
      </text>
    </g>
  )
}
