import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { PageDot } from './page-dot.tsx'
import { RingArc } from './ring-arc.tsx'
import { HALF, layOut } from './ring-layout.ts'
import { isKept, type Ring } from './rings.ts'
import { useView, ZOOM_STEP } from './use-view.ts'
import { isSeen, seenAt } from './view.ts'
import { ViewButtons } from './view-buttons.tsx'

interface Props {
  readonly rings: readonly Ring[]
  readonly tokens: number
  readonly links: readonly { readonly from: string; readonly to: string }[]
  readonly selected: string | null
  readonly select: (path: string) => void
  readonly showRing: (distance: Ring['distance']) => void
}

/** With more links than this the drawing would be hair. */
const MOST_LINKS = 150
const MOST_LABELS = 14
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The rings around the targets: a dot for each page, or an arc for a ring of many, kept and cut. */
export function RingDrawing({ rings, tokens, links, selected, select, showRing }: Props) {
  const svg = useRef<SVGSVGElement>(null)
  const viewing = useView(svg)
  const { view } = viewing
  const bands = layOut(rings, view.scale)
  const dots = bands.flatMap((band) => band.dots)
  const byPath = new Map(dots.map((dot) => [dot.page.path, dot]))
  const [focused, setFocused] = useState<string | null>(null)
  // What has the focus is drawn wherever it is, or the focus would be lost.
  const shown = dots.filter((dot) => isSeen(view, dot) || dot.page.path === focused)
  /** A zoom by key may make dots of the arc that has the focus, and back: it goes to what stands there then. */
  const isZooming = useRef(false)
  const current =
    [focused, selected].find((path) => shown.some(({ page }) => page.path === path)) ?? shown[0]?.page.path
  const lines = links.flatMap(({ from, to }) => {
    const [a, b] = [byPath.get(from), byPath.get(to)]
    return a && b && isKept(a.page, tokens) && isKept(b.page, tokens) ? [{ key: `${from}>${to}`, a, b }] : []
  })
  const origin = seenAt(view, { x: 0, y: 0 })

  useLayoutEffect(() => {
    if (!isZooming.current) return
    if (document.activeElement === document.body) svg.current?.querySelector<SVGElement>('[tabindex="0"]')?.focus()
    isZooming.current = !viewing.rests
  })

  function zoomBy(factor: number, dot: number): void {
    isZooming.current = true
    viewing.zoom(factor, dot < 0 ? undefined : seenAt(view, dots[dot]))
  }

  function focusDot(i: number): void {
    const { page } = dots[i]
    setFocused(page.path)
    const element = () => svg.current?.querySelector<SVGElement>(`[data-dot="${CSS.escape(page.path)}"]`)
    // One that was out of view is drawn by the next frame.
    if (element()) element()?.focus()
    else requestAnimationFrame(() => element()?.focus())
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    const path = (event.target as Element).getAttribute('data-dot')
    const at = dots.findIndex(({ page }) => page.path === path)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (step && event.shiftKey) viewing.step(...step)
    else if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP, at)
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP, at)
    else if (event.key === '0') zoomBy(0, at)
    else if (at < 0) return
    else if (event.key === 'Enter' || event.key === ' ') select(dots[at].page.path)
    else {
      const to = step ? at + step[0] + step[1] : { Home: 0, End: dots.length - 1 }[event.key]
      if (to === undefined || dots[to] === undefined) return
      focusDot(to)
    }
    event.preventDefault()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no group of fields. */}
      <svg
        ref={svg}
        class={`rings ${view.scale > 1 ? 'zoomed' : ''}`}
        viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
        role="group"
        aria-label="Rings around the targets. Arrow keys go from page to page, plus and minus zoom, Shift with an arrow key moves; the table of pages says the same."
        onKeyDown={onKeyDown}
        {...viewing.handlers}
      >
        {bands.map(({ ring, merged, radius, dots: own }) =>
          own.length > 0 ? (
            <circle key={`ring ${ring.distance}`} class="orbit" cx={origin.x} cy={origin.y} r={radius * view.scale} />
          ) : (
            <RingArc
              key={`ring ${ring.distance}`}
              ring={ring}
              merged={merged}
              origin={origin}
              radius={radius * view.scale}
              show={showRing}
            />
          ),
        )}
        {lines.length <= MOST_LINKS &&
          lines.map(({ key, a, b }) => {
            const [from, to] = [seenAt(view, a), seenAt(view, b)]
            return <line key={key} class="link" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
          })}
        {shown.map(({ page, x, y }) => (
          <PageDot
            key={page.path}
            page={page}
            seen={seenAt(view, { x, y })}
            kept={isKept(page, tokens)}
            labelled={shown.length <= MOST_LABELS || page.path === selected}
            selected={page.path === selected}
            isTabStop={page.path === current}
            select={() => select(page.path)}
            onFocus={(event) => {
              setFocused(page.path)
              // A press is left where it is, so that what is pressed does not move away.
              if (event.currentTarget.matches(':focus-visible')) viewing.show({ x, y })
            }}
          />
        ))}
      </svg>
      <ViewButtons viewing={viewing} />
    </>
  )
}
