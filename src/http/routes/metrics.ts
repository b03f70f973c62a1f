import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../telemetry/metrics.ts'
import { NoQuery, PlainText } from '../schemas/health.ts'

export function metricsRoute(app: FastifyInstance, metrics: Pick<Metrics, 'contentType' | 'text'>): void {
  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metrics',
        tags: ['health'],
        summary: 'Figures of this process, in the text form of Prometheus',
        description:
          'Requests, stages, packets, tool outputs, threads, cache, store, event loop and process. No label holds a name ' +
          'that a caller chose. `METRICS=off` leaves this out, `METRICS_PORT` serves it on a port of its own.',
        querystring: NoQuery,
        response: { 200: PlainText },
        textAnswer: 'text/plain',
      },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  )
}
