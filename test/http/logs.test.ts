import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { ACTIONS } from '../../src/access/caller.ts'
import { keyHash } from '../../src/access/key-ring.ts'
import { StoreError } from '../../src/store/store-error.ts'
import { MARK, type MarkedRequest, markedRequests } from './marked-requests.ts'
import { otlpReceiver } from './otlp-receiver.ts'
import { post, startOne, telemetryOf } from './service.ts'

/** A service that logs all that it can, and what it logged. */
async function logged(settings: Record<string, string> = {}, replaced: Parameters<typeof startOne>[1] = {}) {
  let text = ''
  const log = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const server = await startOne({ LOG_LEVEL: 'trace', ...settings }, replaced, log)
  const lines = () => text.split('\n').filter((line) => line !== '')
  return { server, lines, ofRequests: () => lines().filter((line) => line.includes('"msg":"request"')) }
}

const send = (server: FastifyInstance, { method, ...request }: MarkedRequest) =>
  server.inject({ ...request, method: method as 'GET' })

const step = { scope: 'local', access: 'read', targets: [`${MARK}.md`] }
const graph = { nodes: [{ path: `${MARK}.md`, title: MARK, summary: MARK }], edges: [], paths: [], revision: MARK }

/** The key that the marked requests have, of a tenant that bears the mark too. */
const folder = await mkdtemp(join(tmpdir(), 'stowage-logs-'))
afterAll(() => rm(folder, { recursive: true }))
const keysFile = join(folder, 'keys.json')
const key = { id: MARK, sha256: keyHash(MARK).toString('hex'), tenant: MARK, actions: ACTIONS }
await writeFile(keysFile, JSON.stringify({ keys: [key] }))

describe.each([
  ['in the loop', String(Number.MAX_SAFE_INTEGER)],
  ['in threads', '0'],
])('%s', (_where, WORKER_BODY_BYTES) => {
  test('nothing of what is sent or answered is in a line of the log, a span or a metric, on any route, whatever becomes of it', async () => {
    const receiver = await otlpReceiver()
    const settings = {
      WORKER_BODY_BYTES,
      API_KEYS_FILE: keysFile,
      KEY_ATTEMPTS_PER_MINUTE: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    }
    const { server, lines, ofRequests } = await logged(settings)
    const { paths, components } = (await server.inject('/openapi.json')).json()
    const requests = markedRequests({ paths, components })
    const answered = new Map<string, Set<number>>()
    let told = 0
    const before = ofRequests().length
    for (const request of requests) {
      const { statusCode, body, headers } = await send(server, request)
      if (`${body}${JSON.stringify(headers)}`.includes(MARK)) told++
      const seen = `${request.method} ${request.url.split('?')[0].replace(/zq7wx\w*/, '{}')}`
      answered.set(seen, (answered.get(seen) ?? new Set()).add(statusCode))
    }
    expect(lines().filter((line) => line.includes(MARK))).toEqual([])
    expect((await server.inject('/metrics')).body).not.toContain(MARK)
    await telemetryOf.get(server)?.traces?.flush()
    expect(receiver.spans().length).toBeGreaterThan(requests.length)
    expect(receiver.text()).not.toContain(MARK)
    // It was heard and told back, in answers that are good and in refusals, and each request has its line.
    expect(told).toBeGreaterThan(requests.length / 3)
    const operations = Object.entries(paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, '{}')}`),
    )
    expect(operations.filter((operation) => !answered.has(operation))).toEqual([])
    const withBody = [...answered].filter(([name]) => /^(POST|PUT) /.test(name))
    expect(withBody.filter(([, statuses]) => !statuses.has(200) && !statuses.has(201))).toEqual([])
    expect(ofRequests().length - before).toBe(requests.length + 1)
  })
})

test('a kept output is read by its lines, and searched, without a word of it in the log', async () => {
  const { server, lines } = await logged()
  const kept = { output: `${MARK}\n`.repeat(1000), retain: true, runId: MARK, maxBytes: 100 }
  const { ref } = (await post(server, '/v1/tool-outputs/truncate', kept)).json().report
  expect(ref).toHaveLength(64)
  for (const query of ['', '?lines=1-3', `?search=${MARK}`]) {
    expect((await server.inject(`/v1/tool-outputs/${ref}${query}`)).body).toContain(MARK)
  }
  expect(lines().filter((line) => line.includes(MARK))).toEqual([])
})

describe('a fault of the service', () => {
  const shown = `${MARK}: "${MARK}"\n    at ${MARK} (${MARK})\n${MARK}`
  const thrown = Object.assign(new Error(shown, { cause: new Error(shown) }), { body: MARK, code: MARK })
  const retitled = new Error(shown)
  // V8 writes a stack down when it is first read.
  expect(retitled.stack).toContain(MARK)
  retitled.message = 'another'
  const cases: [string, () => never | Promise<never>][] = [
    [
      'is thrown',
      () => {
        throw thrown
      },
    ],
    ['is a rejection', () => Promise.reject(thrown)],
    ['has another message than when it was made', () => Promise.reject(retitled)],
    ['is no error', () => Promise.reject(MARK)],
    ['is of the store', () => Promise.reject(new StoreError('store-unavailable', shown))],
  ]

  test.each(cases)('that %s leaves its place in the log, and no word of its message', async (name, answerPacket) => {
    const { server, lines } = await logged({}, { answerPacket })
    const { statusCode } = await post(server, '/v1/packets', { step, graph })
    expect(statusCode).toBe(name === 'is of the store' ? 503 : 500)
    expect(lines().filter((line) => line.includes(MARK))).toEqual([])
    if (name === 'is thrown') expect(lines().join()).toContain('logs.test.ts')
  })

  test('in the middle of an answer says nothing of it', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(`{"answers":["${MARK}"`)
        throw thrown
      })(),
      { objectMode: false },
    )
    const { server, lines } = await logged({}, { answerBatch: async () => ({ body, figures: {} }) })
    await post(server, '/v1/packets/batch', { graph: { id: MARK }, steps: [step] }).catch(() => {})
    expect(lines().filter((line) => line.includes(MARK))).toEqual([])
  })

  test('that the framework logs says nothing of it', async () => {
    const { server, lines } = await logged()
    server.log.error(thrown)
    server.log.warn({ err: thrown }, 'as the framework logs')
    server.log.info({ req: { method: 'GET', url: MARK, headers: { a: MARK } }, res: { headers: MARK } }, 'too')
    expect(lines().filter((line) => line.includes(MARK))).toEqual([])
  })
})

test('clients that leave right behind their request are no fault, wherever it was then', async () => {
  const { server, lines } = await logged({ LOG_LEVEL: 'error' })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as { port: number }
  const body = JSON.stringify({ step, graph })
  const head = `POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const leave = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {}).on('close', () => resolve())
      socket.write(head + body, () => setImmediate(() => socket.destroy()))
    })
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 30 }, leave))
  expect((await server.inject('/livez')).statusCode).toBe(200)
  expect(lines()).toEqual([])
})
