import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type ClientOptions, StowageClient } from '../../../src/client/index.ts'

type Answering = (reply: ServerResponse, request: IncomingMessage) => void

/** A server that answers the k-th request with the k-th of `answers`, and what comes after with the last; a client of it. */
export async function scripted(answers: readonly Answering[], options: Partial<ClientOptions> = {}) {
  const requests: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, reply) => {
    const { method, url, headers } = request
    const answering = answers[Math.min(requests.length, answers.length - 1)]
    requests.push({ method, url, headers })
    answering(reply, request)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = new StowageClient({ url, firstDelayMs: 1, longestDelayMs: 50, ...options })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await client.close()
  })
  return { client, requests, url }
}

/** Answers once the request's body is in. */
export function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Answering {
  return (reply, request) => {
    request.resume().once('end', () => reply.writeHead(status, headers).end(JSON.stringify(body)))
  }
}

export function problem(status: number, more: object, headers: Record<string, string> = {}): Answering {
  const document = { status, detail: 'Not now.', code: 'workers-busy', class: 'capacity', retryable: true, ...more }
  return answer(status, document, { 'content-type': 'application/problem+json', ...headers })
}

/** Ends the connection without an answer. */
export const drop: Answering = (reply) => void reply.destroy()

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It did not reject.')
    },
    (error: unknown) => error,
  )
}
