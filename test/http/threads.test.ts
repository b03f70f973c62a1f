import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { openStore } from '../../src/open-store.ts'
import { createServices } from '../../src/services.ts'
import { SILENT } from '../../src/telemetry/observer.ts'
import { JobPool } from '../../src/workers/job-pool.ts'
import { ANYONE, post, startOne, startService } from './service.ts'

const step = { scope: 'local', access: 'read', targets: ['a.md'] }
const graph = { nodes: [{ path: 'a.md' }], edges: [], paths: [] }
const IN_THREADS = { WORKER_BODY_BYTES: '0' }
const NDJSON = { 'content-type': 'application/x-ndjson' }
const putLines = (server: Awaited<ReturnType<typeof startOne>>, id: string, payload: string) =>
  server.inject({ method: 'PUT', url: `/v1/graphs/${id}`, headers: NDJSON, payload })

test('a body of WORKER_BODY_BYTES is worked on by the loop, one byte more goes to a thread', async () => {
  const body = JSON.stringify({ step, graph })
  const seen: boolean[] = []
  const answered = { body: Buffer.from('{}'), figures: {}, headers: {} }
  const server = await startService(
    { WORKER_BODY_BYTES: String(body.length) },
    {
      answerPacket: async (sent) => {
        seen.push(Buffer.isBuffer(sent))
        return answered
      },
      keepGraph: async (_id, sent) => {
        seen.push(Buffer.isBuffer(sent))
        throw new Error('enough')
      },
    },
  )
  for (const payload of [body, `${body} `]) await post(server, '/v1/packets', payload)
  const kept = JSON.stringify(graph).padEnd(body.length)
  for (const payload of [kept, `${kept} `]) {
    const headers = { 'content-type': 'application/json' }
    await server.inject({ method: 'PUT', url: '/v1/graphs/x', headers, payload })
  }
  expect(seen).toEqual([false, true, false, true])
})

test('with every thread at work and no room to wait: 503 of class capacity with Retry-After', async () => {
  const server = await startService({ ...IN_THREADS, WORKER_THREADS: '1', WORKER_QUEUE: '1' })
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(server, '/v1/packets', { step, graph })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 503, 503])
  expect(answers[3].json()).toMatchObject({ code: 'workers-busy', class: 'capacity', retryable: true })
  expect(answers[3].json().detail).toMatch(/WORKER_THREADS.*WORKER_QUEUE/)
  expect(answers[3].headers['retry-after']).toBe('1')
})

test('graphs as lines have threads and a queue of their own', async () => {
  const server = await startService({ ...IN_THREADS, INGEST_THREADS: '1', INGEST_QUEUE: '0', WORKER_QUEUE: '0' })
  const lines = '{"node":{"path":"a.md"}}'
  const [first, second, packet] = await Promise.all([
    putLines(server, 'a', lines),
    putLines(server, 'b', lines),
    post(server, '/v1/packets', { step, graph }),
  ])
  expect([first.statusCode, second.statusCode, packet.statusCode]).toEqual([201, 503, 200])
  expect(second.json().detail).toMatch(/INGEST_THREADS.*INGEST_QUEUE/)
})

test('work that takes longer than WORKER_TIMEOUT_MS is a 503 of class capacity', async () => {
  // No thread starts within a millisecond.
  const server = await startService({ ...IN_THREADS, WORKER_TIMEOUT_MS: '1' })
  const sent = [post(server, '/v1/packets', { step, graph }), putLines(server, 'a', '{"node":{"path":"a.md"}}')]
  for (const answer of await Promise.all(sent)) {
    expect(answer.json()).toMatchObject({ status: 503, code: 'work-timeout', class: 'capacity', retryable: true })
    expect(answer.json().detail).toContain('WORKER_TIMEOUT_MS')
    expect(answer.headers['retry-after']).toBe('1')
  }
})

test('a body that needs more memory than a thread has is a 422, and the next one is answered', async () => {
  const server = await startService({ ...IN_THREADS, WORKER_MEMORY_MB: '32' })
  const deep = await post(server, '/v1/packets', '['.repeat(20_000_000))
  expect(deep.json()).toMatchObject({ status: 422, code: 'graph-too-large', class: 'bound', retryable: false })
  const nodes = Array.from({ length: 400_000 }, (_, i) => ({ path: `${i}.md` }))
  const wide = await post(server, '/v1/packets', { step, graph: { ...graph, nodes } })
  expect(wide.json()).toMatchObject({ status: 422, code: 'graph-too-large' })
  expect((await post(server, '/v1/packets', { step, graph })).statusCode).toBe(200)
})

test('a thread that dies in mid-job is a 500 that can be tried again', async () => {
  const config = loadConfig({ WORKER_THREADS: '1' })
  const dying = new JobPool(
    { config, models: { compositions: [], profiles: [] }, tables: new Map() },
    {
      threads: 1,
      queue: 0,
      names: { threads: '', queue: '' },
      observer: SILENT,
      file: new URL('./dying-worker.ts', import.meta.url),
    },
  )
  const server = await startService(IN_THREADS, {
    answerPacket: async (_sent, wanted, left) => {
      await dying.run('inlinePacket', { body: new Uint8Array(3), wanted }, [], left)
      throw new Error('it is dead')
    },
  })
  for (const _ of [1, 2]) {
    const answer = await post(server, '/v1/packets', { step, graph })
    expect(answer.json()).toMatchObject({ status: 500, code: 'preflight-internal-failure', retryable: true })
  }
})

test('a client that leaves while it sends lines gives its thread free', async () => {
  const server = await startOne({ INGEST_THREADS: '1', INGEST_QUEUE: '0' })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as { port: number }
  const arrived = once(server.server, 'request')
  const socket = connect(port, '127.0.0.1')
  socket.write('PUT /v1/graphs/left HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-ndjson\r\n')
  socket.write('content-length: 1000\r\n\r\n{"node":{"path":"a.md"}}\n')
  await arrived
  await nextTurn()
  const statusNow = async () => (await putLines(server, 'next', '{"node":{"path":"a.md"}}')).statusCode
  expect(await statusNow()).toBe(503)
  socket.destroy()
  await expect.poll(statusNow, { timeout: 10_000 }).toBeLessThan(300)
  expect((await server.inject('/v1/graphs/left')).statusCode).toBe(404)
})

test('a batch lets the loop have its turn after each step', async () => {
  const server = await startOne()
  await putLines(server, 'kept', '{"node":{"path":"a.md"}}')
  const steps = Array.from({ length: 100 }, () => step)
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const answer = await post(server, '/v1/packets/batch', { graph: { id: 'kept' }, steps })
  isDone = true
  expect(answer.json().answers).toHaveLength(steps.length)
  expect(turns).toBeGreaterThanOrEqual(steps.length)
})

test('a client that leaves ends its batch between two steps', async () => {
  const config = loadConfig({ DATA_DIR: ':memory:' })
  const all = createServices(config, await openStore(config))
  const services = all.of(ANYONE)
  await services.keepGraph('kept', graph, new AbortController().signal)
  const left = new AbortController()
  setImmediate(() => left.abort(new Error('gone')))
  const steps = Array.from({ length: 1000 }, () => ({ ...step, scope: 'local', access: 'read' }) as const)
  const body = { value: { graph: { id: 'kept' }, steps }, source: '' }
  await expect(services.answerBatch(body, 'id', left.signal)).rejects.toThrow('gone')
  await all.close()
})
