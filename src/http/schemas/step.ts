import { z } from 'zod'
import { ACCESSES, METADATA_STATES, SCOPES } from '../../core/step.ts'
import { TOKEN_ENCODINGS } from '../../core/tokens.ts'
import { OwnName } from './kept-graph.ts'
import { named } from './named.ts'

const count = z.int().min(0)

const Model = named(
  'Model',
  z
    .strictObject({
      endpoint: z.string().optional().describe('Reaches the installed composition with this endpoint.'),
      composition: z.string().optional().describe('Id of an installed composition.'),
      profile: z
        .strictObject({
          id: z.string().optional().describe('Id of a profile of the models file.'),
          inputTokens: z.int().min(1).optional().describe('Input window, in tokens.'),
          metadata: z.enum(METADATA_STATES).optional().describe('Only a current profile is believed.'),
        })
        .refine((profile) => (profile.inputTokens === undefined) === (profile.metadata === undefined), {
          message: 'inputTokens and metadata go together',
        })
        .refine((profile) => profile.id !== undefined || profile.inputTokens !== undefined, {
          message: 'name a profile by id, or give inputTokens and metadata',
        })
        .optional()
        .describe('Names a profile by id, or carries one: inputTokens and metadata.'),
      tokenizer: z
        .enum(TOKEN_ENCODINGS)
        .optional()
        .describe('Encoding to count with. Left out: that of the composition or profile, else the setting’s.'),
    })
    .describe(
      'The model that runs the step. The window is the composition’s, else a current profile’s, else the fallback.',
    ),
)

export const Step = named(
  'Step',
  z.strictObject({
    id: OwnName.optional().describe('The engine’s own name of the step.'),
    runId: OwnName.optional().describe('The engine’s own name of the run.'),
    scope: z
      .enum(SCOPES)
      .describe('`local` and `change` take the local share of the window, `corpus` the corpus share.'),
    access: z.enum(ACCESSES).describe('A write step that gets no packet is refused, unless it runs hosted.'),
    targets: z.array(z.string()).min(1).describe('Page paths, in order. Distance is measured from them.'),
    requestedPages: z
      .array(z.string())
      .optional()
      .describe('The pages the step asked for, in the order it asked. Left out: the targets.'),
    model: Model.optional(),
    host: z
      .strictObject({ capsule: z.unknown().describe('Any JSON value; handed back untouched.') })
      .optional()
      .describe('Present on a hosted run.'),
    maxDistance: count.optional().describe('Links; pages farther than this from every target are no candidates.'),
    summaryPages: count
      .optional()
      .describe('So many pages at the head of the keep order carry their summary from the start.'),
    summaryDistance: count
      .optional()
      .describe(
        'Links; pages up to here carry their summary from the start. With either of the two given, the settings do not count.',
      ),
    budgetTokens: count.optional().describe('Tokens; an explicit budget in place of the share.'),
  }),
)
