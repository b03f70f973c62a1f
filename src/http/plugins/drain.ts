import type { FastifyInstance } from 'fastify'
import type { Door } from '../door.ts'

/**
 * When the door is about to be closed each answer ends its connection, so that a client on keep-alive does not hold the
 * process, and sends nothing more over a connection that is about to go.
 */
export function drain(app: FastifyInstance, door: Door): void {
  app.addHook('preClose', () => door.close(0))
  app.addHook('onSend', async (_request, reply) => {
    if (door.isClosing) reply.header('connection', 'close')
  })
}
