import type { FastifyInstance } from 'fastify'

/**
 * No other protocol is spoken here: a request that asks for one is answered as if it had not (RFC 9110, section 7.8). Node reads
 * nothing that came right behind it over the same connection, so that ends with the answer: whoever sent more is not left
 * waiting.
 */
export function noUpgrade(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers.upgrade !== undefined) reply.header('connection', 'close')
  })
}
