import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { collectBody } from '../collect-body.ts'
import { requireIdentityEncoding } from '../json-body.ts'
import type { Services } from '../ports.ts'
import { validatorCompiler } from '../zod.ts'
import { bodyRead } from './body-times.ts'
import { readJsonBody } from './json-bodies.ts'
import { TextBody } from './text-bodies.ts'

export interface RawBodyPorts extends Pick<Services, 'requireThread'> {
  /** Bytes of a JSON body that is worked on by the loop; a larger one goes to a thread. */
  readonly maxBytes: number
}

/**
 * For the routes of `app`, a JSON body of more than `maxBytes` goes on as bytes, unparsed and unchecked: parsing megabytes
 * here would hold up every other request. Whoever works with it does both in a thread.
 */
export function rawJsonBodies(app: FastifyInstance, { maxBytes, requireThread }: RawBodyPorts): void {
  app.addHook('onRequest', async ({ headers, routeOptions, caller }) => {
    if (!headers['content-type']?.startsWith('application/json')) return
    const bytes = Number(headers['content-length'] ?? 0)
    // Before it is read, which is most of what a refusal costs.
    if (bytes > maxBytes && bytes <= routeOptions.bodyLimit) requireThread(caller, bytes)
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const bytes = await collectBody(request, payload)
    bodyRead(request)
    if (bytes.length <= maxBytes) return readJsonBody(request, bytes)
    requireIdentityEncoding(request.headers['content-encoding'])
    return bytes
  })
  app.setValidatorCompiler(allButRaw)
}

const allButRaw: FastifySchemaCompiler<z.ZodType> = (part) => {
  const validate = validatorCompiler(part)
  const isRaw = (value: unknown) => Buffer.isBuffer(value) || value instanceof TextBody
  return (value) => (part.httpPart === 'body' && isRaw(value) ? { value } : validate(value))
}

/** The body of a request to such a route: its bytes, or its value, checked, with the source. */
export function sentBody<Value>({ body, jsonSource }: Pick<FastifyRequest, 'jsonSource'> & { body: Value | Buffer }) {
  return Buffer.isBuffer(body) ? body : { value: body as Exclude<Value, Buffer>, source: jsonSource }
}
