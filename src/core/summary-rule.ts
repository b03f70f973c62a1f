import { hasSummary, type PageLines } from './compiled-graph.ts'
import { NAMED } from './keep-order.ts'
import type { Step } from './step.ts'

/**
 * Which pages show their summary from the start, whatever the budget: those that the step names, the first `pages` of the keep order,
 * and those up to `distance` from a target. All others start with path and title, and get theirs last, where there is room.
 */
export interface SummaryRule {
  /** The pages that the step names are among them. */
  readonly pages: number
  /** Links; {@link NAMED} for none but the pages that the step names. */
  readonly distance: number
}

export interface SummarySettings {
  /** Links; for steps that give neither `summaryPages` nor `summaryDistance`. */
  readonly summaryDistance: number
  /** Takes the place of `summaryDistance`. */
  readonly summaryPages?: number | undefined
}

/** What a step says of summaries takes the place of all that the settings say. */
export function summaryRuleOf(step: Step, settings: SummarySettings): SummaryRule {
  const { summaryPages, summaryDistance } = step
  if (summaryPages === undefined && summaryDistance === undefined) return ruleOfSettings(settings)
  return { pages: summaryPages ?? 0, distance: summaryDistance ?? NAMED }
}

function ruleOfSettings({ summaryPages, summaryDistance }: SummarySettings): SummaryRule {
  if (summaryPages !== undefined) return { pages: summaryPages, distance: NAMED }
  return { pages: 0, distance: summaryDistance }
}

/**
 * Whether a page's line starts out whole; one without a summary does.
 *
 * @param place in the keep order, from 0
 */
export function startsWhole(
  { pages, distance }: SummaryRule,
  lines: PageLines,
  page: number,
  place: number,
  pageDistance: number,
): boolean {
  return place < pages || pageDistance <= distance || !hasSummary(lines, page)
}
