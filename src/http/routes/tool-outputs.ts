import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CapAsked, cappedListBody } from '../capped-list.ts'
import { rawJsonBodies, sentBody } from '../plugins/raw-json-bodies.ts'
import { TextBody, textBodies } from '../plugins/text-bodies.ts'
import type { Services, ServicesOf } from '../ports.ts'
import { Problem } from '../problem.ts'
import { NoQuery } from '../schemas/health.ts'
import {
  BatchTruncateAnswer,
  BatchTruncateRequest,
  CapListAnswer,
  CapListRequest,
  TruncateAnswer,
  TruncateQuery,
  TruncateRequest,
} from '../schemas/tool-output.ts'
import { whileWaitedFor } from '../while-waited-for.ts'
import type { ZodTypeProvider } from '../zod.ts'

export interface ToolOutputLimits {
  /** Bytes of an output that is sent as a text. */
  readonly toolOutputLimitBytes: number
  /** Bytes of a JSON body that is worked on by the loop; a larger one goes to a thread. */
  readonly workerBodyBytes: number
  readonly maxJsonDepth: number
  readonly requireThread: Services['requireThread']
}

export async function toolOutputRoutes(
  root: FastifyInstance,
  of: ServicesOf<'truncateOutput' | 'truncateOutputs'>,
  limits: ToolOutputLimits,
): Promise<void> {
  await root.register(async (app) => {
    rawJsonBodies(app, { maxBytes: limits.workerBodyBytes, requireThread: limits.requireThread })
    batchRoute(app, of)
    await app.register(async (texts) => {
      textBodies(texts, limits.toolOutputLimitBytes)
      truncateRoute(texts, of)
    })
  })
  capListRoute(root, limits.maxJsonDepth)
}

function truncateRoute(root: FastifyInstance, of: ServicesOf<'truncateOutput'>): void {
  root.withTypeProvider<ZodTypeProvider>().post(
    '/v1/tool-outputs/truncate',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'truncateToolOutput',
        tags: ['tool outputs'],
        summary: 'Cuts a tool’s output to what a database column and a model can hold',
        description:
          'Within its limits the output comes back as it is, without an instruction. Over one, what the strategy keeps ' +
          '(by default the longest prefix on a code point border), and an instruction for the model, in a field of its ' +
          'own. Before that the text is made storable, and on request secrets, blobs and the marks of terminals go. ' +
          'The output can also be sent by itself, as `text/plain` or `application/octet-stream` in UTF-8, also gzip, with ' +
          'the options in the query.',
        querystring: TruncateQuery,
        body: TruncateRequest,
        response: { 200: TruncateAnswer },
      },
      onRequest: async ({ headers, query }) => requireOptionsInBody(headers['content-type'], query as object),
    },
    async (request, reply) => {
      const body: unknown = request.body
      const sent = body instanceof TextBody ? body : sentBody(request)
      const { body: answer, figures } = await whileWaitedFor(
        request.left,
        of(request).truncateOutput(sent, request.query, request.left),
      )
      request.logFigures = figures
      return reply.type('application/json').send(answer)
    },
  )
}

/** @throws Problem where options of a JSON body stand in the address, where they would count for nothing */
function requireOptionsInBody(contentType: string | undefined, query: object): void {
  const [name] = Object.keys(query)
  if (name === undefined || !/^application\/json\b/i.test(contentType ?? '')) return
  const message = 'stands in the body where that is JSON'
  throw new Problem(400, 'request-invalid', 'request', `1 fault in the query. /${name}: ${message}`, {
    errors: [{ path: `/${name}`, message }],
  })
}

function batchRoute(root: FastifyInstance, of: ServicesOf<'truncateOutputs'>): void {
  root.withTypeProvider<ZodTypeProvider>().post(
    '/v1/tool-outputs/truncate-batch',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'truncateToolOutputs',
        tags: ['tool outputs'],
        summary: 'Cuts the outputs of one turn to one budget, shared among them',
        description:
          'Max-min fair: what is small stays whole, and what is not gets as much as all others that are not. Each is cut ' +
          'in its own way, and none comes back empty.',
        querystring: NoQuery,
        body: BatchTruncateRequest,
        response: { 200: BatchTruncateAnswer },
      },
    },
    async (request, reply) => {
      const { body, figures } = await whileWaitedFor(
        request.left,
        of(request).truncateOutputs(sentBody(request), request.left),
      )
      request.logFigures = figures
      return reply.type('application/json').send(body)
    },
  )
}

function capListRoute(root: FastifyInstance, maxJsonDepth: number): void {
  root.withTypeProvider<ZodTypeProvider>().post(
    '/v1/tool-outputs/cap-list',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'capList',
        tags: ['tool outputs'],
        summary: 'Cuts a list to a number of items and says how many there were',
        description:
          'Of one list, or of lists inside a document. Each item comes back as it came. Where nothing is left out, nothing ' +
          'is said of a cut.',
        querystring: NoQuery,
        body: CapListRequest,
        response: { 200: CapListAnswer },
      },
    },
    async (request: FastifyRequest, reply) =>
      reply.type('application/json').send(cappedListBody(request.jsonSource, request.body as CapAsked, maxJsonDepth)),
  )
}
