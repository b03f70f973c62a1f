import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJsonBody } from '../json-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Source of the JSON body, for values that go back as they came. */
    jsonSource: string
  }
}

/** JSON is the only body this service reads: any other media type is a 415. */
export function jsonBodies(app: FastifyInstance): void {
  app.decorateRequest('jsonSource', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    readJsonBody(request, bytes),
  )
}

/** @throws Problem */
export function readJsonBody(request: FastifyRequest, bytes: Buffer): unknown {
  const { source, value } = parseJsonBody(bytes, request.headers['content-encoding'])
  request.jsonSource = source
  return value
}
