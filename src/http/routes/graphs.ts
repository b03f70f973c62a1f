import type { FastifyInstance } from 'fastify'
import { pageOf, shownRevisions, shownSummaries } from '../listings.ts'
import { lineBodies } from '../plugins/line-bodies.ts'
import { type RawBodyPorts, rawJsonBodies } from '../plugins/raw-json-bodies.ts'
import type { SentGraph, ServicesOf } from '../ports.ts'
import { Graph } from '../schemas/graph.ts'
import { ChangedGraph, GraphChanges } from '../schemas/graph-changes.ts'
import { NoContent, NoQuery } from '../schemas/health.ts'
import {
  GraphList,
  GraphPages,
  GraphPagesQuery,
  GraphParams,
  GraphRevisions,
  KeptGraph,
  PageQuery,
} from '../schemas/kept-graph.ts'
import { whileWaitedFor } from '../while-waited-for.ts'
import type { ZodTypeProvider } from '../zod.ts'

export async function graphRoutes(
  root: FastifyInstance,
  of: ServicesOf<'graphs' | 'listPages' | 'keepGraph' | 'changeGraph'>,
  { maxLineBytes, ...raw }: RawBodyPorts & { readonly maxLineBytes: number },
): Promise<void> {
  await root.register(async (app) => {
    rawJsonBodies(app, raw)
    changesRoute(app, of)
    await app.register(async (lines) => {
      lineBodies(lines, maxLineBytes)
      putRoute(lines, of)
    })
  })
  keptRoutes(root, of)
}

function putRoute(root: FastifyInstance, of: ServicesOf<'keepGraph'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.put(
    '/v1/graphs/:id',
    {
      config: { action: 'write' },
      schema: {
        operationId: 'putGraph',
        tags: ['graphs'],
        summary: 'Keeps a graph, and makes it the current revision',
        description:
          'As JSON, or for any size as NDJSON (`application/x-ndjson`, also gzip): a line `{"revision"}` where there is one, ' +
          'then `{"node"}`, then `{"edge"}` (ends by path or by place) or `{"edges": [[from, to], …], "kind"}` by place, then ' +
          '`{"path"}`. Until the last line is in and valid the old revision serves. A revision once named is immutable.',
        params: GraphParams,
        querystring: NoQuery,
        body: { content: { 'application/json': { schema: Graph } } },
        response: { 200: KeptGraph, 201: KeptGraph },
      },
    },
    async (request, reply) => {
      const answer = await whileWaitedFor(
        request.left,
        of(request).keepGraph(request.params.id, request.body as SentGraph, request.left),
      )
      request.logFigures = { ...answer.counts, outcome: answer.outcome }
      return reply.code(answer.outcome === 'created' ? 201 : 200).send(answer)
    },
  )
}

function changesRoute(root: FastifyInstance, of: ServicesOf<'changeGraph'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/v1/graphs/:id/changes',
    {
      config: { action: 'write' },
      schema: {
        operationId: 'changeGraph',
        tags: ['graphs'],
        summary: 'Makes the next revision of a kept graph from one that there is',
        description:
          'What is removed goes first, then what is upserted comes. The result is the graph that a PUT of all that stays and ' +
          'comes would keep, with the same digest, at the cost of one copy: pages that stay are not counted again.',
        params: GraphParams,
        querystring: NoQuery,
        body: GraphChanges,
        response: { 200: ChangedGraph, 201: ChangedGraph },
      },
    },
    async (request, reply) => {
      const answer = await whileWaitedFor(
        request.left,
        of(request).changeGraph(request.params.id, request.body, request.left),
      )
      const { added, replaced, removed } = answer.changes.nodes
      request.logFigures = { ...answer.counts, outcome: answer.outcome, added, replaced, removed }
      return reply.code(answer.outcome === 'created' ? 201 : 200).send(answer)
    },
  )
}

function keptRoutes(root: FastifyInstance, of: ServicesOf<'graphs' | 'listPages'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const tags = ['graphs']

  app.get(
    '/v1/graphs',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'listGraphs',
        tags,
        summary: 'Kept graphs, by id',
        querystring: PageQuery,
        response: { 200: GraphList },
      },
    },
    async (request) =>
      shownSummaries(await whileWaitedFor(request.left, of(request).graphs.list(pageOf(request.query)))),
  )

  app.get(
    '/v1/graphs/:id',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'showGraph',
        tags,
        summary: 'Revisions of a kept graph, the current one first',
        params: GraphParams,
        querystring: PageQuery,
        response: { 200: GraphRevisions },
      },
    },
    async (request) =>
      shownRevisions(
        await whileWaitedFor(request.left, of(request).graphs.revisions(request.params.id, pageOf(request.query))),
      ),
  )

  app.get(
    '/v1/graphs/:id/pages',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'listGraphPages',
        tags,
        summary: 'Pages of a kept graph, by path: all, those with a prefix, or those that hold a text',
        description:
          'An answer reads so many bytes of paths and titles (GRAPH_LIST_BYTES) and lists what it found: with `search` that ' +
          'may be fewer pages than `limit`, even none, while `next` still says where to go on.',
        params: GraphParams,
        querystring: GraphPagesQuery,
        response: { 200: GraphPages },
      },
    },
    async (request) => {
      const { id } = request.params
      const answer = await whileWaitedFor(
        request.left,
        of(request).listPages(id, { ...request.query, ...pageOf(request.query) }),
      )
      request.logFigures = { pages: answer.items.length }
      return answer
    },
  )

  app.delete(
    '/v1/graphs/:id',
    {
      config: { action: 'admin' },
      schema: {
        operationId: 'deleteGraph',
        tags,
        summary: 'Removes a kept graph with all its revisions',
        params: GraphParams,
        querystring: NoQuery,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await whileWaitedFor(request.left, of(request).graphs.delete(request.params.id))
      reply.code(204)
    },
  )
}
