import type { FastifyInstance } from 'fastify'

/** Figures that a handler adds to the line of its request; never texts. */
export type LogFigures = Readonly<Record<string, number | string | boolean | null>>

declare module 'fastify' {
  interface FastifyRequest {
    logFigures: LogFigures
  }
}

/** One line a request: id, route, status, duration and figures. Neither address nor body, which hold names and texts. */
export function requestLog(app: FastifyInstance): void {
  app.decorateRequest('logFigures')
  app.addHook('onRequest', async (request) => {
    request.logFigures = {}
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
      ...request.logFigures,
    }
    request.log.info(line, 'request')
  })
}
