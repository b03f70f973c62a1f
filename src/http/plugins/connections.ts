import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Door } from '../door.ts'
import { noRoom } from '../problem.ts'

/** Connections over the bound that are still told why their requests are refused. */
const SPARE = 64

/**
 * No more than `most` connections are served. Those of the next few are answered, with a refusal, and closed; further ones
 * are closed as they come. Whether the process lives is told to everybody, else it would be ended for having many clients.
 */
export function connections(app: FastifyInstance, door: Door, most: number): void {
  const surplus = new WeakSet<Socket>()
  app.server.on('connection', (socket) => {
    door.enter(socket)
    if (door.connections > most + SPARE) socket.destroy()
    if (door.connections > most) surplus.add(socket)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!surplus.has(request.raw.socket)) return
    reply.header('connection', 'close')
    if (request.routeOptions.config.action !== undefined) throw noRoom('connections')
  })
}
