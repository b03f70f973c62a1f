import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Figures that a handler adds to the line of its request; never texts. */
export type LogFigures = Readonly<Record<string, number | string | boolean | null>>

declare module 'fastify' {
  interface FastifyRequest {
    logFigures: LogFigures
    /** Whether the line of the request is written. */
    isLogged: boolean
  }
}

/** One line a request: id, route, status, duration and figures. Neither address nor body, which hold names and texts. */
export function requestLog(app: FastifyInstance): void {
  app.decorateRequest('logFigures')
  app.decorateRequest('isLogged', false)
  app.addHook('onRequest', async (request) => {
    request.logFigures = {}
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply, reply.statusCode))
  app.addHook('onTimeout', async (request, reply) => logRequest(request, reply, null))
}

/**
 * Writes the line of a request, once.
 *
 * @param status null where no answer went out, since the client had left
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply, status: number | null): void {
  if (request.isLogged) return
  request.isLogged = true
  const line = {
    method: request.method,
    route: request.routeOptions.url ?? null,
    status,
    durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
    ...request.logFigures,
  }
  request.log.info(line, 'request')
}
