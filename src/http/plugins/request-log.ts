import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Observer } from '../../telemetry/observer.ts'

/** Figures that a handler adds to the line of its request; never texts. */
export type LogFigures = Readonly<Record<string, number | string | boolean | null>>

declare module 'fastify' {
  interface FastifyRequest {
    logFigures: LogFigures
    /** Whether the line of the request is written. */
    isLogged: boolean
    /** Told what is done for this request. */
    observer: Observer
  }
}

/** One line a request: id, route, status, duration and figures. Neither address nor body, which hold names and texts. */
export function requestLog(app: FastifyInstance, observer: Observer): void {
  app.decorateRequest('logFigures')
  app.decorateRequest('observer')
  app.decorateRequest('isLogged', false)
  app.addHook('onRequest', async (request) => {
    request.logFigures = {}
    request.observer = observer
    observer.requestBegins()
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply, reply.statusCode, observer))
  app.addHook('onTimeout', async (request, reply) => logRequest(request, reply, null, observer))
}

/**
 * Writes the line of a request and tells the observer of it, once.
 *
 * @param status null where no answer went out, since the client had left
 */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number | null,
  observer: Observer,
): void {
  if (request.isLogged) return
  request.isLogged = true
  const durationMs = Math.round(reply.elapsedTime * 1000) / 1000
  const seen = { method: request.method, route: request.routeOptions.url ?? null, status, durationMs }
  observer.request(seen)
  request.trace?.end(seen, request.id)
  const line = { ...seen, ...request.logFigures }
  request.log.info(line, 'request')
}
