import type { FastifyInstance } from 'fastify'
import type { Asked } from '../../core/plan.ts'
import { comparisonAnswer, planAnswer } from '../plan-answer.ts'
import type { Services } from '../ports.ts'
import { NoQuery } from '../schemas/health.ts'
import { CompareAnswer, CompareRequest, PlanAnswer, PlanRequest } from '../schemas/plan.ts'
import type { ZodTypeProvider } from '../zod.ts'

export function planRoutes(root: FastifyInstance, services: Pick<Services, 'planPackets' | 'comparePackets'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const tags = ['packets']

  app.post(
    '/v1/packets/plan',
    {
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
    async (request) => {
      const { step, graph, ask = [] } = request.body
      // The schema holds each to one of the three.
      const asked = ask as Asked[]
      const plan = await services.planPackets(step, graph, asked)
      request.logFigures = { budgets: asked.length + 1, pagesTotal: plan.total.pages }
      return planAnswer(plan, asked)
    },
  )

  app.post(
    '/v1/packets/diff',
    {
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
    async (request) => {
      const { before, after } = request.body
      const comparison = await services.comparePackets(before, after)
      request.logFigures = { gained: comparison.gained.total, lost: comparison.lost.total }
      return comparisonAnswer(comparison)
    },
  )
}
