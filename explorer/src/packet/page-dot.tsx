import type { PageDecision } from '../api.ts'
import { counted } from '../numbers.ts'
import { HALF } from './ring-layout.ts'
import type { Point } from './view.ts'

interface Props {
  readonly page: PageDecision
  readonly seen: Point
  readonly kept: boolean
  readonly labelled: boolean
  readonly selected: boolean
  readonly isTabStop: boolean
  readonly select: () => void
  readonly onFocus: (event: { readonly currentTarget: SVGGElement }) => void
}

const LONGEST_NAME = 26

/** One page of the drawing. */
export function PageDot({ page, seen, kept, labelled, selected, isTabStop, select, onFocus }: Props) {
  const { path, standing, minBudget } = page
  const named = standing !== 'distance' && standing !== 'unreachable'
  const needs = minBudget === null ? 'no budget keeps it' : `needs ${counted(minBudget, 'token')}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
    <g
      data-dot={path}
      role="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${path}, ${kept ? 'kept' : 'cut'}, ${needs}`}
      aria-pressed={selected}
      class={`dot ${kept ? 'kept' : 'cut'} ${named ? 'named' : ''}`}
      transform={`translate(${seen.x} ${seen.y})`}
      onClick={select}
      onFocus={onFocus}
    >
      <title>{`${path}: ${needs}`}</title>
      <circle class="halo" r="13" />
      <circle class="mark" r={named ? 9 : 6.5} />
      {labelled && <Label path={path} x={seen.x} />}
    </g>
  )
}

function Label({ path, x }: { path: string; x: number }) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const side = x > HALF * 0.45 ? 'end' : x < -HALF * 0.45 ? 'start' : 'middle'
  return (
    <text class="label" y="23" text-anchor={side}>
      {name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name}
    </text>
  )
}
