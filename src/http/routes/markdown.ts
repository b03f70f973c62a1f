import type { FastifyInstance } from 'fastify'
import { rawJsonBodies } from '../plugins/raw-json-bodies.ts'
import type { Services, ServicesOf } from '../ports.ts'
import { NoQuery } from '../schemas/health.ts'
import { GraphFromMarkdownAnswer, GraphFromMarkdownRequest } from '../schemas/markdown.ts'
import { whileWaitedFor } from '../while-waited-for.ts'

/** Any Markdown is worth a thread. */
const EVERY_BODY = -1

export async function markdownRoutes(
  root: FastifyInstance,
  of: ServicesOf<'buildGraph'>,
  requireThread: Services['requireThread'],
): Promise<void> {
  await root.register(async (app) => {
    rawJsonBodies(app, { maxBytes: EVERY_BODY, requireThread })
    app.post<{ Body: Buffer }>(
      '/v1/graphs/from-markdown',
      {
        config: { action: 'read' },
        schema: {
          operationId: 'graphFromMarkdown',
          tags: ['graphs'],
          summary: 'The documentation graph of Markdown files, and what in them leads nowhere',
          description:
            'Pages with title and summary, links, containment, reading order and breadcrumb trails, as `POST /v1/packets` ' +
            'takes them. Send the pages and the files that steer their generator (`mkdocs.yml`, `toc.yml`, `SUMMARY.md`).',
          querystring: NoQuery,
          body: GraphFromMarkdownRequest,
          response: { 200: GraphFromMarkdownAnswer },
        },
      },
      async (request, reply) => {
        const { body, figures } = await whileWaitedFor(request.left, of(request).buildGraph(request.body, request.left))
        request.logFigures = figures
        return reply.type('application/json').send(body)
      },
    )
  })
}
