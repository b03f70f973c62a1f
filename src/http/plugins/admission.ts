import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Admission } from '../../admission/open-admission.ts'
import { noRoom, tenantRateExceeded } from '../problem.ts'
import { NDJSON } from './line-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes that are taken for its body, once it is in. */
    heldBytes: number | undefined
    /** Takes memory for more of a body whose size was not known. @throws Problem `bodies-busy` */
    hold: (bytes: number) => void
  }
}

/**
 * Turns a request away before its body is read where there is no room for it: at once, so that the client can go
 * elsewhere, and for a fraction of what it would have cost. Register after the keys, since tenants have their shares.
 *
 * @param ports left out: everything is let in
 * @param bodyLimitBytes of the largest body that is taken as a whole
 */
export function admission(app: FastifyInstance, ports: Admission | undefined, bodyLimitBytes: number): void {
  app.decorateRequest('heldBytes', undefined)
  app.decorateRequest('hold', () => {})
  if (ports === undefined) return
  const { inFlight, loop } = ports

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.action === undefined) return
    const { tenant } = request.caller
    reply.headers(rateHeaders(request, ports))
    const turn = loop.enter(tenant)
    if (turn === undefined) throw noRoom('loop')
    const bytes = Math.min(declaredBytes(request), bodyLimitBytes)
    const missing = inFlight.enter(tenant, bytes)
    if (missing !== undefined) throw noRoom(missing)
    request.heldBytes = bytes
    request.hold = (more) => {
      if (inFlight.grow(tenant, more) !== undefined) throw noRoom('bytes')
      request.heldBytes = (request.heldBytes ?? 0) + more
    }
    reply.raw.once('close', () => inFlight.leave(tenant, request.heldBytes ?? 0))
    await turn
  })
}

/** Zero for what comes line by line, which is never held as a whole. */
function declaredBytes({ headers }: FastifyRequest): number {
  if (headers['content-type']?.startsWith(NDJSON)) return 0
  const length = Number(headers['content-length'] ?? 0)
  return Number.isFinite(length) ? length : 0
}

/**
 * How much of its rate a tenant has left, as the draft "RateLimit header fields for HTTP" has it.
 *
 * @throws Problem `tenant-rate-exceeded`
 */
function rateHeaders(
  { caller }: FastifyRequest,
  { buckets, requestsPerSecond, now }: Admission,
): Record<string, string> {
  const rate = caller.requestsPerSecond ?? requestsPerSecond
  if (rate === undefined) return {}
  const { waitMs, remaining, fullMs } = buckets.take(caller.tenant, { capacity: rate, fillMs: 1000 }, now())
  const headers = {
    'ratelimit-policy': `"tenant";q=${rate};w=1`,
    ratelimit: `"tenant";r=${remaining};t=${Math.ceil(fullMs / 1000)}`,
  }
  if (waitMs > 0) throw tenantRateExceeded(rate, Math.ceil(waitMs / 1000), headers)
  return headers
}
