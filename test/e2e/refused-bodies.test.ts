import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addressOf, bounded, endStarted, type Started, startService } from './service-process.ts'

const LIMIT = 1_000_000
/** Far more than the sockets between client and service hold. */
const SENT = 30 * LIMIT

let service: Started
let address: string
beforeAll(async () => {
  // A thread may be at its first lines for a while after the refusal.
  const limits = { BODY_LIMIT_BYTES: String(LIMIT), GRAPH_LIMIT_BYTES: String(LIMIT), INGEST_QUEUE: '100' }
  service = startService(limits)
  address = await addressOf(service)
})
afterAll(endStarted)
afterEach(async () => {
  expect((await fetch(`${address}/livez`)).status).toBe(200)
})

const line = Buffer.from(`${JSON.stringify({ node: { path: 'a.md', title: 'x'.repeat(90_000) } })}\n`)
async function* pieces() {
  for (let sent = 0; sent < SENT; sent += line.length) yield line
}
const whole = Buffer.alloc(SENT, line)
const JSON_BODY = ['POST', '/v1/packets', { 'content-type': 'application/json' }] as const
const LINES = ['PUT', '/v1/graphs/a', { 'content-type': 'application/x-ndjson' }] as const
const GZIP = ['PUT', '/v1/graphs/a', { ...LINES[2], 'content-encoding': 'gzip' }] as const

it.each([
  ['JSON of a size that is told', JSON_BODY, () => whole],
  ['JSON in pieces', JSON_BODY, () => ReadableStream.from(pieces())],
  ['lines of a size that is told', LINES, () => whole],
  ['lines in pieces', LINES, () => ReadableStream.from(pieces())],
  ['lines as gzip', GZIP, () => gzipSync(whole)],
] as const)('a client that goes on sending a body that is too large sees the refusal: %s', async (_, where, body) => {
  const [method, path, headers] = where
  for (let round = 0; round < 4; round++) {
    const init = { method, headers, body: body(), duplex: 'half' }
    const answer = await bounded(fetch(new URL(path, address), init as RequestInit), 'the refusal')
    expect([answer.status, JSON.parse(await answer.text()).code]).toEqual([413, 'body-too-large'])
  }
})
