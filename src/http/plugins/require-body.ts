import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'

/** Where a route takes a body, one that is not there is refused: of several media types none says what it would be. */
export function requireBody(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body !== undefined || routeOptions.schema?.body === undefined) return
    const message = 'is missing'
    const detail = `1 fault in the body. The body: ${message}`
    throw new Problem(400, 'request-invalid', 'request', detail, { errors: [{ path: '', message }] })
  })
}
