import type { FastifyInstance } from 'fastify'
import { traceContextOf } from '../../telemetry/trace-context.ts'
import type { RequestTrace, Traces } from '../../telemetry/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where traces are sent. */
    trace: RequestTrace | undefined
  }
}

/**
 * Takes up the trace of the caller (`traceparent`, `tracestate`), names it in every line of the log, and where traces are
 * sent says in `traceresponse` where this request stands in it. Register behind the request's log.
 */
export function traceContext(app: FastifyInstance, traces: Traces | undefined): void {
  app.decorateRequest('trace')
  app.addHook('onRequest', (request, reply, done) => {
    const given = traceContextOf(request.headers)
    const begun = traces?.begin(given)
    const traceId = begun?.traceId ?? given?.traceId
    if (traceId !== undefined) request.log = request.log.child({ traceId })
    if (begun === undefined) return done()
    const { observer } = request
    request.trace = begun
    // A parser is called back from the socket, where nothing tells for which request.
    request.observer = { ...observer, stage: (seen) => begun.run(() => observer.stage(seen)) }
    reply.header('traceresponse', begun.response)
    done()
  })
  if (traces === undefined) return
  app.addHook('preValidation', (request, _reply, done) => request.trace?.run(done))
}
