import type { FastifyInstance } from 'fastify'
import { type RawBodyPorts, rawJsonBodies, sentBody } from '../plugins/raw-json-bodies.ts'
import type { ServicesOf } from '../ports.ts'
import { NoQuery } from '../schemas/health.ts'
import { CompareAnswer, CompareRequest, PlanAnswer, PlanRequest } from '../schemas/plan.ts'
import { whileWaitedFor } from '../while-waited-for.ts'
import type { ZodTypeProvider } from '../zod.ts'

export async function planRoutes(
  root: FastifyInstance,
  of: ServicesOf<'planPackets' | 'comparePackets'>,
  raw: RawBodyPorts,
): Promise<void> {
  await root.register(async (app) => {
    rawJsonBodies(app, raw)
    routes(app, of)
  })
}

function routes(root: FastifyInstance, of: ServicesOf<'planPackets' | 'comparePackets'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const tags = ['packets']

  app.post(
    '/v1/packets/plan',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'planPackets',
        tags,
        summary: 'What a step’s packet would hold at any budget, and what budget gives what',
        description:
          'Answers without the packet’s text, and from one walk of the graph however many budgets are asked about, so ' +
          'an engine can choose a model or a share before it spends money. Each is what POST /v1/packets would answer.',
        querystring: NoQuery,
        body: PlanRequest,
        response: { 200: PlanAnswer },
      },
    },
    async (request, reply) => {
      const { answer, figures } = await whileWaitedFor(
        request.left,
        of(request).planPackets(sentBody(request), request.left),
      )
      request.logFigures = figures
      return reply.type('application/json').send(JSON.stringify(answer))
    },
  )

  app.post(
    '/v1/packets/diff',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'comparePackets',
        tags,
        summary: 'Which pages one packet has and another has not, each with its reason',
        description:
          'Compares two steps on one graph, one step on two revisions, or any two. Nothing is recorded on a run.',
        querystring: NoQuery,
        body: CompareRequest,
        response: { 200: CompareAnswer },
      },
    },
    async (request, reply) => {
      const { answer, figures } = await whileWaitedFor(
        request.left,
        of(request).comparePackets(sentBody(request), request.left),
      )
      request.logFigures = figures
      return reply.type('application/json').send(JSON.stringify(answer))
    },
  )
}
