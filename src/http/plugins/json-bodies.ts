import type { Readable } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasRoom } from '../../json-heap.ts'
import { measured } from '../../telemetry/observer.ts'
import { collectBody } from '../collect-body.ts'
import { parseJsonBody } from '../json-body.ts'
import { Problem } from '../problem.ts'
import { bodyRead } from './body-times.ts'

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
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const bytes = await collectBody(request, payload)
    bodyRead(request)
    return readJsonBody(request, bytes)
  })
}

/** Bytes of heap that one body may take: the process ends where they are not there, and others are at work too. */
const ROOM = getHeapStatistics().heap_size_limit / 4

/** @throws Problem */
export function readJsonBody(request: FastifyRequest, bytes: Buffer): unknown {
  if (!hasRoom(bytes, ROOM)) {
    const detail = 'The body would take more memory than this service has for one: send fewer, longer values.'
    throw new Problem(413, 'body-too-large', 'bound', detail)
  }
  const encoding = request.headers['content-encoding']
  const { source, value } = measured(request.observer, 'parse', () => parseJsonBody(bytes, encoding))
  request.jsonSource = source
  return value
}
