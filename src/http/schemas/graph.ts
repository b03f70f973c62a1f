import { z } from 'zod'
import { named } from './named.ts'

const kind = z.string().optional().describe('Free to choose, for example `link`, `contains`, `next`.')

export const Node = named(
  'Node',
  z
    .strictObject({
      path: z.string().describe('Path of the page; its identity, compared in Unicode NFC.'),
      title: z.string().optional().describe('Shown behind the path, on one line.'),
      summary: z.string().optional().describe('Shown behind the title, on one line, where there is room.'),
      kind: z.string().optional().describe('Free to choose, for example `page`, `section`.'),
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
    .strictObject({
      nodes: z.array(z.string()).describe('Paths of pages, in order.'),
      kind: z.string().optional().describe('Free to choose, for example `breadcrumb`.'),
    })
    .describe('A trail through the graph: a breadcrumb, a reading order.'),
)

export const Graph = named(
  'Graph',
  z
    .strictObject({
      nodes: z.array(Node).describe('Pages; no two with one path.'),
      edges: z.array(Edge).describe('Links; one whose page is not there is left out and counted.'),
      paths: z.array(Trail).describe('Trails; one with a page that is not there is left out and counted.'),
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
