import type { FastifyInstance, FastifyRequest } from 'fastify'
import { now } from '../../telemetry/clock.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When its body began to be read. */
    bodyFrom: number
  }
}

/** Notes when a body begins to be read; whoever has read it says so with {@link bodyRead}. */
export function bodyTimes(app: FastifyInstance): void {
  app.decorateRequest('bodyFrom', 0)
  app.addHook('preParsing', async (request) => {
    request.bodyFrom = now()
  })
}

/** The last byte of the body is there. */
export function bodyRead({ observer, bodyFrom }: FastifyRequest): void {
  observer.stage({ stage: 'read', from: bodyFrom, to: now() })
}
