import { finished, pipeline, type Readable, Transform, type Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/**
 * A body as a stream, decompressed where it came as gzip, and bounded in either form.
 *
 * @param tooLarge what it is refused with past `maxBytes`
 * @throws Problem `content-encoding-unsupported`
 */
export function boundedBody(
  request: FastifyRequest,
  body: NodeJS.ReadableStream,
  maxBytes: number,
  tooLarge: () => Problem,
): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip') {
    const detail = `Content-Encoding ${JSON.stringify(encoding)} is not supported; send the body as it is or as gzip.`
    throw new Problem(415, 'content-encoding-unsupported', 'request', detail, {}, { 'accept-encoding': 'gzip' })
  }
  const last = bounded(maxBytes, tooLarge)
  const first = encoding === 'gzip' ? createGunzip() : last
  // The last stage hands every error on to whoever reads it.
  if (first !== last) pipeline(first, last, () => {})
  feed(body, first, last)
  return last
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

function bounded(maxBytes: number, tooLarge: () => Problem): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= maxBytes) done(null, chunk)
      else done(tooLarge())
    },
  })
}
