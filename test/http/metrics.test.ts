import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { StoreError } from '../../src/store/store-error.ts'
import type { JobSeen } from '../../src/telemetry/observer.ts'
import { JobPool } from '../../src/workers/job-pool.ts'
import { total } from './exposition.ts'
import { post, startOne } from './service.ts'

const nodes = Array.from({ length: 40 }, (_, i) => ({ path: `${i}.md`, title: `Page ${i}`, summary: 'Of the forty.' }))
const graph = { nodes, edges: nodes.slice(1).map(({ path }) => ({ from: '0.md', to: path })), paths: [] }
const step = { scope: 'local', access: 'read', targets: ['0.md'] }
const metricsOf = async (server: FastifyInstance) => (await server.inject('/metrics')).body

describe.each([
  ['in the loop', String(Number.MAX_SAFE_INTEGER)],
  ['in threads', '0'],
])('%s', (_where, WORKER_BODY_BYTES) => {
  test('each packet is counted once, by what became of it and by the limit it met, with its use of the budget', async () => {
    const server = await startOne({ WORKER_BODY_BYTES })
    const sent = [
      ['complete', 'none', step],
      ['complete', 'none', { ...step, scope: 'corpus' }],
      ['trimmed', 'step-budget', { ...step, budgetTokens: 200 }],
      ['does-not-fit', 'step-budget', { ...step, budgetTokens: 1 }],
      ['refused', 'step-budget', { ...step, budgetTokens: 1, access: 'write' }],
      ['unbound', 'none', { ...step, targets: ['0.md', 'gone.md'] }],
      ['no-target', 'none', { ...step, targets: ['gone.md'] }],
    ] as const
    for (const [, , one] of sent) await post(server, '/v1/packets', { step: one, graph })
    const text = await metricsOf(server)
    for (const [outcome, limit] of new Set(sent)) {
      const same = sent.filter((other) => other[0] === outcome && other[1] === limit)
      expect([outcome, total(text, 'stowage_packets_total', { outcome, limit })]).toEqual([outcome, same.length])
    }
    expect(total(text, 'stowage_packets_total')).toBe(sent.length)
    expect(total(text, 'stowage_packet_budget_use_ratio_count')).toBe(4)
    // Three fill less than a quarter of thousands of tokens, the trimmed one nearly all of its 200.
    expect(total(text, 'stowage_packet_budget_use_ratio_bucket', { le: '0.5' })).toBe(3)
    expect(total(text, 'stowage_packet_budget_use_ratio_bucket', { le: '1' })).toBe(4)
  })

  test('the steps of a batch are counted one by one', async () => {
    const server = await startOne({ WORKER_BODY_BYTES })
    await server.inject({ method: 'PUT', url: '/v1/graphs/g', payload: graph })
    const steps = [step, { ...step, budgetTokens: 200 }, { ...step, targets: ['gone.md'] }]
    expect((await post(server, '/v1/packets/batch', { graph: { id: 'g' }, steps })).statusCode).toBe(200)
    const text = await metricsOf(server)
    const counted = ['complete', 'trimmed', 'no-target'].map((outcome) =>
      total(text, 'stowage_packets_total', { outcome }),
    )
    expect(counted).toEqual([1, 1, 1])
  })

  test('each cut of a tool output is counted by strategy and limit, with bytes in and bytes kept', async () => {
    const server = await startOne({ WORKER_BODY_BYTES })
    const cut = (body: object) => post(server, '/v1/tool-outputs/truncate', body)
    await cut({ output: 'x'.repeat(100), maxBytes: 40 })
    await cut({ output: 'x'.repeat(100), maxChars: 30, strategy: 'tail' })
    await cut({ output: 'a b '.repeat(50), maxTokens: 5, strategy: 'head-tail' })
    await cut({ output: JSON.stringify(Array(50).fill('item')), maxBytes: 100, strategy: 'json' })
    await cut({ output: 'short' })
    const outputs = [{ output: 'y'.repeat(3000) }, { output: 'z' }]
    await post(server, '/v1/tool-outputs/truncate-batch', { maxBytes: 1500, outputs })
    const text = await metricsOf(server)
    const count = (strategy: string, limit: string) => total(text, 'stowage_tool_outputs_total', { strategy, limit })
    expect(count('head', 'maxBytes')).toBe(2)
    expect(count('tail', 'maxChars')).toBe(1)
    expect(count('head-tail', 'maxTokens')).toBe(1)
    expect(count('json', 'maxBytes')).toBe(1)
    expect(count('head', 'none')).toBe(2)
    const bytesIn = total(text, 'stowage_tool_output_bytes_total')
    expect(bytesIn).toBe(100 + 100 + 200 + JSON.stringify(Array(50).fill('item')).length + 5 + 3000 + 1)
    const kept = total(text, 'stowage_tool_output_kept_bytes_total')
    expect(kept).toBeGreaterThan(40 + 30 + 5 + 1000)
    expect(kept).toBeLessThan(bytesIn)
  })

  test('the stages of a packet are timed wherever it is made', async () => {
    const server = await startOne({ WORKER_BODY_BYTES })
    await post(server, '/v1/packets?explain=true', { step, graph })
    await post(server, '/v1/tool-outputs/truncate', { output: 'x' })
    const text = await metricsOf(server)
    const timed = (stage: string) => total(text, 'stowage_stage_duration_seconds_count', { stage })
    const stages = ['read', 'compile', 'trim', 'explain', 'write', 'parse', 'cut'].map((stage) => [
      stage,
      timed(stage) > 0,
    ])
    expect(stages).toEqual(stages.map(([stage]) => [stage, true]))
    expect(timed('queue')).toBe(WORKER_BODY_BYTES === '0' ? 2 : 0)
    expect(total(text, 'stowage_jobs_total', { end: 'done' })).toBe(WORKER_BODY_BYTES === '0' ? 2 : 0)
  })
})

