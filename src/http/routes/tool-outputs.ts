import type { FastifyInstance } from 'fastify'
import { truncateOutput } from '../../tool-output-service.ts'
import { cappedListBody } from '../capped-list.ts'
import { NoQuery } from '../schemas/health.ts'
import { CapListAnswer, CapListRequest, TruncateAnswer, TruncateRequest } from '../schemas/tool-output.ts'
import type { ZodTypeProvider } from '../zod.ts'

export interface ToolOutputLimits {
  /** Bytes that an output is cut to where the request names none. */
  readonly toolOutputMaxBytes: number
  readonly maxJsonDepth: number
}

export function toolOutputRoutes(root: FastifyInstance, limits: ToolOutputLimits): void {
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/v1/tool-outputs/truncate',
    {
      schema: {
        operationId: 'truncateToolOutput',
        tags: ['tool outputs'],
        summary: 'Cuts a tool’s output to what a database column and a model can hold',
        description:
          'Within the budget the output comes back as it is, without an instruction. Over it, the longest prefix on a ' +
          'code point border that fits, and an instruction for the model, in a field of its own. Before that the ' +
          'text is made storable, and on request secrets, blobs and the marks of terminals go.',
        querystring: NoQuery,
        body: TruncateRequest,
        response: { 200: TruncateAnswer },
      },
    },
    async (request) => {
      const { output, maxBytes = limits.toolOutputMaxBytes, ...asked } = request.body
      const answer = truncateOutput(output, { ...asked, maxBytes })
      request.logFigures = {
        truncated: answer.truncated,
        bytesOriginal: answer.bytes.original,
        bytesKept: answer.bytes.kept,
      }
      return answer
    },
  )

  app.post(
    '/v1/tool-outputs/cap-list',
    {
      schema: {
        operationId: 'capList',
        tags: ['tool outputs'],
        summary: 'Cuts a list to a number of items and says how many there were',
        description: 'Each item comes back as it came. Where nothing is left out, nothing is said of a cut.',
        querystring: NoQuery,
        body: CapListRequest,
        response: { 200: CapListAnswer },
      },
    },
    async (request, reply) =>
      reply
        .type('application/json')
        .send(cappedListBody(request.jsonSource, request.body.maxItems, limits.maxJsonDepth)),
  )
}
