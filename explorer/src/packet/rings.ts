import type { AllDecisions, PageDecision, Plan } from '../api.ts'

export interface Ring {
  /** Links to the nearest target; null for pages that no chain joins to one; `named` for those that the step names. */
  readonly distance: number | null | 'named'
  readonly total: number
  readonly kept: number
  /** Those of its pages that the answer lists, in keep order. */
  readonly pages: readonly PageDecision[]
}

/** Whether a budget keeps a page. */
export function isKept({ minBudget }: PageDecision, tokens: number): boolean {
  return minBudget !== null && minBudget <= tokens
}

/** The ring that a page is drawn in. */
export function ringOf({ standing, distance }: PageDecision): Ring['distance'] {
  return standing === 'distance' || standing === 'unreachable' ? distance : 'named'
}

/**
 * Pages that a budget keeps: exact as far as pages are listed, and past them a straight line between the rings, whose
 * budgets the plan knows.
 *
 * @param tokens the packet's budget
 */
export function keptAt(decisions: AllDecisions, needed: NonNullable<Plan['needed']>, tokens: number): number {
  const listed = decisions.pages.filter(({ place }) => place !== null)
  const kept = listed.filter((page) => isKept(page, tokens)).length
  const candidates = decisions.counts.total - decisions.counts.tooFar
  if (kept < listed.length || kept === candidates) return kept
  let from = { pages: kept, tokens: listed.at(-1)?.minBudget ?? 0 }
  let upTo = listed.filter((page) => ringOf(page) === 'named').length
  for (const ring of needed.rings) {
    upTo += ring.pages
    if (upTo <= from.pages) continue
    if (tokens < ring.needed.tokens) {
      const part = (tokens - from.tokens) / Math.max(1, ring.needed.tokens - from.tokens)
      return Math.floor(from.pages + part * (upTo - from.pages))
    }
    from = { pages: upTo, tokens: ring.needed.tokens }
  }
  return from.pages
}

/** The step's pages by ring, of which the first `kept` in keep order stay. */
export function ringsOf(decisions: AllDecisions, needed: NonNullable<Plan['needed']>, kept: number): Ring[] {
  const byRing = Map.groupBy(
    decisions.pages.filter(({ place }) => place !== null),
    ringOf,
  )
  const named = byRing.get('named') ?? []
  const rings: Ring[] = []
  let before = 0
  const add = (distance: Ring['distance'], total: number) => {
    if (total === 0) return
    const pages = byRing.get(distance) ?? []
    rings.push({ distance, total, kept: Math.min(total, Math.max(0, kept - before)), pages })
    before += total
  }
  add('named', named.length)
  for (const { distance, pages } of needed.rings) add(distance, pages)
  return rings
}

/** How a ring is called. */
export function ringName(distance: Ring['distance']): string {
  if (distance === 'named') return 'named by the step'
  if (distance === null) return 'no chain of links'
  return distance === 1 ? '1 link away' : `${distance} links away`
}
