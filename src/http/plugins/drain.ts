import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the moment the service was told to stop. */
    readonly draining: { value: boolean }
  }
}

/** From the close on, each answer ends its connection, so that a client on keep-alive does not hold the process. */
export function drain(app: FastifyInstance): void {
  const draining = { value: false }
  app.decorate('draining', draining)
  app.addHook('preClose', async () => {
    draining.value = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (draining.value) reply.header('connection', 'close')
  })
}
