import { z } from 'zod'
import { GraphIssues } from './graph.ts'
import { named } from './named.ts'

const count = z.int().min(0)

/** A name that a store can keep and an address can hold. */
export const Name = z
  .string()
  .min(1)
  .max(256)
  .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), {
    message: 'holds a control character or half a surrogate pair',
  })

/** A name of the caller's own: any text that a store can keep. */
export const OwnName = z
  .string()
  .min(1)
  .max(256)
  .refine((name) => name.isWellFormed() && !name.includes('\0'), {
    message: 'holds U+0000 or half a surrogate pair',
  })

export const GraphReference = named(
  'GraphReference',
  z
    .strictObject({ id: Name, revision: Name.optional().describe('Left out: the current one.') })
    .describe('A graph that is kept, by name.'),
)

const Counts = z.strictObject({ nodes: count, edges: count, paths: count, summaries: count })

export const GraphParams = z.strictObject({ id: Name })

export const KeptGraph = named(
  'KeptGraph',
  z
    .strictObject({
      id: z.string(),
      revision: z.string(),
      outcome: z
        .enum(['created', 'same', 'switched'])
        .describe(
          '`same`: the content was current already, nothing was written. `switched`: it was there, and is current again.',
        ),
      digest: z.string().describe('Of the content.'),
      counts: Counts,
      observed: count.describe('Tokens of the whole graph as a packet.'),
      tokenizer: z.string(),
      graphIssues: GraphIssues,
    })
    .describe('The graph as it is kept now.'),
)

const Revision = named(
  'GraphRevision',
  z.strictObject({
    id: z.string(),
    revision: z.string(),
    digest: z.string(),
    counts: Counts,
    bytes: count.describe('Size of the compiled graph.'),
    createdAt: z.string().describe('When it was first put; ISO 8601, UTC.'),
  }),
)

const next = z.string().optional().describe('Cursor of the next page; absent on the last one.')

export const GraphList = named(
  'GraphList',
  z
    .strictObject({ items: z.array(z.strictObject({ current: Revision, revisions: count })), next })
    .describe('Kept graphs by id.'),
)

export const GraphRevisions = named(
  'GraphRevisions',
  z.strictObject({ items: z.array(Revision), next }).describe('Revisions of a graph, the current one first.'),
)

export const GraphPages = named(
  'GraphPages',
  z
    .strictObject({
      id: z.string(),
      revision: z.string(),
      total: count.describe('Pages of the whole graph.'),
      items: z.array(
        z.strictObject({
          path: z.string().describe('What a step names as its target.'),
          title: z.string().optional(),
          kind: z.string().optional(),
        }),
      ),
      next: z
        .string()
        .optional()
        .describe('Cursor of the next answer, in the same revision; absent where no page is left to look at.'),
    })
    .describe('Pages of a kept graph, by path.'),
)

/** Query parameters are texts. */
export const PageQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'must be an integer from 1 to 1000')
    .optional()
    .describe('Items on a page, 1 to 1000 (default 100).'),
  cursor: z.string().optional().describe('`next` of the page before.'),
})

export const GraphPagesQuery = PageQuery.extend({
  revision: Name.optional().describe('Left out: the one that the cursor goes on in, else the current one.'),
  prefix: z.string().min(1).max(1024).optional().describe('What the paths begin with.'),
  search: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('What the path or the title holds; upper and lower case count as one.'),
})
