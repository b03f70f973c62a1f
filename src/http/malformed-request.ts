import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Observer } from '../telemetry/observer.ts'
import { PROBLEM_MEDIA_TYPE, Problem } from './problem.ts'

/** Answers what never became a request: it has no reply object, so the bytes are written here. */
export function malformedRequest(observer: Observer, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = problemOfClientError(error.code)
  observer.requestBegins()
  observer.request({ method: 'malformed', route: null, status: problem.statusCode, durationMs: 0 })
  const body = JSON.stringify(problem.document(randomUUID()))
  socket.end(
    `HTTP/1.1 ${problem.statusCode} ${STATUS_CODES[problem.statusCode]}\r\n` +
      `content-type: ${PROBLEM_MEDIA_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function problemOfClientError(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem(431, 'header-too-large', 'bound', 'The header of the request is larger than this service takes.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem(408, 'request-timeout', 'capacity', 'The request did not arrive in time.')
  }
  return new Problem(400, 'http-malformed', 'request', 'The request is not well-formed HTTP/1.1.')
}
