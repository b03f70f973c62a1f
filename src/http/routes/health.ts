import type { FastifyInstance } from 'fastify'
import { Health, NoQuery } from '../schemas/health.ts'
import type { ZodTypeProvider } from '../zod.ts'

export function healthRoutes(root: FastifyInstance): void {
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/livez',
    {
      schema: {
        operationId: 'livez',
        tags: ['health'],
        summary: 'Whether the process answers',
        description: 'For a liveness probe: a process that does not answer this is to be restarted.',
        querystring: NoQuery,
        response: { 200: Health },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readyz',
        tags: ['health'],
        summary: 'Whether the service takes requests',
        description: 'For a readiness probe: 503 once the service was told to stop.',
        querystring: NoQuery,
        response: { 200: Health, 503: Health },
      },
    },
    async (_request, reply) => {
      if (!app.draining.value) return { status: 'ok' as const }
      reply.code(503)
      return { status: 'draining' as const }
    },
  )
}
