import { arc } from 'd3-shape'
import { useRef, useState } from 'preact/hooks'
import { counted, grouped } from '../numbers.ts'
import { type Dot, HALF, layOut } from './ring-layout.ts'
import { isKept, type Ring, ringName } from './rings.ts'

interface Props {
  readonly rings: readonly Ring[]
  readonly tokens: number
  readonly links: readonly { readonly from: string; readonly to: string }[]
  readonly selected: string | null
  readonly select: (path: string) => void
  readonly showRing: (distance: Ring['distance']) => void
}

const THICKNESS = 16
/** With more links than this the drawing would be hair. */
const MOST_LINKS = 150
const MOST_LABELS = 14

/** The rings around the targets: a dot for each page, or an arc for a ring of many, kept and cut. */
export function RingDrawing({ rings, tokens, links, selected, select, showRing }: Props) {
  const bands = layOut(rings)
  const dots = bands.flatMap((band) => band.dots)
  const byPath = new Map(dots.map((dot) => [dot.page.path, dot]))
  const svg = useRef<SVGSVGElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const current = byPath.has(focused ?? '') ? focused : byPath.has(selected ?? '') ? selected : dots[0]?.page.path
  const lines = links.flatMap(({ from, to }) => {
    const [a, b] = [byPath.get(from), byPath.get(to)]
    return a && b && isKept(a.page, tokens) && isKept(b.page, tokens) ? [{ key: `${from}>${to}`, a, b }] : []
  })

  function onKeyDown(event: KeyboardEvent, i: number) {
    const to = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: dots.length - 1 }[
      event.key
    ]
    if (event.key === 'Enter' || event.key === ' ') select(dots[i].page.path)
    else if (to === undefined || dots[to] === undefined) return
    else svg.current?.querySelectorAll<SVGElement>('[data-dot]')[to]?.focus()
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is no group of fields.
    <svg
      ref={svg}
      class="rings"
      viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
      role="group"
      aria-label="Rings around the targets. Arrow keys go from page to page; the table of pages says the same."
    >
      {bands.map(({ ring, merged, radius, dots: own }) =>
        own.length > 0 ? (
          <circle key={`ring ${ring.distance}`} class="orbit" r={radius} />
        ) : (
          <RingArc key={`ring ${ring.distance}`} ring={ring} merged={merged} radius={radius} show={showRing} />
        ),
      )}
      {lines.length <= MOST_LINKS &&
        lines.map(({ key, a, b }) => <line key={key} class="link" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />)}
      {dots.map((dot, i) => {
        const { path, standing, minBudget } = dot.page
        const kept = isKept(dot.page, tokens)
        const named = standing !== 'distance' && standing !== 'unreachable'
        const needs = minBudget === null ? 'no budget keeps it' : `needs ${counted(minBudget, 'token')}`
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
          <g
            key={path}
            data-dot={path}
            role="button"
            tabIndex={path === current ? 0 : -1}
            aria-label={`${path}, ${kept ? 'kept' : 'cut'}, ${needs}`}
            aria-pressed={path === selected}
            class={`dot ${kept ? 'kept' : 'cut'} ${named ? 'named' : ''}`}
            transform={`translate(${dot.x} ${dot.y})`}
            onClick={() => select(path)}
            onFocus={() => setFocused(path)}
            onKeyDown={(event) => onKeyDown(event, i)}
          >
            <title>{`${path}: ${needs}`}</title>
            <circle class="halo" r="13" />
            <circle class="mark" r={named ? 9 : 6.5} />
            {(dots.length <= MOST_LABELS || path === selected) && <Label dot={dot} />}
          </g>
        )
      })}
    </svg>
  )
}

function Label({ dot: { page, x } }: { dot: Dot }) {
  const name = page.path.slice(page.path.lastIndexOf('/') + 1)
  const side = x > HALF * 0.45 ? 'end' : x < -HALF * 0.45 ? 'start' : 'middle'
  return (
    <text class="label" y="23" text-anchor={side}>
      {name.length > 26 ? `${name.slice(0, 25)}…` : name}
    </text>
  )
}

function RingArc({
  ring,
  merged,
  radius,
  show,
}: {
  ring: Ring
  merged: boolean
  radius: number
  show: Props['showRing']
}) {
  const edges = { innerRadius: Math.max(0, radius - THICKNESS / 2), outerRadius: radius + THICKNESS / 2 }
  const share = ring.total === 0 ? 0 : ring.kept / ring.total
  const border = 2 * Math.PI * share
  const draw = arc()
  const name = `${ringName(ring.distance)}${merged ? ' and more' : ''}`
  const label = `${name}: ${grouped(ring.kept)} of ${counted(ring.total, 'page')} kept. Show them in the table.`
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
      onClick={() => show(ring.distance)}
      onKeyDown={onKeyDown}
    >
      <title>{label}</title>
      <path class="cut" d={draw({ ...edges, startAngle: border, endAngle: 2 * Math.PI }) ?? ''} />
      <path class="kept" d={draw({ ...edges, startAngle: 0, endAngle: border }) ?? ''} />
      <text class="label" y={-radius + 4} text-anchor="middle">
        {grouped(ring.kept)}/{grouped(ring.total)}
      </text>
    </g>
  )
}
