import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'

/**
 * What Node would answer by itself, without a body, or not see: HTTP/1.1 asks for one Host (RFC 9112, section 3.2), and no
 * expectation but 100-continue is met (RFC 9110, section 10.1.1).
 */
export function requireHost(app: FastifyInstance): void {
  const unmet = new WeakSet<object>()
  app.server.on('checkExpectation', (request, response) => {
    unmet.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (raw.httpVersion === '1.1' && headers.host === undefined) {
      throw new Problem(400, 'http-malformed', 'request', 'The request has no Host header.')
    }
    if (hasSecondHost(raw.rawHeaders)) {
      throw new Problem(400, 'http-malformed', 'request', 'The request has more than one Host header.')
    }
    if (unmet.has(raw)) {
      throw new Problem(417, 'expectation-unmet', 'request', 'The only expectation that is met is 100-continue.')
    }
  })
}

/** @param headers names and values by turns */
function hasSecondHost(headers: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
