import type { FastifyInstance } from 'fastify'
import { deadlinePassed, requestTimeoutInvalid } from '../problem.ts'
import { ClientLeftError } from '../while-waited-for.ts'
import { NDJSON } from './line-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted when nobody waits for the answer any more: the client has left, or the deadline has passed. */
    left: AbortSignal
    leave: (reason: Error) => void
    /** Runs out with the request. */
    deadline: NodeJS.Timeout | undefined
  }
}

/** The longest time that a timer can have, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * A request is worked on for as long as somebody waits for it: no longer than `timeoutMs` from when it has arrived, nor
 * than the seconds in its header Request-Timeout from when that has. A graph that comes line by line has only the latter,
 * since it is worked on as it arrives.
 */
export function deadlines(app: FastifyInstance, timeoutMs: number): void {
  app.decorateRequest('left', null as never)
  app.decorateRequest('leave', null as never)
  app.decorateRequest('deadline', undefined)

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.action === undefined) return
    const controller = new AbortController()
    request.left = controller.signal
    request.leave = (reason) => controller.abort(reason)
    reply.raw.once('close', () => {
      clearTimeout(request.deadline)
      if (!reply.raw.writableFinished) controller.abort(new ClientLeftError())
    })
    const asked = requestTimeoutOf(request.headers['request-timeout'])
    if (asked !== undefined && (asked < timeoutMs || isLines(request.headers['content-type'])))
      request.deadline = setTimeout(() => request.leave(deadlinePassed(asked, 'Request-Timeout')), asked)
  })

  app.addHook('preHandler', async (request) => {
    if (request.left === null || request.deadline !== undefined || isLines(request.headers['content-type'])) return
    const pass = () => request.leave(deadlinePassed(timeoutMs, 'REQUEST_TIMEOUT_MS'))
    request.deadline = setTimeout(pass, timeoutMs)
  })
}

function isLines(contentType: string | undefined): boolean {
  return contentType?.startsWith(NDJSON) ?? false
}

/**
 * Milliseconds of a header Request-Timeout: seconds above 0, with up to three decimals.
 *
 * @throws Problem `request-timeout-invalid`
 */
function requestTimeoutOf(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  const given = String(header)
  const milliseconds = /^\d{1,10}(?:\.\d{1,3})?$/.test(given) ? Math.round(Number(given) * 1000) : 0
  if (milliseconds === 0) throw requestTimeoutInvalid(given)
  return Math.min(milliseconds, LONGEST_MS)
}
