import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { afterAll, describe, expect, it, test, vi } from 'vitest'
import { keyHash } from '../../src/access/key-ring.ts'
import { ALWAYS_TAKEN } from '../../src/admission/loop-queue.ts'
import { StoreError } from '../../src/store/store-error.ts'
import { startOne } from './service.ts'

const graph = { nodes: [{ path: 'a.md' }, { path: 'b.md' }], edges: [], paths: [] }
const step = { scope: 'local', access: 'read', targets: ['a.md'] }
const packet = { method: 'POST', url: '/v1/packets', payload: { step, graph } } as const

/** A listing that is not answered before it is told to be. */
function slowListing() {
  const gate = Promise.withResolvers<{ items: never[]; next: undefined }>()
  let asked = 0
  const list = () => {
    asked++
    return gate.promise
  }
  return {
    replaced: { graphs: { list } as never },
    isAsked: () => vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 60_000 }),
    open: () => gate.resolve({ items: [], next: undefined }),
  }
}

async function keysFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-admission-'))
  afterAll(() => rm(folder, { recursive: true }))
  const keys = ['acme', 'other', 'slow'].map((tenant) => ({
    id: tenant,
    sha256: keyHash(`key-of-${tenant}`).toString('hex'),
    tenant,
    actions: ['read', 'write'],
  }))
  const file = join(folder, 'keys.json')
  await writeFile(file, JSON.stringify({ keys, tenants: [{ name: 'slow', requestsPerSecond: 1 }] }))
  return file
}
const API_KEYS_FILE = await keysFile()
const keyOf = (tenant: string) => ({ authorization: `Bearer key-of-${tenant}` })

describe('MAX_REQUESTS', () => {
  it('one more is refused at once with 503 and Retry-After; what is open stays open, and there is room again after', async () => {
    const slow = slowListing()
    const server = await startOne({ MAX_REQUESTS: '1' }, slow.replaced)
    const first = server.inject('/v1/graphs')
    await slow.isAsked()
    const refused = await server.inject(packet)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(refused.json()).toMatchObject({ code: 'requests-busy', class: 'capacity', retryable: true })
    expect((await server.inject('/livez')).statusCode).toBe(200)
    slow.open()
    expect((await first).statusCode).toBe(200)
    expect((await server.inject(packet)).statusCode).toBe(200)
  })

  it('of several tenants one gets three quarters, and the next one finds room', async () => {
    const slow = slowListing()
    const server = await startOne({ MAX_REQUESTS: '4', API_KEYS_FILE }, slow.replaced)
    const greedy = [1, 2, 3].map(() => server.inject({ url: '/v1/graphs', headers: keyOf('acme') }))
    await slow.isAsked()
    const refused = await server.inject({ ...packet, headers: keyOf('acme') })
    expect(refused.json().code).toBe('requests-busy')
    expect((await server.inject({ ...packet, headers: keyOf('other') })).statusCode).toBe(200)
    slow.open()
    await Promise.all(greedy)
    expect((await server.inject({ ...packet, headers: keyOf('acme') })).statusCode).toBe(200)
  })
})

