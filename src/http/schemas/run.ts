import { z } from 'zod'
import { ACCESSES, SCOPES } from '../../core/step.ts'
import { OwnName, PageQuery } from './kept-graph.ts'
import { named } from './named.ts'
import { Budget, ContextPreflight } from './packet.ts'

const count = z.int().min(0)
const time = z.string().describe('ISO 8601, UTC.')

export const RunParams = z.strictObject({ runId: OwnName })

export const RunsQuery = PageQuery.extend({
  degraded: z.enum(['true', 'false']).optional().describe('`true`: only runs with a degraded step.'),
})

export const RunList = named(
  'RunList',
  z
    .strictObject({
      items: z.array(
        z.strictObject({ runId: z.string(), steps: count, degradedSteps: count, startedAt: time, updatedAt: time }),
      ),
      next: z.string().optional().describe('Cursor of the next page; absent on the last one.'),
    })
    .describe('Runs, the one that began last first.'),
)

export const Run = named(
  'Run',
  z
    .strictObject({
      runId: z.string(),
      steps: z.array(
        z.strictObject({
          stepId: z.string(),
          scope: z.enum(SCOPES),
          access: z.enum(ACCESSES),
          refused: z.boolean().describe('A write step that got no packet.'),
          contextPreflight: ContextPreflight,
          budget: Budget,
          revision: z.string().nullable().describe('Of the kept graph; null where the graph came with the step.'),
          attempts: z.int().min(1).describe('How often the step was recorded; the record is that of the last time.'),
          recordedAt: time,
        }),
      ),
      limitOverflow: z
        .array(
          z.strictObject({
            stepId: z.string(),
            limit: z.strictObject({ name: z.string(), configured: count, observed: count }),
            unboundTargets: z.array(z.string()),
            unboundTargetsOmitted: count,
            remedy: z
              .strictObject({
                shareBasisPoints: z.int().min(1).max(10_000).nullable(),
                windowTokens: z.int().min(1).nullable(),
              })
              .describe('The share of the same window, and the window at the same share, that would have been enough.'),
          }),
        )
        .describe('Each step that met a limit, with the requested pages that got no context.'),
    })
    .describe('The steps of a run, in the order in which each was first recorded.'),
)
