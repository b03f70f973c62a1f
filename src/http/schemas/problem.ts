import { z } from 'zod'
import { ACTIONS } from '../../access/caller.ts'
import { Decisions } from './decisions.ts'
import { GraphIssues } from './graph.ts'
import { named } from './named.ts'
import { Budget, ContextPreflight, PacketAnswer } from './packet.ts'

export const ProblemDocument = named(
  'Problem',
  z
    .strictObject({
      type: z.string(),
      title: z.string(),
      status: z.int().min(400).max(599),
      detail: z.string(),
      instance: z.string(),
      code: z.string().describe('Stable; what a program looks at.'),
      class: z
        .enum(['request', 'bound', 'conflict', 'auth', 'capacity', 'internal'])
        .describe('What kind of refusal it is.'),
      retryable: z.boolean().describe('False where the same request meets the same refusal again.'),
      errors: z
        .array(z.strictObject({ path: z.string().describe('JSON Pointer.'), message: z.string() }))
        .max(50)
        .optional(),
      errorCount: z
        .int()
        .min(1)
        .optional()
        .describe('How many faults there are where `errors` does not list them all.'),
      position: z
        .strictObject({ offset: z.int().min(0), line: z.int().min(1), column: z.int().min(1) })
        .optional()
        .describe('Where a body stops being JSON; the offset counts UTF-16 units.'),
      contextPreflight: ContextPreflight.optional(),
      budget: Budget.optional(),
      graphIssues: GraphIssues.optional(),
      action: z.enum(ACTIONS).optional().describe('What the key would have to allow.'),
      revisions: z.array(z.string()).optional().describe('The newest revisions that there are.'),
      recorded: z.boolean().optional().describe('Whether the record of a step with a run was kept.'),
      recordFault: z.string().optional().describe('Why it was not.'),
      decisions: Decisions.optional().describe('Of a refused step, with `explain=true`.'),
    })
    .describe('RFC 9457, with our code, class and whether the same request could do better later.'),
)

export const BatchAnswer = named(
  'BatchAnswer',
  z
    .strictObject({
      answers: z
        .array(
          z.strictObject({
            status: z.int().describe('What the step alone would have been answered with.'),
            answer: PacketAnswer.optional(),
            problem: ProblemDocument.optional().describe('In place of the answer, of a step that is refused.'),
          }),
        )
        .describe('One for each step, in the order of the steps, all on one revision.'),
    })
    .describe('Each step answered on its own.'),
)
