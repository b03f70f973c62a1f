import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { HALF } from './ring-layout.ts'
import { between, type Point, pulled, showing, type View, WHOLE, zoomed } from './view.ts'

export const ZOOM_STEP = 1.6
/** A step sideways, in units of the drawing as it is seen. */
const PULL_STEP = HALF / 2
const GLIDE_MS = 180
/** A pointer that moves less has pressed, not dragged. */
const DRAG_PIXELS = 5
const STILL = matchMedia('(prefers-reduced-motion: reduce)')

export interface Viewing {
  readonly view: View
  /** False while it glides. */
  readonly rests: boolean
  zoom(factor: number, seen?: Point): void
  /** A step to a side: -1, 0 or 1 each way. */
  step(x: number, y: number): void
  whole(): void
  /** Brings a place of the drawing into view. */
  show(place: Point): void
  readonly handlers: {
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
    onPointerUp(event: PointerEvent): void
    onPointerCancel(event: PointerEvent): void
    onDblClick(event: MouseEvent): void
    onClickCapture(event: MouseEvent): void
  }
}

/** The view of a drawing and the ways to change it: buttons and keys glide, pointers and the wheel move it at once. */
export function useView(svg: RefObject<SVGSVGElement | null>): Viewing {
  const [view, setView] = useState(WHOLE)
  const target = useRef(view)
  const frame = useRef(0)
  const pointers = useRef(new Map<number, Point>())
  const dragged = useRef(false)

  function jump(to: View): void {
    cancelAnimationFrame(frame.current)
    target.current = to
    setView(to)
  }

  function glide(to: View): void {
    if (STILL.matches) {
      jump(to)
      return
    }
    cancelAnimationFrame(frame.current)
    const from = view
    target.current = to
    let start: number | undefined
    const next = (now: number) => {
      start ??= now
      const share = Math.min(1, (now - start) / GLIDE_MS)
      setView(share === 1 ? to : between(from, to, share))
      if (share < 1) frame.current = requestAnimationFrame(next)
    }
    frame.current = requestAnimationFrame(next)
  }

  function seenFrom({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width } = (svg.current as SVGSVGElement).getBoundingClientRect()
    const unit = (2 * HALF) / width
    return { x: (clientX - left) * unit - HALF, y: (clientY - top) * unit - HALF }
  }

  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      // A plain wheel scrolls the page. Browsers tell of two fingers on a touchpad in the same way.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      jump(zoomed(target.current, Math.exp(-event.deltaY / 300), seenFrom(event)))
    }
    const { current } = svg
    current?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      cancelAnimationFrame(frame.current)
      current?.removeEventListener('wheel', onWheel)
    }
  }, [])

  function onPointerUp(event: PointerEvent): void {
    pointers.current.delete(event.pointerId)
  }

  return {
    view,
    rests: view === target.current,
    zoom: (factor, seen) => glide(zoomed(target.current, factor, seen)),
    step: (x, y) => glide(pulled(target.current, { x: -x * PULL_STEP, y: -y * PULL_STEP })),
    whole: () => glide(WHOLE),
    show: (place) => {
      const to = showing(target.current, place)
      if (to.x !== target.current.x || to.y !== target.current.y) jump(to)
    },
    handlers: {
      onPointerDown(event) {
        if (event.pointerType === 'mouse' && event.button !== 0) return
        dragged.current = false
        pointers.current.set(event.pointerId, seenFrom(event))
      },
      onPointerMove(event) {
        const before = pointers.current.get(event.pointerId)
        if (before === undefined) return
        const now = seenFrom(event)
        const [other] = [...pointers.current].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]))
        const by = { x: now.x - before.x, y: now.y - before.y }
        const unit = (2 * HALF) / (svg.current as SVGSVGElement).clientWidth
        if (!dragged.current && Math.hypot(by.x, by.y) < DRAG_PIXELS * unit) return
        if (other === undefined && target.current.scale === 1) {
          pointers.current.set(event.pointerId, now)
          return
        }
        dragged.current = true
        svg.current?.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, now)
        if (other === undefined) return jump(pulled(target.current, by))
        const spread = (one: Point) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
        jump(
          zoomed(target.current, spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }),
        )
      },
      onPointerUp,
      onPointerCancel: onPointerUp,
      onDblClick: (event) => glide(zoomed(target.current, ZOOM_STEP * ZOOM_STEP, seenFrom(event))),
      onClickCapture(event) {
        if (!dragged.current) return
        dragged.current = false
        event.stopPropagation()
      },
    },
  }
}