test('requests are counted by method, template and status, also those that never reach a route', async () => {
  const server = await startOne()
  await post(server, '/v1/packets', { step, graph })
  await post(server, '/v1/packets', 'no JSON')
  await server.inject('/v1/graphs/secret-name')
  await server.inject('/no/such/place')
  await server.inject('/%zz')
  await server.inject('/v1/graphs/..%2f..%2fetc')
  await server.inject({ method: 'DELETE', url: '/livez' })
  const text = await metricsOf(server)
  const count = (method: string, route: string, status: string) =>
    total(text, 'stowage_request_duration_seconds_count', { method, route, status })
  expect(count('POST', '/v1/packets', '200')).toBe(1)
  expect(count('POST', '/v1/packets', '400')).toBe(1)
  expect(count('GET', '/v1/graphs/:id', '404')).toBe(2)
  expect(count('GET', 'none', '404')).toBe(1)
  expect(count('GET', 'none', '400')).toBe(1)
  expect(count('DELETE', 'none', '405')).toBe(1)
})

test('what is no HTTP is counted too, and nothing stays in flight but the request for the metrics', async () => {
  const server = await startOne()
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as { port: number }
  for (const bytes of [
    'nonsense\r\n\r\n',
    `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    'GET /livez HTTP/1.1\r\n\r\n',
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.end(bytes).resume()
    await once(socket, 'close')
  }
  await server.inject('/livez')
  const text = await metricsOf(server)
  const malformed = (status: string) =>
    total(text, 'stowage_request_duration_seconds_count', { method: 'other', status })
  expect([malformed('400'), malformed('431')]).toEqual([1, 1])
  expect(total(text, 'stowage_requests_in_flight')).toBe(1)
})

test('the cache counts hits, misses, loads and what makes room for others', async () => {
  const server = await startOne({ GRAPH_CACHE_BYTES: '12000' })
  const put = (id: string) =>
    server.inject({ method: 'PUT', url: `/v1/graphs/${id}`, payload: { ...graph, revision: '1' } })
  const ask = (id: string) => post(server, '/v1/packets', { step, graph: { id } })
  await put('a')
  await ask('a')
  await ask('a')
  const one = await metricsOf(server)
  expect(total(one, 'stowage_graph_cache_hits_total')).toBe(2)
  expect(total(one, 'stowage_graph_cache_misses_total')).toBe(0)
  expect(total(one, 'stowage_graph_cache_entries')).toBe(1)
  expect(total(one, 'stowage_graph_cache_bytes')).toBeGreaterThan(1000)
  await put('b')
  await put('c')
  await ask('a')
  const two = await metricsOf(server)
  expect(total(two, 'stowage_graph_cache_misses_total')).toBe(1)
  expect(total(two, 'stowage_graph_cache_loads_total')).toBe(1)
  expect(total(two, 'stowage_graph_cache_evictions_total')).toBeGreaterThan(1)
  expect(total(two, 'stowage_graph_cache_bytes')).toBeLessThanOrEqual(12_000)
})

test('the pools tell their threads, and jobs that found no room', async () => {
  const server = await startOne({ WORKER_BODY_BYTES: '0', WORKER_THREADS: '1', WORKER_QUEUE: '1' })
  const pool = { pool: 'work' }
  expect(total(await metricsOf(server), 'stowage_pool_threads', pool)).toBe(0)
  await Promise.all(Array.from({ length: 4 }, () => post(server, '/v1/packets', { step, graph })))
  const text = await metricsOf(server)
  const told = ['threads', 'busy_threads', 'queued', 'threads_started_total', 'threads_died_total', 'refused_total']
  expect(told.map((name) => total(text, `stowage_pool_${name}`, pool))).toEqual([1, 0, 0, 1, 0, 2])
  // One that is refused before its body is read has not become a job.
  expect(total(text, 'stowage_jobs_total', { task: 'inlinePacket', end: 'no-room' })).toBeLessThanOrEqual(2)
  expect(total(text, 'stowage_pool_threads', { pool: 'ingest' })).toBe(0)
})

test('a thread that dies in mid-job is told with its job, one that is closed is not', async () => {
  const seen: JobSeen[] = []
  const pool = new JobPool(
    { config: loadConfig({}), models: { compositions: [], profiles: [] }, tables: new Map() },
    {
      threads: 1,
      queue: 0,
      names: { threads: '', queue: '' },
      observer: { job: (job) => void seen.push(job) },
      file: new URL('./dying-worker.ts', import.meta.url),
    },
  )
  const input = { body: new Uint8Array(3), wanted: { form: 'json' as const } }
  await expect(pool.run('inlinePacket', input, [], new AbortController().signal)).rejects.toThrow()
  await pool.close()
  expect(seen).toMatchObject([{ job: 'inlinePacket', end: 'failed', worked: undefined }])
  expect(pool.figures()).toEqual({ threads: 0, busy: 0, queued: 0, refused: 0, started: 1, died: 1 })
})

test('calls of the store are timed by operation, and their errors counted by kind', async () => {
  const server = await startOne()
  const put = (summary: string) =>
    server.inject({
      method: 'PUT',
      url: '/v1/graphs/g',
      payload: { nodes: [{ path: 'a.md', summary }], edges: [], paths: [], revision: '1' },
    })
  await put('one')
  await put('another')
  const text = await metricsOf(server)
  expect(total(text, 'stowage_store_duration_seconds_count', { operation: 'graphs.put' })).toBe(2)
  const kind = 'graph-revision-conflict'
  expect(total(text, 'stowage_store_errors_total', { operation: 'graphs.put', kind })).toBe(1)
  expect(total(text, 'stowage_store_ready')).toBe(1)
})

test('a store that does not answer, or not in a second, is not ready', async () => {
  const { Metrics } = await import('../../src/telemetry/metrics.ts')
  const readyWith = async (check: () => Promise<void>) => {
    const metrics = new Metrics({ version: '0', process: false })
    const none = { threads: 0, busy: 0, queued: 0, refused: 0, started: 0, died: 0 }
    const cache = { entries: 0, bytes: 0, hits: 0, misses: 0, loads: 0, evictions: 0 }
    metrics.watch(() => ({ pools: { work: none, ingest: none }, cache }), check)
    return total(await metrics.text(), 'stowage_store_ready')
  }
  expect(await readyWith(async () => {})).toBe(1)
  expect(await readyWith(() => Promise.reject(new StoreError('store-unavailable', 'gone')))).toBe(0)
  expect(await readyWith(() => new Promise(() => {}))).toBe(0)
})

test('METRICS=off and METRICS_PORT take /metrics from this port', async () => {
  for (const settings of [{ METRICS: 'off' }, { METRICS_PORT: '0' }] as Record<string, string>[]) {
    const server = await startOne(settings)
    expect((await server.inject('/metrics')).statusCode).toBe(404)
  }
})
