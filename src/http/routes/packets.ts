import type { FastifyInstance } from 'fastify'
import { packetAnswerBody, packetFigures } from '../packet-answer.ts'
import type { BuildPacket } from '../ports.ts'
import { NoQuery } from '../schemas/health.ts'
import { PacketAnswer, PacketRequest } from '../schemas/packet.ts'
import type { ZodTypeProvider } from '../zod.ts'

export function packetRoutes(root: FastifyInstance, buildPacket: BuildPacket, maxJsonDepth: number): void {
  root.withTypeProvider<ZodTypeProvider>().post(
    '/v1/packets',
    {
      schema: {
        operationId: 'buildPacket',
        tags: ['packets'],
        summary: 'The context packet of a step, and what the step did not get',
        description:
          'Cuts the documentation graph around the step’s targets to a share of the model’s input window. ' +
          'The packet’s text goes into the prompt; the contextPreflight record says what is missing and why.',
        querystring: NoQuery,
        body: PacketRequest,
        response: { 200: PacketAnswer },
      },
    },
    async (request, reply) => {
      const { step, graph, include } = request.body
      const outcome = buildPacket(step, graph)
      request.logFigures = packetFigures(outcome)
      return reply
        .type('application/json')
        .send(packetAnswerBody(outcome, { step, include, source: request.jsonSource }, maxJsonDepth))
    },
  )
}
