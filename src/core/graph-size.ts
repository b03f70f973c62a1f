import { CoreError } from './core-error.ts'
import type { PointerTo } from './field-lengths.ts'

/** How much a graph may hold. */
export interface SizeLimits {
  readonly maxPages: number
  readonly maxLinks: number
  /** Pages that all trails name together; a trail counts as one at least. */
  readonly maxTrailPages: number
}

const LISTS = {
  maxPages: { list: 'nodes', many: 'pages', setting: 'GRAPH_MAX_PAGES' },
  maxLinks: { list: 'edges', many: 'links', setting: 'GRAPH_MAX_LINKS' },
  maxTrailPages: { list: 'paths', many: 'pages in its trails', setting: 'GRAPH_MAX_TRAIL_PAGES' },
} as const

/** The refusal of a graph that holds more than `limits` allow, told as soon as that is known. */
export function tooMany(limit: keyof SizeLimits, limits: SizeLimits, pointerTo: PointerTo): CoreError {
  const { list, many, setting } = LISTS[limit]
  const message = `has more than ${limits[limit]} ${many} (${setting})`
  return new CoreError('graph-too-large', 'bound', `The graph ${message}.`, [{ path: pointerTo(list), message }], 1)
}

/** @throws CoreError `graph-too-large` */
export function checkGraphSize(
  counts: { readonly pages: number; readonly links: number; readonly trailPages: number },
  limits: SizeLimits,
  pointerTo: PointerTo,
): void {
  if (counts.pages > limits.maxPages) throw tooMany('maxPages', limits, pointerTo)
  if (counts.links > limits.maxLinks) throw tooMany('maxLinks', limits, pointerTo)
  if (counts.trailPages > limits.maxTrailPages) throw tooMany('maxTrailPages', limits, pointerTo)
}

/** With no bound where none is given. */
export function sizeLimits(given: Partial<SizeLimits>): SizeLimits {
  const none = Number.POSITIVE_INFINITY
  return {
    maxPages: given.maxPages ?? none,
    maxLinks: given.maxLinks ?? none,
    maxTrailPages: given.maxTrailPages ?? none,
  }
}