describe('MAX_BODY_BYTES_HELD', () => {
  const body = JSON.stringify({ step, graph })

  async function beside(ask: InjectOptions) {
    const server = await startOne({ MAX_BODY_BYTES_HELD: '1000' })
    const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('POST /v1/packets HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n')
    socket.write('Content-Length: 950\r\nExpect: 100-continue\r\n\r\n')
    // With the go-ahead it is in.
    await once(socket, 'data')
    const first = text(socket)
    const answer = await server.inject(ask)
    socket.write(`{${' '.repeat(948)}}`)
    expect(await first).toContain('"code":"request-invalid"')
    expect((await server.inject(packet)).statusCode).toBe(200)
    return answer
  }

  it('a body that says its length is refused before it is read', async () => {
    const answer = await beside(packet)
    expect(answer.json()).toMatchObject({ status: 503, code: 'bodies-busy', retryable: true })
  })

  it('one that does not is refused as it grows', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const payload = Readable.from([Buffer.from(body)])
    const answer = await beside({ method: 'POST', url: '/v1/packets', headers, payload })
    expect(answer.json().code).toBe('bodies-busy')
  })

  it('one that is larger decompressed is refused as it grows', async () => {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
    const payload = gzipSync('x'.repeat(10_000))
    expect(payload.length).toBeLessThan(100)
    const answer = await beside({ method: 'POST', url: '/v1/tool-outputs/truncate', headers, payload })
    expect(answer.json().code).toBe('bodies-busy')
  })

  it('one alone is taken, however large it is', async () => {
    const server = await startOne({ MAX_BODY_BYTES_HELD: '1' })
    expect((await server.inject(packet)).statusCode).toBe(200)
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
    const payload = gzipSync('x'.repeat(10_000))
    const cut = await server.inject({ method: 'POST', url: '/v1/tool-outputs/truncate', headers, payload })
    expect(cut.json().code).toBe('bodies-busy')
  })
})

