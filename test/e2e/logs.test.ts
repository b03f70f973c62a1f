import { afterEach, expect, test } from 'vitest'
import { MARK, type MarkedRequest, markedRequests } from '../http/marked-requests.ts'
import {
  addressOf,
  bounded,
  endStarted,
  halfSentRequest,
  rawConnection,
  startService,
  until,
} from './service-process.ts'

afterEach(endStarted)

test.each([
  ['in the loop', String(Number.MAX_SAFE_INTEGER)],
  ['in threads', '0'],
])('at LOG_LEVEL=trace the process writes no word of a request or an answer, %s', async (_where, WORKER_BODY_BYTES) => {
  const started = startService({ LOG_LEVEL: 'trace', WORKER_BODY_BYTES, NODE_OPTIONS: '--trace-warnings' })
  const address = await addressOf(started)
  const written = () => started.stdout() + started.stderr()
  const lines = () =>
    written()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"')).length
  const document = await (await fetch(`${address}/openapi.json`)).json()
  const requests = markedRequests(document as Parameters<typeof markedRequests>[0])
  const marked = await Promise.all(lanes(requests, 8).map((lane) => sendAll(address, lane)))
  expect(marked.flat().filter(Boolean).length).toBeGreaterThan(requests.length / 3)

  // What never becomes a request, or is never answered.
  const host = 'host: localhost\r\n'
  for (const bytes of [
    `${MARK}\r\n\r\n`,
    `GET /${MARK} HTTP/1.1\r\n${host}x: ${MARK.repeat(5000)}\r\n\r\n`,
    `GET /${MARK} HTTP/1.1\r\n${host}content-length: ${MARK}\r\n\r\n`,
    `POST /v1/packets HTTP/1.1\r\n${host}transfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n5\r\n${MARK}\r\n${MARK}`,
    `GET /${MARK} HTTP/1.1\r\n\r\n`,
  ]) {
    const { socket, closed } = await rawConnection(address, bytes)
    socket.end()
    await bounded(closed, `the end of ${bytes.slice(0, 80)}`)
  }
  const left = await halfSentRequest(address, '/v1/packets', JSON.stringify({ step: MARK.repeat(1000) }))
  left.socket.destroy()

  // The line of the answer is written behind the answer, and that of the client who left when the service sees it.
  await until(
    () => lines() >= requests.length + 3,
    () => `${requests.length + 3} lines of requests, not ${lines()}`,
  )
  started.child.kill('SIGTERM')
  await bounded(started.ended, 'the end')
  expect(
    written()
      .split('\n')
      .filter((line) => line.includes(MARK)),
  ).toEqual([])
})

const lanes = <One>(all: readonly One[], count: number) =>
  Array.from({ length: count }, (_, lane) => all.filter((_one, i) => i % count === lane))

/** Whether each answer has the mark. */
async function sendAll(address: string, requests: readonly MarkedRequest[]): Promise<boolean[]> {
  const told: boolean[] = []
  for (const request of requests) told.push(await send(address, request))
  return told
}

/** As it stands: `fetch` would set an address right, and has no word for `expect`. */
async function send(address: string, { method, url, headers, payload = '' }: MarkedRequest): Promise<boolean> {
  const body = Buffer.from(payload)
  const sent = { ...headers, host: 'localhost', connection: 'close', 'content-length': String(body.length) }
  const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  const connection = await rawConnection(address, `${method} ${url} HTTP/1.1\r\n${head.join('')}\r\n`)
  connection.socket.write(body)
  await bounded(connection.closed, `the answer to ${method} ${url}`)
  return connection.received().includes(MARK)
}
