import type { FastifyInstance, FastifyRequest } from 'fastify'
import { boundedBody } from '../bounded-body.ts'
import { Problem } from '../problem.ts'

export const NDJSON = 'application/x-ndjson'

/** For the routes of `app`, NDJSON is handed on as a stream, decompressed where it came as gzip, and bounded in either form. */
export function lineBodies(app: FastifyInstance, maxBytes: number): void {
  const tooLarge = () =>
    new Problem(413, 'body-too-large', 'bound', `The graph has more than ${maxBytes} bytes (GRAPH_LIMIT_BYTES).`)
  // Bounded there, since the framework would compare the whole body with the limit of JSON.
  app.addContentTypeParser(
    NDJSON,
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    async (request: FastifyRequest, body: NodeJS.ReadableStream) => boundedBody(request, body, maxBytes, tooLarge),
  )
}
