import { pipeline, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

export const NDJSON = 'application/x-ndjson'

/** NDJSON is handed on as a stream, decompressed where it came as gzip, and bounded in either form. */
export function lineBodies(app: FastifyInstance, maxBytes: number): void {
  // Bounded here, since the framework would compare the whole body with the limit of JSON.
  app.addContentTypeParser(
    NDJSON,
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
      const encoding = request.headers['content-encoding'] ?? 'identity'
      if (encoding !== 'identity' && encoding !== 'gzip') {
        const detail = `Content-Encoding ${JSON.stringify(encoding)} is not supported; send lines as they are or as gzip.`
        throw new Problem(415, 'content-encoding-unsupported', 'request', detail, {}, { 'accept-encoding': 'gzip' })
      }
      const stages = encoding === 'gzip' ? [createGunzip(), bounded(maxBytes)] : [bounded(maxBytes)]
      // The last stage hands every error on to whoever reads it.
      return pipeline([body, ...stages], () => {})
    },
  )
}

function bounded(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= maxBytes) done(null, chunk)
      else
        done(
          new Problem(413, 'body-too-large', 'bound', `The graph has more than ${maxBytes} bytes (GRAPH_LIMIT_BYTES).`),
        )
    },
  })
}
