import { z } from 'zod'
import { Edge, Node, Trail } from './graph.ts'
import { KeptGraph, Name } from './kept-graph.ts'
import { named } from './named.ts'

const count = z.int().min(0)

export type GraphChanges = z.output<typeof GraphChanges>
export const GraphChanges = named(
  'GraphChanges',
  z
    .strictObject({
      base: Name.describe('The revision that is changed.'),
      revision: z.string().optional().describe('Of the next revision. Left out: a digest of its content.'),
      remove: z
        .strictObject({
          nodes: z.array(z.string()).optional().describe('Paths of pages: they go with their links and trails.'),
          edges: z.array(Edge).optional().describe('Links, by both ends and kind.'),
          edgesFrom: z.array(z.string()).optional().describe('Paths of pages whose own links go, all of them.'),
          paths: z.array(Trail).optional().describe('Trails, by all their pages and kind.'),
        })
        .optional()
        .describe('What goes; done first.'),
      upsert: z
        .strictObject({
          nodes: z
            .array(Node)
            .optional()
            .describe('Pages: new, or in the place of those of the same path, whose links and trails stay.'),
          edges: z.array(Edge).optional().describe('Links; one that is there already is not added again.'),
          paths: z.array(Trail).optional().describe('Trails; one that is there already is not added again.'),
        })
        .optional()
        .describe('What comes.'),
    })
    .describe('What makes the next revision of a graph from one that is kept.'),
)

export const ChangedGraph = named(
  'ChangedGraph',
  KeptGraph.extend({
    changes: z
      .strictObject({
        nodes: z.strictObject({ added: count, replaced: count, removed: count }),
        edges: z.strictObject({ added: count, removed: count.describe('Those of removed pages are counted too.') }),
        paths: z.strictObject({ added: count, removed: count.describe('Those through removed pages too.') }),
        notThere: count.describe('Pages, links and trails to remove that were not there.'),
      })
      .describe('What the changes came to.'),
  }).describe('The graph as it is kept now, and what was changed. Its graphIssues are those of what came.'),
)
