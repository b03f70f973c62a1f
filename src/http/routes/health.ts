import type { FastifyInstance } from 'fastify'
import { StoreError } from '../../store/store-error.ts'
import type { Door } from '../door.ts'
import type { Services } from '../ports.ts'
import { Health, NoQuery } from '../schemas/health.ts'
import type { ZodTypeProvider } from '../zod.ts'

export function healthRoutes(root: FastifyInstance, { check }: Pick<Services, 'check'>, door: Door): void {
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
        description:
          'For a readiness probe: 503 once the service was told to stop, and where the store does not answer.',
        querystring: NoQuery,
        response: { 200: Health, 503: Health },
      },
    },
    async (_request, reply) => {
      const status = door.isClosing ? 'draining' : await readiness(check)
      return reply.code(status === 'ok' ? 200 : 503).send({ status })
    },
  )
}

async function readiness(check: Services['check']): Promise<'ok' | 'store-unavailable'> {
  try {
    await check()
    return 'ok'
  } catch (error) {
    if (error instanceof StoreError) return 'store-unavailable'
    throw error
  }
}
