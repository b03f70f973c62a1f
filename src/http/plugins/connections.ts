import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { noRoom } from '../problem.ts'

/** Connections over the bound that are still told why their requests are refused. */
const SPARE = 64

/**
 * No more than `most` connections are served. Those of the next few are answered, with a refusal, and closed; further ones
 * are closed as they come. Whether the process lives is told to everybody, else it would be ended for having many clients.
 */
export function connections(app: FastifyInstance, most: number): void {
  const surplus = new WeakSet<Socket>()
  let open = 0
  app.server.maxConnections = most + SPARE
  app.server.on('connection', (socket) => {
    open++
    if (open > most) surplus.add(socket)
    socket.once('close', () => open--)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!surplus.has(request.raw.socket)) return
    reply.header('connection', 'close')
    if (request.routeOptions.config.action !== undefined) throw noRoom('connections')
  })
}
