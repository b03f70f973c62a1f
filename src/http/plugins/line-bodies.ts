import { finished, pipeline, type Readable, Transform, type Writable } from 'node:stream'
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
      const last = bounded(maxBytes)
      const first = encoding === 'gzip' ? createGunzip() : last
      // The last stage hands every error on to whoever reads it.
      if (first !== last) pipeline(first, last, () => {})
      feed(body, first, last)
      return last
    },
  )
}

/**
 * Not as a part of the pipeline, which would end the request with its first fault, and the answer with it. Where nobody
 * reads on, the rest of the body is read and thrown away: only then does a client that is still sending see the answer.
 */
function feed(body: NodeJS.ReadableStream, first: Writable, last: Readable): void {
  body.pipe(first)
  finished(body, (error) => {
    if (error) first.destroy(error)
  })
  last.once('close', () => {
    body.unpipe(first)
    body.resume()
  })
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
