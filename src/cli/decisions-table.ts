import type { Decision, Decisions } from '../core/decisions.ts'
import type { PacketOutcome } from '../core/packet.ts'
import { pathText } from '../core/plain-text.ts'
import { amountsOf } from '../core/trim.ts'
import { budgetLine, keptLine, preflightLine } from './packet-summary.ts'
import { type Cell, table } from './table.ts'

/** What became of each page, for a person at a terminal. */
export function decisionsTable(outcome: PacketOutcome, { pages, counts, links, trails }: Decisions): string {
  const packet = outcome.kind === 'answered' ? outcome.packet : null
  const kept = packet && { ...amountsOf(packet.kept), tokens: packet.kept.tokens }
  const candidates = counts.kept + counts.overBudget
  const total = packet?.total ?? { pages: candidates, edges: 0, trails: 0, summaries: 0 }
  const more = candidates - pages.length
  return [
    `${budgetLine(outcome.budget)}\n`,
    `${keptLine(kept, total)}\n`,
    `${preflightLine(outcome.contextPreflight)}\n\n`,
    table(
      ['PLACE', 'KEPT', 'DISTANCE', 'TOKENS', 'SUMMARY', 'FROM BUDGET', 'WHY', 'PAGE'],
      pages.map((page) => ({ cells: cellsOf(page), tone: page.kept ? 'good' : 'bad' })),
    ),
    ...(more > 0 ? [`... and ${more} more in keep order; stowage explain <page> tells of any (EXPLAIN_LIMIT).\n`] : []),
    `\n${partsLine('Links', links)}\n${partsLine('Trails', trails)}\n`,
    ...(counts.tooFar > 0 ? [`${counts.tooFar} pages of the graph are no candidates.\n`] : []),
  ].join('')
}

function cellsOf(page: Decision): Cell[] {
  const { place, kept, distance, tokens, summary, minBudget, reason, path } = page
  return [place, kept ? 'yes' : 'no', distance, tokens, summary, minBudget, reason, pathText(path)]
}

function partsLine(name: string, { total, kept, overBudget, endLeftOut, tooFar }: Decisions['links']): string {
  const parts = [
    `${kept} of ${total} kept`,
    ...(overBudget > 0 ? [`${overBudget} over budget`] : []),
    ...(endLeftOut > 0 ? [`${endLeftOut} with a page that did not fit`] : []),
    ...(tooFar > 0 ? [`${tooFar} with a page that is no candidate`] : []),
  ]
  return `${name}: ${parts.join(', ')}.`
}
