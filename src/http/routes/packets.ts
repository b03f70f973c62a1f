import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { explainOf } from '../explain-query.ts'
import { type RawBodyPorts, rawJsonBodies, sentBody } from '../plugins/raw-json-bodies.ts'
import type { AnswerWanted, ServicesOf } from '../ports.ts'
import { prefersText } from '../prefers-text.ts'
import { ExplainQuery } from '../schemas/decisions.ts'
import { NoQuery } from '../schemas/health.ts'
import { BatchRequest, PacketAnswer, PacketRequest } from '../schemas/packet.ts'
import { BatchAnswer } from '../schemas/problem.ts'
import { whileWaitedFor } from '../while-waited-for.ts'
import type { ZodTypeProvider } from '../zod.ts'

export async function packetRoutes(
  root: FastifyInstance,
  of: ServicesOf<'answerPacket' | 'answerBatch'>,
  raw: RawBodyPorts,
): Promise<void> {
  await root.register(async (app) => {
    rawJsonBodies(app, raw)
    packetRoute(app, of)
    batchRoute(app, of)
  })
}

function packetRoute(root: FastifyInstance, of: ServicesOf<'answerPacket'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()
  app.post(
    '/v1/packets',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'buildPacket',
        tags: ['packets'],
        summary: 'The context packet of a step, and what the step did not get',
        description:
          'Cuts the documentation graph around the step’s targets to a share of the model’s input window. ' +
          'The packet’s text goes into the prompt; the contextPreflight record says what is missing and why. ' +
          'With `Accept: text/markdown` the answer is the bare text, the record in the header Context-Preflight, ' +
          'its SHA-256 in Content-Digest (RFC 9530). ' +
          'With `explain=true` the answer also says of each page why it is there or is not.',
        querystring: ExplainQuery,
        body: PacketRequest,
        response: { 200: PacketAnswer },
        textAnswer: 'text/markdown',
      },
      // Refused before the body is read, as all that stands in the address.
      onRequest: async ({ query, headers }) => void wantedOf(query, headers.accept),
    },
    async (request, reply) => {
      const wanted = wantedOf(request.query, request.headers.accept)
      const { body, figures, headers } = await whileWaitedFor(
        request.left,
        of(request).answerPacket(sentBody(request), wanted, request.left),
      )
      request.logFigures = figures
      if (headers === undefined) return reply.type('application/json').send(body)
      return reply.headers(headers).type('text/markdown; charset=utf-8').send(body)
    },
  )
}

function wantedOf(query: z.output<typeof ExplainQuery>, accept: string | undefined): AnswerWanted {
  const form = prefersText(accept, 'text/markdown') ? 'text' : 'json'
  return { form, explain: explainOf(query, form === 'text') }
}

function batchRoute(root: FastifyInstance, of: ServicesOf<'answerBatch'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/v1/packets/batch',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'buildPackets',
        tags: ['packets'],
        summary: 'The packets of up to 1,000 steps on one kept graph',
        description:
          'Each step is answered on its own: one that is refused does not fail the others. All see one revision.',
        querystring: NoQuery,
        body: BatchRequest,
        response: { 200: BatchAnswer },
      },
    },
    async (request, reply) => {
      const { body, figures } = await whileWaitedFor(
        request.left,
        of(request).answerBatch(sentBody(request), request.id, request.left),
      )
      request.logFigures = figures
      return reply.type('application/json').send(body)
    },
  )
}
