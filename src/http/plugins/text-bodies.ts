import type { FastifyInstance, FastifyRequest } from 'fastify'
import { boundedBody } from '../bounded-body.ts'
import { Problem } from '../problem.ts'
import { bodyRead } from './body-times.ts'

export const TEXT_TYPES = ['text/plain', 'application/octet-stream']

/** A body that is no JSON: the bytes of a text in UTF-8, with options in the address. */
export class TextBody {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** For the routes of `app`, a text is taken as it is, also as gzip, and bounded in either form. */
export function textBodies(app: FastifyInstance, maxBytes: number): void {
  const tooLarge = () =>
    new Problem(413, 'body-too-large', 'bound', `The output has more than ${maxBytes} bytes (TOOL_OUTPUT_LIMIT_BYTES).`)
  app.addContentTypeParser(
    TEXT_TYPES,
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
      const chunks: Buffer[] = []
      // What came as it is was counted by its length; what it is larger by, decompressed, is counted here.
      const isCounted = 'content-length' in request.headers && !('content-encoding' in request.headers)
      for await (const chunk of boundedBody(request, body, maxBytes, tooLarge)) {
        if (!isCounted) request.hold((chunk as Buffer).length)
        chunks.push(chunk as Buffer)
      }
      bodyRead(request)
      return new TextBody(Buffer.concat(chunks))
    },
  )
}
