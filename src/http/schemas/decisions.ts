import { z } from 'zod'
import { REASONS, STANDINGS } from '../../core/decisions.ts'
import { named } from './named.ts'

const count = z.int().min(0)
const place = z.int().min(1)

export const Decision = named(
  'Decision',
  z
    .strictObject({
      path: z.string(),
      kept: z.boolean(),
      reason: z
        .enum(REASONS)
        .describe(
          'Of a kept page its standing. `over-budget`: did not fit. `too-far`: past maxDistance. ' +
            '`no-target`: no target of the step is in the graph. `not-in-graph`: no page has this name.',
        ),
      standing: z
        .enum(STANDINGS)
        .nullable()
        .describe('Why it stands where it stands in the keep order; null for a page that is no candidate.'),
      place: place.nullable().describe('In the keep order; of a kept page its number in the packet.'),
      distance: count.nullable().describe('Links to the nearest target; null where no chain leads there.'),
      nearestTarget: z.string().nullable().describe('Of several that are as near, the first in the step’s order.'),
      rank: z.number().min(0).nullable().describe('Personalised PageRank from the targets; orders one distance.'),
      tokens: place.nullable().describe('Of its line with its number, as it is shown or would start out.'),
      summary: z
        .enum(['shown', 'left-out', 'none'])
        .nullable()
        .describe('Whether its line shows its summary; `none`: it has none.'),
      minBudget: place
        .nullable()
        .describe('Tokens of the smallest budget that keeps it; every larger one does too. Null: none does.'),
    })
    .describe('What became of one page, and what would keep it.'),
)

const Parts = named(
  'DecisionCounts',
  z.strictObject({
    total: count.describe('In the whole graph: the sum of the four others.'),
    kept: count,
    overBudget: count.describe('All its pages are kept, but there was no room for it.'),
    endLeftOut: count.describe('One of its pages did not fit.'),
    tooFar: count.describe('One of its pages is no candidate.'),
  }),
)

export const Decisions = named(
  'Decisions',
  z
    .strictObject({
      pages: z
        .array(Decision)
        .describe('In keep order, the first EXPLAIN_LIMIT; or those that the query names with `page`, in its order.'),
      counts: z
        .strictObject({ total: count, kept: count, overBudget: count, tooFar: count })
        .describe(
          'Pages of the graph; `tooFar`: no candidates, since they are past maxDistance or no target is there.',
        ),
      links: Parts,
      trails: Parts,
      summaries: Parts,
      spent: z
        .strictObject({ header: count, pages: count, summaries: count, links: count, trails: count })
        .nullable()
        .describe('Tokens of the packet’s parts, which add up to `tokens`; null where there is no packet.'),
    })
    .describe('Why each page is in the packet or is not. Exact, since the order never depends on the budget.'),
)

/** Pages whose decisions one request asks for. */
const MOST_PAGES = 100

export const ExplainQuery = z.strictObject({
  explain: z.enum(['true', 'false']).optional().describe('`true` adds `decisions`: why each page is there or is not.'),
  page: z
    .union([z.string(), z.array(z.string()).max(MOST_PAGES)])
    .optional()
    .describe(`Path of a page to explain, up to ${MOST_PAGES} times; left out, the first in keep order are explained.`),
})
