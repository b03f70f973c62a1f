import { expect, test } from 'vitest'
import type { GraphLine } from '../../../src/client/index.ts'
import { LineUpload } from '../../../src/client/upload.ts'
import { answer, drop, problem, rejection, scripted } from './scripted-server.ts'

const kept = answer(201, { outcome: 'created' })
const pages = (count: number): GraphLine[] => Array.from({ length: count }, (_, i) => ({ node: { path: `${i}.md` } }))

test('lines arrive as they were given, one JSON value a line', async () => {
  let body = ''
  const { client, requests } = await scripted([
    (reply, request) => {
      request.setEncoding('utf8').on('data', (chunk) => {
        body += chunk
      })
      kept(reply, request)
    },
  ])
  const lines = [{ revision: 'r1' }, ...pages(9000), { edges: [[0, 1]] as [number, number][], kind: 'link' }]
  await client.putGraphLines('g', lines)
  expect(body).toBe(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  expect(requests[0]).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/x-ndjson' } })
})

test('lines that were taken are not sent again, those that can be begun anew are', async () => {
  const once = await scripted([problem(503, {}), kept])
  await expect(once.client.putGraphLines('g', pages(1))).rejects.toMatchObject({ status: 503 })
  expect(once.requests).toHaveLength(1)

  let begun = 0
  const anew = await scripted([problem(503, {}), drop, kept])
  await anew.client.putGraphLines('g', async function* () {
    begun++
    yield* pages(2)
  })
  expect([begun, anew.requests.length]).toEqual([3, 3])
})

test('no more lines are taken than the service reads', async () => {
  let taken = 0
  async function* endless(): AsyncGenerator<GraphLine> {
    for (;;) yield { node: { path: `${taken++}.md`, summary: 'x'.repeat(1000) } }
  }
  let resume = () => {}
  const stopped = new Promise<void>((reached) => {
    resume = reached
  })
  const { client } = await scripted([(_, request) => void request.once('readable', resume)])
  const signal = new AbortController()
  const call = rejection(client.putGraphLines('g', endless(), { signal: signal.signal }))
  await stopped
  // Buffers of sockets fill up until the count stands still.
  for (let before = -1; before !== taken; ) {
    before = taken
    await new Promise((done) => setTimeout(done, 300))
  }
  const held = taken
  expect(held).toBeLessThan(50_000)
  signal.abort(new Error('enough'))
  expect(await call).toMatchObject({ message: 'enough' })
})

test('a refusal in the middle ends the lines: their source is closed', async () => {
  let closed = false
  async function* endless(): AsyncGenerator<GraphLine> {
    try {
      for (let i = 0; ; i++) yield { node: { path: `${i}.md` } }
    } finally {
      closed = true
    }
  }
  const document = { status: 413, detail: 'Too large.', code: 'body-too-large', class: 'bound', retryable: false }
  const { client } = await scripted([
    (reply, request) => {
      request.once('data', () => {
        request.pause()
        reply.writeHead(413, { 'content-type': 'application/problem+json' }).end(JSON.stringify(document))
      })
    },
  ])
  await expect(client.putGraphLines('g', endless())).rejects.toMatchObject({ code: 'body-too-large' })
  await expect.poll(() => closed).toBe(true)
})

test('what the source of the lines throws is what the caller gets, and nothing is sent again', async () => {
  const fault = new Error('the database went away')
  async function* failing(): AsyncGenerator<GraphLine> {
    yield { node: { path: 'a.md' } }
    throw fault
  }
  const { client, requests } = await scripted([kept])
  expect(await rejection(client.putGraphLines('g', failing))).toBe(fault)
  expect(requests.length).toBeLessThanOrEqual(1)
})

test('each chunk that goes out starts the time anew, and a source that stands still runs out of it', async () => {
  let chunks = 0
  const large = Array.from({ length: 3 }, (_, i) => ({ node: { path: `${i}.md`, summary: 'x'.repeat(70_000) } }))
  for await (const _ of new LineUpload(large).stream(() => chunks++));
  expect(chunks).toBe(3)

  const { client } = await scripted([kept])
  async function* stuck(): AsyncGenerator<GraphLine> {
    yield { node: { path: 'a.md' } }
    await new Promise(() => {})
  }
  await expect(client.putGraphLines('g', stuck(), { timeoutMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' })
})
