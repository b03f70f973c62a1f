import { z } from 'zod'
import { named } from './named.ts'

const kind = z.string().optional().describe('Free to choose, for example `link`, `contains`, `next`.')

export const Node = named(
  'Node',
  z
    .strictObject({
      path: z.string().describe('Path of the page; its identity, compared in Unicode NFC.'),
      title: z.string().optional(),
      summary: z.string().optional(),
      kind: z.string().optional(),
    })
    .describe('A page.'),
)

export const Edge = named(
  'Edge',
  z
    .strictObject({
      from: z.string().describe('Path of a page.'),
      to: z.string().describe('Path of a page.'),
      kind,
    })
    .describe('A link from a page to a page.'),
)

export const Trail = named(
  'Trail',
  z
    .strictObject({ nodes: z.array(z.string()).describe('Paths of pages, in order.'), kind: z.string().optional() })
    .describe('A trail through the graph: a breadcrumb, a reading order.'),
)

export const Graph = named(
  'Graph',
  z
    .strictObject({
      nodes: z.array(Node),
      edges: z.array(Edge),
      paths: z.array(Trail),
      revision: z.string().optional().describe('Left out: a digest of the content.'),
    })
    .describe('A documentation graph. The order of its parts never changes an answer.'),
)

const GraphIssue = named(
  'GraphIssue',
  z.strictObject({
    count: z.int().min(0),
    examples: z.array(z.string()).max(5).describe('The first few, in code point order.'),
  }),
)

export const GraphIssues = named(
  'GraphIssues',
  z
    .strictObject({
      danglingEdges: GraphIssue.describe('Links with an end that is not in the graph: left out.'),
      danglingPaths: GraphIssue.describe('Trails with a page that is not in the graph: left out.'),
      emptyPaths: GraphIssue.describe('Trails without a page: left out.'),
      repeatedEdges: GraphIssue.describe('Links given again with the same ends and kind: each counts once.'),
      selfEdges: GraphIssue.describe('Links from a page to itself: kept, each once.'),
    })
    .describe('What of the graph was set right or left out, by kind.'),
)
