import type { FastifyInstance } from 'fastify'
import { explainOf } from '../explain-query.ts'
import { batchAnswerBody, packetAnswerBody, packetFigures, packetTextAnswer } from '../packet-answer.ts'
import type { Services } from '../ports.ts'
import { prefersText } from '../prefers-text.ts'
import { ExplainQuery } from '../schemas/decisions.ts'
import { NoQuery } from '../schemas/health.ts'
import { BatchRequest, PacketAnswer, PacketRequest } from '../schemas/packet.ts'
import { BatchAnswer } from '../schemas/problem.ts'
import type { ZodTypeProvider } from '../zod.ts'

export function packetRoutes(
  root: FastifyInstance,
  services: Pick<Services, 'buildPacket' | 'buildPackets'>,
  maxJsonDepth: number,
): void {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const tags = ['packets']

  app.post(
    '/v1/packets',
    {
      schema: {
        operationId: 'buildPacket',
        tags,
        summary: 'The context packet of a step, and what the step did not get',
        description:
          'Cuts the documentation graph around the step’s targets to a share of the model’s input window. ' +
          'The packet’s text goes into the prompt; the contextPreflight record says what is missing and why. ' +
          'With `Accept: text/markdown` the answer is the bare text, the record in the header Context-Preflight. ' +
          'With `explain=true` the answer also says of each page why it is there or is not.',
        querystring: ExplainQuery,
        body: PacketRequest,
        response: { 200: PacketAnswer },
        textAnswer: 'text/markdown',
      },
    },
    async (request, reply) => {
      const { step, graph, include } = request.body
      const asText = prefersText(request.headers.accept, 'text/markdown')
      const answered = await services.buildPacket(step, graph, explainOf(request.query, asText))
      request.logFigures = packetFigures(answered.outcome)
      if (asText) {
        const { text, preflight } = packetTextAnswer(answered)
        return reply.header('context-preflight', preflight).type('text/markdown; charset=utf-8').send(text)
      }
      const body = packetAnswerBody(answered, { step, include, source: request.jsonSource, maxJsonDepth })
      return reply.type('application/json').send(body)
    },
  )

  app.post(
    '/v1/packets/batch',
    {
      schema: {
        operationId: 'buildPackets',
        tags,
        summary: 'The packets of up to 1,000 steps on one kept graph',
        description:
          'Each step is answered on its own: one that is refused does not fail the others. All see one revision.',
        querystring: NoQuery,
        body: BatchRequest,
        response: { 200: BatchAnswer },
      },
    },
    async (request, reply) => {
      const { steps, graph, include } = request.body
      const answered = await services.buildPackets(steps, graph)
      request.logFigures = { steps: steps.length }
      const body = batchAnswerBody(answered, { steps, include, source: request.jsonSource, maxJsonDepth }, request.id)
      return reply.type('application/json').send(body)
    },
  )
}
