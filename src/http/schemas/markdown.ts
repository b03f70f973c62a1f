import { z } from 'zod'
import { FLAVOURS } from '../../core/flavour.ts'
import { Graph } from './graph.ts'
import { named } from './named.ts'

const count = z.int().min(0)

const MarkdownFile = named(
  'MarkdownFile',
  z
    .strictObject({
      path: z.string().describe('Relative, its names joined by `/`, without `.` and `..`; compared in Unicode NFC.'),
      content: z.string().describe('Text of the page or of the configuration file.'),
    })
    .describe('A file of the documentation: a page, or a file that steers its generator, such as `mkdocs.yml`.'),
)

const GraphOptions = named(
  'GraphOptions',
  z.strictObject({
    summaryTokens: z.int().min(0).max(1000).optional().describe('Most tokens of a summary. Left out: 48.'),
    sections: z.boolean().optional().describe('Headings become nodes of their own, `page.md#slug`.'),
    revision: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Name of this state of the documentation. Left out: the graph has none, a packet names a digest.'),
    sites: z
      .array(z.string())
      .max(100)
      .optional()
      .describe('Addresses at which the documentation is published: links to them are links to its pages.'),
    repositories: z
      .array(z.string())
      .max(100)
      .optional()
      .describe('Repositories that keep it, each an address or `owner/name`: the same for links into them.'),
    maxPaths: count.optional().describe('Most breadcrumb trails. Left out: 100,000.'),
  }),
)

export const GraphFromMarkdownRequest = named(
  'GraphFromMarkdownRequest',
  z.strictObject({
    files: z
      .array(MarkdownFile)
      .describe('The whole documentation: a link to a page that is not sent is a broken one.'),
    flavour: z
      .enum(FLAVOURS)
      .optional()
      .describe('Generator that the pages are written for. Left out: found by the files.'),
    options: GraphOptions.optional(),
  }),
)

const file = z.string().describe('Path of the page or of the file.')
const line = z.int().min(1)
const capped = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ count: count.describe('How many there are.'), items: z.array(item).describe('The first of them.') })

const GraphReport = named(
  'GraphReport',
  z
    .strictObject({
      flavour: z.enum(FLAVOURS),
      revisionFrom: z.enum(['given', 'content']),
      pages: count,
      nodes: count,
      edges: z.strictObject({ link: count, contains: count, next: count }),
      paths: z.strictObject({
        kept: count,
        total: count,
        cut: count.describe(
          'Nodes below more roots than trails are looked for from; `total` leaves the further ones out.',
        ),
      }),
      links: z
        .strictObject({ page: count, self: count, external: count, asset: count, empty: count, unresolved: count })
        .describe('What became of every link.'),
      brokenLinks: count.describe('Unresolved links that a reader would find broken.'),
      unresolved: capped(
        z.strictObject({
          file,
          line,
          text: z.string(),
          href: z.string(),
          reason: z.enum(['not-found', 'ambiguous', 'outside-folder', 'other-docset', 'templated']),
          candidates: z.array(z.string()).max(20).optional(),
        }),
      ).describe('Links that are no edge, the broken ones first: `not-found` and `ambiguous`.'),
      missingAnchors: capped(z.strictObject({ file, line, to: z.string(), anchor: z.string() })).describe(
        'Links whose page is there and whose heading is not; they are edges.',
      ),
      repaired: capped(
        z.strictObject({
          file,
          line,
          href: z.string(),
          to: z.string(),
          rule: z.enum(['case', 'extension', 'backslash', 'locale', 'literal']),
        }),
      ).describe('Links that were followed by another rule than their letters; they are edges.'),
      redirects: capped(z.strictObject({ file, line, from: z.string(), to: z.string() })).describe(
        'Links to addresses that a page was moved from; their edges lead to where it is now.',
      ),
      warnings: capped(z.strictObject({ file, line: line.optional(), message: z.string() })),
    })
    .describe('What was read, and what of it leads nowhere. Each list holds its first GRAPH_REPORT_MAX_ITEMS items.'),
)

export const GraphFromMarkdownAnswer = named(
  'GraphFromMarkdownAnswer',
  z.strictObject({ graph: Graph, report: GraphReport }).describe('The graph, as `POST /v1/packets` takes it.'),
)
