import type { FastifyInstance } from 'fastify'
import { truncateOutput, truncateOutputs } from '../../tool-output-service.ts'
import { cappedListBody } from '../capped-list.ts'
import { NoQuery } from '../schemas/health.ts'
import {
  BatchTruncateAnswer,
  BatchTruncateRequest,
  CapListAnswer,
  CapListRequest,
  TruncateAnswer,
  TruncateRequest,
} from '../schemas/tool-output.ts'
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
          'Within its limits the output comes back as it is, without an instruction. Over one, what the strategy keeps ' +
          '(by default the longest prefix on a code point border), and an instruction for the model, in a field of its ' +
          'own. Before that the text is made storable, and on request secrets, blobs and the marks of terminals go.',
        querystring: NoQuery,
        body: TruncateRequest,
        response: { 200: TruncateAnswer },
      },
    },
    async (request) => {
      const { output, maxBytes = limits.toolOutputMaxBytes, isError, ...asked } = request.body
      const answer = truncateOutput(output, { ...asked, maxBytes })
      request.logFigures = {
        strategy: answer.report.strategy,
        truncated: answer.truncated,
        bytesOriginal: answer.bytes.original,
        bytesKept: answer.bytes.kept,
      }
      return isError === undefined ? answer : { ...answer, isError }
    },
  )

  app.post(
    '/v1/tool-outputs/truncate-batch',
    {
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
    async (request) => {
      const { outputs, maxBytes } = request.body
      const answers = truncateOutputs(outputs, maxBytes)
      request.logFigures = { outputs: outputs.length, truncated: answers.filter(({ truncated }) => truncated).length }
      return {
        outputs: answers.map((answer, i) => {
          const { isError } = outputs[i]
          return isError === undefined ? answer : { ...answer, isError }
        }),
      }
    },
  )

  app.post(
    '/v1/tool-outputs/cap-list',
    {
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
    async (request, reply) =>
      reply.type('application/json').send(cappedListBody(request.jsonSource, request.body, limits.maxJsonDepth)),
  )
}
