import { readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresServer } from '../store/postgres-server.ts'
import { proxyFolder, startProxy } from './proxy.ts'
import {
  addressOf,
  bounded,
  endStarted,
  post,
  REPOSITORY,
  type Started,
  startService,
  until,
} from './service-process.ts'

const example = JSON.parse(await readFile(join(REPOSITORY, 'openapi/examples/packet-complete.json'), 'utf8'))

let folder: string
let server: PostgresServer
let replicas: Started[]
let proxy: string

beforeAll(async () => {
  folder = await proxyFolder()
  server = await PostgresServer.start()
  const { url } = await server.database()
  replicas = [startService({ DATABASE_URL: url }), startService({ DATABASE_URL: url })]
  proxy = await startProxy(folder, await Promise.all(replicas.map(addressOf)))
})
afterAll(async () => {
  await endStarted()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const json = { 'content-type': 'application/json' }
const { graph, step } = example.request
const named = (id: string, more = {}) => JSON.stringify({ step: { ...step, ...more }, graph: { id } })

async function put(id: string, revision: string): Promise<void> {
  const body = JSON.stringify({ ...graph, revision })
  const answer = await fetch(`${proxy}/v1/graphs/${id}`, { method: 'PUT', headers: json, body })
  expect(answer.status).toBe(201)
}

/** Sends as it is told to, and takes a header of any size. */
async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  to = proxy,
): Promise<IncomingMessage> {
  const request = httpRequest(new URL(path, to), { method, headers, maxHeaderSize: 2 ** 21, agent: false })
  const answer = new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject))
  answer.catch(() => {})
  for await (const chunk of body) request.write(chunk)
  request.end()
  return bounded(answer, 'an answer')
}

describe('two replicas behind nginx', () => {
  it('share the work, and a graph that is put is served by both', async () => {
    const served = (address: string) => post(address, '/v1/packets', named('kettle'))
    await put('kettle', 'r1')
    for (const address of await Promise.all(replicas.map(addressOf))) {
      await until(
        async () => JSON.parse((await served(address)).text)?.packet?.revision === 'r1',
        () => 'the graph',
      )
    }
    const before = replicas.map((replica) => requestsOf(replica))
    const answers = await Promise.all(Array.from({ length: 40 }, () => served(proxy)))
    for (const { status, text: body } of answers) {
      expect(status).toBe(200)
      expect(body).toBe(answers[0].text)
    }
    await until(
      () => replicas.reduce((sum, replica, i) => sum + requestsOf(replica) - before[i], 0) >= 40,
      () => 'the logs of 40 requests',
    )
    for (const [i, replica] of replicas.entries()) expect(requestsOf(replica)).toBeGreaterThan(before[i])
  })

  it('the largest body goes through, one byte more is refused by the service itself', async () => {
    const limit = 64 * 2 ** 20
    const body = JSON.stringify({ output: '', maxBytes: 10 })
    const filled = (size: number) => body.replace('""', `"${'x'.repeat(size - body.length)}"`)
    const most = await post(proxy, '/v1/tool-outputs/truncate', filled(limit))
    expect(JSON.parse(most.text)).toMatchObject({ output: 'x'.repeat(10) })
    const more = await post(proxy, '/v1/tool-outputs/truncate', filled(limit + 1))
    expect([more.status, JSON.parse(more.text).code]).toEqual([413, 'body-too-large'])
  })

  it('graphs go in as lines, as text and as gzip', async () => {
    const lines = [
      { revision: 'n1' },
      ...Array.from({ length: 20_000 }, (_, i) => ({ node: { path: `p/${i}.md`, title: `Page ${i}` } })),
    ].map((line) => `${JSON.stringify(line)}\n`)
    const headers = { 'content-type': 'application/x-ndjson' }
    const put = await send('PUT', '/v1/graphs/lines', headers, lines)
    expect(put.statusCode).toBe(201)
    expect(JSON.parse(await text(put))).toMatchObject({ revision: 'n1', counts: { nodes: 20_000 } })
    const zipped = { ...headers, 'content-encoding': 'gzip' }
    const again = await send('PUT', '/v1/graphs/lines', zipped, [gzipSync(lines.join(''))])
    expect([again.statusCode, JSON.parse(await text(again)).revision]).toEqual([200, 'n1'])
  })

  it('a body is handed on while it is sent, and not kept back', async () => {
    let heard = 0
    const replica = createHttpServer((request, reply) => {
      request.on('data', (chunk) => {
        heard += chunk.length
      })
      request.on('end', () => reply.end(String(heard)))
    })
    await new Promise<void>((resolve) => replica.listen(0, '127.0.0.1', resolve))
    const { port } = replica.address() as { port: number }
    const before = await startProxy(folder, Array(2).fill(`http://127.0.0.1:${port}`))
    async function* slowly() {
      yield 'x'.repeat(100_000)
      await until(
        () => heard === 100_000,
        () => 'the first half, while the second is not yet sent',
      )
      yield 'x'.repeat(100_000)
    }
    const answer = await send('PUT', '/v1/graphs/lines', {}, slowly(), before)
    expect(await text(answer)).toBe('200000')
    replica.closeAllConnections()
    replica.close()
  })

  it('the record of a packet in a header goes through at its largest; the text is compressed on request', async () => {
    await put('marked', 'r1')
    // The most that a record lists, each name as long as it may be and of characters that a header writes as six.
    const requestedPages = Array.from({ length: 256 }, (_, i) => `${i}`.padStart(4, '0') + 'ä'.repeat(510))
    const headers = { ...json, accept: 'text/markdown' }
    const answer = await send('POST', '/v1/packets', headers, [named('marked', { requestedPages })])
    expect(answer.statusCode).toBe(200)
    const record = answer.headers['context-preflight'] as string
    expect(record.length).toBeGreaterThan(750_000)
    expect(JSON.parse(record).unboundTargets.slice(0, 256)).toEqual(requestedPages)
    const plain = await text(answer)
    expect(plain).toMatch(/^Documentation map at r1: /)

    const zipped = await send('POST', '/v1/packets', { ...json, 'accept-encoding': 'gzip' }, [named('kettle')])
    const whole = await post(proxy, '/v1/packets', named('kettle'))
    expect(zipped.headers['content-encoding']).toBe('gzip')
    const parts: Buffer[] = []
    for await (const part of zipped) parts.push(part)
    expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(whole.text)
  })

  it('any name reaches the service as it was sent', async () => {
    for (const id of ['a//b', 'a/../b', '日本', 'x%y z', '?&#']) {
      await put(encodeURIComponent(id), 'r1')
      const shown = await fetch(`${proxy}/v1/graphs/${encodeURIComponent(id)}`)
      expect(JSON.stringify(await shown.json())).toContain(`"id":${JSON.stringify(id)}`)
    }
  })

  it('where one replica ends the other answers everything; where both do, a problem document says so', async () => {
    const [one, other] = replicas
    one.child.kill('SIGTERM')
    expect(await bounded(one.ended, 'the end')).toEqual({ code: 0, signal: null })
    for (let i = 0; i < 20; i++) expect((await post(proxy, '/v1/packets', named('kettle'))).status).toBe(200)
    other.child.kill('SIGKILL')
    await bounded(other.ended, 'the end')
    const answer = await post(proxy, '/v1/packets', named('kettle'))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, code: 'replicas-unavailable', retryable: true })
  })
})

/** Requests that a replica has logged as answered. */
function requestsOf({ stdout }: Started): number {
  return stdout().split('"status":').length - 1
}
