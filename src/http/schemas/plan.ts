import { z } from 'zod'
import { REASONS } from '../../core/decisions.ts'
import { LISTED_RINGS } from '../../core/plan.ts'
import { Decision } from './decisions.ts'
import { Graph, GraphIssues } from './graph.ts'
import { GraphReference } from './kept-graph.ts'
import { named } from './named.ts'
import { Budget, ContextPreflight, PacketCounts } from './packet.ts'
import { Step } from './step.ts'

const count = z.int().min(0)
const tokens = z.int().min(1)

/** Budgets that one plan can ask about. */
const MOST_BUDGETS = 200

const Asked = named(
  'PlanAsked',
  z
    .strictObject({
      budgetTokens: count.optional().describe('As `step.budgetTokens`.'),
      shareBasisPoints: z.int().min(1).max(10_000).optional().describe('Share of the step’s own window.'),
      windowTokens: tokens.optional().describe('Input tokens of a model, at the step’s own share.'),
    })
    .refine((asked) => Object.values(asked).filter((value) => value !== undefined).length === 1, {
      message: 'give one of budgetTokens, shareBasisPoints, windowTokens',
    }),
)

const GraphOrName = z.union([Graph, GraphReference]).describe('The graph itself, or the name of one that is kept.')

export const PlanRequest = named(
  'PlanRequest',
  z.strictObject({
    step: Step,
    graph: GraphOrName,
    ask: z
      .array(Asked)
      .max(MOST_BUDGETS)
      .optional()
      .describe('Budgets, shares or windows to plan beside the step’s own; each in place of the step’s.'),
  }),
)

const plannedFields = {
  budget: Budget,
  packet: z
    .strictObject({ tokens: tokens.describe('Exact size of the packet’s text.'), counts: PacketCounts })
    .nullable()
    .describe('Null where no packet fits, or no target is in the graph.'),
  contextPreflight: ContextPreflight,
  refused: z.boolean().describe('Whether POST /v1/packets would refuse the step.'),
}

const PlannedPacket = named('PlannedPacket', z.strictObject(plannedFields))

const Needed = named(
  'Needed',
  z
    .strictObject({
      tokens: tokens.describe('What `budget.tokens` must at least be.'),
      budgetTokens: tokens.describe('The least `step.budgetTokens` that gives it behind the safety margin.'),
      shareBasisPoints: z
        .int()
        .min(1)
        .max(10_000)
        .nullable()
        .describe('The least share of this window; null where all of it is too small, or the budget is no share.'),
      windowTokens: tokens.nullable().describe('The least window at this share; null where the budget is no share.'),
    })
    .describe('What would give it.'),
)

export const PlanAnswer = named(
  'PlanAnswer',
  z
    .strictObject({
      revision: z.string(),
      tokenizer: z.string(),
      own: PlannedPacket.describe('At the step’s own budget.'),
      asked: z
        .array(named('PlannedAsked', z.strictObject({ ask: Asked, ...plannedFields })))
        .describe('One for each of `ask`, in its order.'),
      needed: z
        .strictObject({
          smallest: Needed.describe('For the smallest packet, the first target alone.'),
          requested: Needed.describe('For the first target and all requested pages.'),
          targets: Needed.describe('For all requested pages and targets.'),
          rings: z
            .array(
              z.strictObject({
                distance: z.int().min(1).nullable().describe('Links; null for pages that no chain joins to a target.'),
                pages: tokens,
                needed: Needed,
              }),
            )
            .max(LISTED_RINGS)
            .describe('For all pages up to that distance; the pages that the step names stand before all rings.'),
          ringsOmitted: count.describe('Rings past those listed.'),
          everything: Needed.describe('For every page with its summary, every link, every trail.'),
        })
        .nullable()
        .describe('What gives what; null where no target is in the graph.'),
      graphIssues: GraphIssues,
    })
    .describe('What packets would hold, without their texts.'),
)

const Side = named('CompareSide', z.strictObject({ step: Step, graph: GraphOrName }))

export const CompareRequest = named('CompareRequest', z.strictObject({ before: Side, after: Side }))

const Differences = z.strictObject({
  total: count,
  pages: z
    .array(
      named(
        'PageDifference',
        z.strictObject({
          path: z.string(),
          reason: z.enum(REASONS).describe('Why the packet without the page has it not.'),
          before: Decision,
          after: Decision,
        }),
      ),
    )
    .describe('The first EXPLAIN_LIMIT, in the order of the packet that has them.'),
})

export const CompareAnswer = named(
  'CompareAnswer',
  z
    .strictObject({
      before: PlannedPacket,
      after: PlannedPacket,
      gained: Differences.describe('Pages that only the packet after has.'),
      lost: Differences.describe('Pages that only the packet before has.'),
      inBoth: count,
    })
    .describe('What two packets differ in, page by page.'),
)
