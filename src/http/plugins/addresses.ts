import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { requireAddress } from '../zod.ts'

/** Checks what stands in the address before the body is read: it costs nothing, and a thread need not know it. */
export function addresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions: { schema }, params, query }) => {
    if (schema?.params) requireAddress(schema.params as z.ZodType, params, 'path')
    if (schema?.querystring) requireAddress(schema.querystring as z.ZodType, query, 'query')
  })
}