describe('LOOP_WAIT_MS', () => {
  it('of many requests that are ready at once, those that would wait too long are refused, and the next is answered', async () => {
    const server = await startOne({ LOOP_WAIT_MS: '1', PORT: '0' })
    const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
    const body = JSON.stringify(packet.payload)
    const head = `POST /v1/packets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    const count = 1000
    const socket = connect(Number(port), '127.0.0.1')
    const kept = `${head}\r\n\r\n${body}`.repeat(count - 1)
    socket.write(`${kept}${head}\r\nConnection: close\r\n\r\n${body}`)
    const answers = (await text(socket)).split('HTTP/1.1 ').slice(1)
    const statuses = answers.map((answer) => answer.slice(0, 3))
    expect(statuses.slice(0, ALWAYS_TAKEN)).toEqual(Array(ALWAYS_TAKEN).fill('200'))
    expect(new Set(statuses)).toEqual(new Set(['200', '503']))
    expect(statuses).toHaveLength(count)
    expect(answers.find((answer) => answer.startsWith('503'))).toContain('"code":"loop-busy"')
    expect((await server.inject(packet)).statusCode).toBe(200)
  })
})

describe('TENANT_REQUESTS_PER_SECOND', () => {
  const RATE = { TENANT_REQUESTS_PER_SECOND: '2', API_KEYS_FILE }

  it('a tenant that sends more is refused with 429, told when to come again, and no other is', async () => {
    vi.useFakeTimers({ toFake: ['hrtime'] })
    try {
      const server = await startOne(RATE)
      const ask = (tenant: string) => server.inject({ ...packet, headers: keyOf(tenant) })
      const first = await ask('acme')
      expect([first.headers['ratelimit-policy'], first.headers.ratelimit]).toEqual([
        '"tenant";q=2;w=1',
        '"tenant";r=1;t=1',
      ])
      expect((await ask('acme')).headers.ratelimit).toBe('"tenant";r=0;t=1')
      const refused = await ask('acme')
      expect([refused.statusCode, refused.headers['retry-after'], refused.headers.ratelimit]).toEqual([
        429,
        '1',
        '"tenant";r=0;t=1',
      ])
      expect(refused.json()).toMatchObject({ code: 'tenant-rate-exceeded', class: 'capacity', retryable: true })
      expect((await ask('other')).statusCode).toBe(200)
      vi.advanceTimersByTime(500)
      expect((await ask('acme')).statusCode).toBe(200)
      expect((await ask('acme')).statusCode).toBe(429)
    } finally {
      vi.useRealTimers()
    }
  })

  it('the file of keys gives a tenant a rate of its own', async () => {
    const server = await startOne({ API_KEYS_FILE })
    const ask = (tenant: string) => server.inject({ ...packet, headers: keyOf(tenant) })
    expect((await ask('slow')).headers['ratelimit-policy']).toBe('"tenant";q=1;w=1')
    expect((await ask('acme')).headers).not.toHaveProperty('ratelimit-policy')
  })
})

describe('deadlines', () => {
  const forEver = { graphs: { list: () => new Promise(() => {}) } as never }

  test.each([
    ['the setting', { REQUEST_TIMEOUT_MS: '1' }, {}, 'REQUEST_TIMEOUT_MS'],
    ['the header', {}, { 'request-timeout': '0.001' }, 'Request-Timeout'],
    [
      'the header before the setting',
      { REQUEST_TIMEOUT_MS: '60000' },
      { 'request-timeout': '0.001' },
      'Request-Timeout',
    ],
    ['the setting before the header', { REQUEST_TIMEOUT_MS: '1' }, { 'request-timeout': '60' }, 'REQUEST_TIMEOUT_MS'],
  ])('%s ends what takes longer', async (_name, settings, headers, named) => {
    const server = await startOne(settings, forEver)
    const answer = await server.inject({ url: '/v1/graphs', headers })
    expect(answer.json()).toMatchObject({ status: 503, code: 'deadline-passed', class: 'capacity', retryable: true })
    expect(answer.json().detail).toContain(`1 ms (${named})`)
  })

  it('stops the work in a thread', async () => {
    const server = await startOne({ WORKER_BODY_BYTES: '0', WORKER_THREADS: '1', WORKER_QUEUE: '0' })
    const pages = Array.from({ length: 100_000 }, (_, i) => ({ path: `${i}.md`, title: `Page ${i}` }))
    const payload = { step: { ...step, targets: ['1.md'] }, graph: { nodes: pages, edges: [], paths: [] } }
    const headers = { 'request-timeout': '0.001' }
    const answer = await server.inject({ method: 'POST', url: '/v1/packets', headers, payload })
    expect(answer.json().code).toBe('deadline-passed')
    await vi.waitFor(async () => expect((await server.inject(packet)).statusCode).toBe(200), { timeout: 20_000 })
  })

  test.each(['', '0', '0.0004', '-1', '1e3', '1,5', 'soon', '99999999999'])(
    'Request-Timeout: %j is no time',
    async (given) => {
      const server = await startOne()
      const answer = await server.inject({ ...packet, headers: { 'request-timeout': given } })
      expect(answer.json()).toMatchObject({
        status: 400,
        code: 'request-timeout-invalid',
        class: 'request',
        retryable: false,
      })
      expect(answer.json().detail).toContain(JSON.stringify(given))
    },
  )

  it('one that is far away, or in time, changes nothing', async () => {
    const server = await startOne()
    for (const given of ['9999999999', '30', '1.5'])
      expect((await server.inject({ ...packet, headers: { 'request-timeout': given } })).statusCode).toBe(200)
  })
})

describe('RUNS_REQUIRED', () => {
  const recorded = { step: { ...step, id: 's', runId: 'r' }, graph }

  /** A service whose store is closed under it. */
  async function withoutStore(settings: Record<string, string>) {
    const { RunRecorder } = await import('../../src/run-recorder.ts')
    const record = vi.spyOn(RunRecorder.prototype, 'record').mockImplementation(function (
      this: InstanceType<typeof RunRecorder>,
      steps,
    ) {
      record.mockRestore()
      const down = { record: () => Promise.reject(new StoreError('store-unavailable', 'gone')) } as never
      return new RunRecorder(down, settings.RUNS_REQUIRED === 'true').record(steps)
    })
    return startOne(settings)
  }

  it('a step whose record cannot be kept is refused with the reason; without it the packet says so', async () => {
    const strict = await withoutStore({ RUNS_REQUIRED: 'true' })
    const refused = await strict.inject({ ...packet, payload: recorded })
    expect(refused.json()).toMatchObject({
      status: 503,
      code: 'run-not-recorded',
      recordFault: 'store-unavailable',
      retryable: true,
    })
    expect((await strict.inject({ ...packet, payload: recorded })).json().recorded).toBe(true)
    const lenient = await withoutStore({})
    expect((await lenient.inject({ ...packet, payload: recorded })).json()).toMatchObject({
      recorded: false,
      recordFault: 'store-unavailable',
    })
  })
})
