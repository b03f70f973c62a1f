import type { FastifyInstance } from 'fastify'
import { NDJSON } from './line-bodies.ts'

const TOO_LARGE = 413

/**
 * A JSON body that is refused while it is sent is read to its end, and thrown away: a connection that closes upon it takes
 * the answer along, and its client, or a proxy, sees a broken connection in place of the refusal. How long that may take
 * is bounded by the time that any request has to arrive. Lines are read by a stream of their own.
 */
export function unreadBody(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== TOO_LARGE || request.headers['content-type']?.startsWith(NDJSON)) return
    reply.removeHeader('connection')
    request.raw.resume()
  })
}
