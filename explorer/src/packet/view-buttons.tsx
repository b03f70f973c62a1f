import { type Viewing, ZOOM_STEP } from './use-view.ts'
import { clamped, MOST_SCALE, pulled } from './view.ts'

const SIDES = [
  ['Left', '←', -1, 0],
  ['Up', '↑', 0, -1],
  ['Down', '↓', 0, 1],
  ['Right', '→', 1, 0],
] as const

/** Buttons for all that a pointer and the keys do to the view. One that would change nothing stays, so that focus does. */
export function ViewButtons({ viewing: { view, zoom, step, whole } }: { viewing: Viewing }) {
  const isWhole = view.scale === 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are no group of fields.
    <div class="view" role="group" aria-label="View of the drawing">
      <Tool label="Zoom out" sign="−" idle={isWhole} act={() => zoom(1 / ZOOM_STEP)} />
      <span class="scale" aria-live="polite">
        <span class="hidden">Zoom </span>
        {Math.round(view.scale * 100)}&nbsp;%
      </span>
      <Tool label="Zoom in" sign="+" idle={view.scale === MOST_SCALE} act={() => zoom(ZOOM_STEP)} />
      <Tool label="Whole drawing" sign="Whole" idle={isWhole} act={whole} />
      <span class="sides">
        {SIDES.map(([label, sign, x, y]) => {
          const there = pulled(view, { x: -x, y: -y })
          const here = clamped(view)
          return (
            <Tool
              key={label}
              label={label}
              sign={sign}
              idle={there.x === here.x && there.y === here.y}
              act={() => step(x, y)}
            />
          )
        })}
      </span>
    </div>
  )
}

function Tool({ label, sign, idle, act }: { label: string; sign: string; idle: boolean; act: () => void }) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={label}
      title={label}
      aria-disabled={idle}
      onClick={() => {
        if (!idle) act()
      }}
    >
      {sign}
    </button>
  )
}
