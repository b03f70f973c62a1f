import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { clientLeft } from '../client-left.ts'
import { requireIdentityEncoding } from '../json-body.ts'
import type { BuildGraph } from '../ports.ts'
import { NoQuery } from '../schemas/health.ts'
import { GraphFromMarkdownAnswer, GraphFromMarkdownRequest } from '../schemas/markdown.ts'
import { validatorCompiler } from '../zod.ts'

/** The body goes to a thread as it came: parsing and checking megabytes here would hold up every other request. */
export async function markdownRoutes(root: FastifyInstance, buildGraph: BuildGraph): Promise<void> {
  await root.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, bytes: Buffer) => {
        requireIdentityEncoding(headers['content-encoding'])
        return bytes
      },
    )
    app.setValidatorCompiler(allButBody)
    app.post<{ Body: Buffer }>(
      '/v1/graphs/from-markdown',
      {
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
        const { body, figures } = await buildGraph(request.body, clientLeft(reply))
        request.logFigures = figures
        return reply.type('application/json').send(body)
      },
    )
  })
}

/** The body's schema is there for the document; the thread checks by it. */
const allButBody: FastifySchemaCompiler<z.ZodType> = (part) =>
  part.httpPart === 'body' ? (value) => ({ value }) : validatorCompiler(part)
