import { type GraphReport, isBroken } from './report.ts'

/** The first of a list, and how long it is. */
interface Capped<Item> {
  readonly count: number
  readonly items: readonly Item[]
}

/** Candidates of one ambiguous link that are told. */
const CANDIDATES = 20

/** The report with each list cut to `maxItems` and its exact count. Broken links stand before the other unresolved. */
export function cappedReport(report: GraphReport, maxItems: number) {
  const cap = <Item>(list: readonly Item[]): Capped<Item> => ({ count: list.length, items: list.slice(0, maxItems) })
  const { unresolved, missingAnchors, repaired, redirects, warnings, skipped: _, ...figures } = report
  const broken = new Set(unresolved.filter(isBroken))
  const brokenFirst = [...broken, ...unresolved.filter((link) => !broken.has(link))]
  const { count, items } = cap(brokenFirst)
  const withFewCandidates = items.map((link) =>
    link.candidates === undefined ? link : { ...link, candidates: link.candidates.slice(0, CANDIDATES) },
  )
  return {
    ...figures,
    brokenLinks: broken.size,
    unresolved: { count, items: withFewCandidates },
    missingAnchors: cap(missingAnchors),
    repaired: cap(repaired),
    redirects: cap(redirects),
    warnings: cap(warnings),
  }
}
