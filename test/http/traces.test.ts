import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { total } from './exposition.ts'
import { attributesOf, otlpReceiver, type SentSpan } from './otlp-receiver.ts'
import { post, startOne, telemetryOf } from './service.ts'

const graph = { nodes: [{ path: 'a.md' }, { path: 'b.md' }], edges: [{ from: 'a.md', to: 'b.md' }], paths: [] }
const step = { scope: 'local', access: 'read', targets: ['a.md'] }
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${PARENT}-01`

async function traced(settings: Record<string, string> = {}) {
  const receiver = await otlpReceiver()
  const server = await startOne({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, ...settings })
  const spans = async () => {
    // The response hook, which ends the span, runs behind the answer.
    await new Promise(setImmediate)
    await telemetryOf.get(server)?.traces?.flush()
    return receiver.spans()
  }
  return { server, receiver, spans }
}

const isRequest = ({ kind }: SentSpan) => kind === 2
const below = (spans: readonly SentSpan[], parent: SentSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map(({ name }) => name)

test('a request is a span of its caller’s trace, with its stages and the calls of the store below it', async () => {
  const { server, receiver, spans } = await traced({ OTEL_SERVICE_NAME: 'docs-maps' })
  await server.inject({ method: 'PUT', url: '/v1/graphs/g', payload: graph })
  const body = { step: { ...step, runId: 'r' }, graph: { id: 'g' } }
  await post(server, '/v1/packets?explain=true', body, { traceparent, tracestate: 'a=1, b=2', 'x-request-id': 'mine' })
  const all = await spans()
  expect([...receiver.paths]).toEqual(['POST /v1/traces'])
  expect(receiver.resource()).toMatchObject({ 'service.name': 'docs-maps', 'service.version': expect.any(String) })
  const request = all.find(({ name }) => name === 'POST /v1/packets')
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2, traceState: 'a=1,b=2' })
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/packets',
    'http.response.status_code': 200,
    'stowage.request_id': 'mine',
    'stowage.packet.outcome': 'complete',
    'stowage.packet.limit': 'none',
    'stowage.packet.budget_use': expect.any(Number),
  })
  expect(below(all, request)).toEqual([
    'read',
    'parse',
    'store graphs.find',
    'trim',
    'explain',
    'write',
    'store runs.record',
  ])
  const ofTrace = all.filter(({ traceId }) => traceId === TRACE)
  for (const span of ofTrace) {
    expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request?.startTimeUnixNano ?? 0))
    expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request?.endTimeUnixNano ?? 0))
  }
  const put = all.find(({ name }) => name === 'PUT /v1/graphs/:id')
  expect(put?.parentSpanId ?? '').toBe('')
  expect(put?.traceId).not.toBe(TRACE)
})

test('work in a thread is a span with the wait for it and its stages below', async () => {
  const { server, spans } = await traced({ WORKER_BODY_BYTES: '0' })
  await Promise.all(['a', 'b'].map((id) => post(server, '/v1/packets', { step, graph }, { 'x-request-id': id })))
  await post(server, '/v1/packets', { step: { ...step, targets: [] }, graph })
  const all = await spans()
  const requests = all.filter(isRequest)
  expect(requests.map((one) => below(all, one))).toEqual(Array(3).fill(['read', 'job inlinePacket']))
  const jobs = all.filter(({ name }) => name === 'job inlinePacket')
  expect(jobs.map((job) => attributesOf(job)['stowage.job.end'])).toEqual(['done', 'done', 'refused'])
  expect(below(all, jobs[0])).toEqual(['queue', 'compile', 'trim', 'write'])
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(3)
  for (const job of jobs) expect(requests.map(({ traceId }) => traceId)).toContain(job.traceId)
})

test('two requests at once on one connection have each their own spans', async () => {
  const { server, spans } = await traced()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const ids = Array.from({ length: 8 }, (_, i) => `${i}`)
  const send = (id: string) =>
    fetch(`${address}/v1/packets`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': id,
        traceparent: `00-${TRACE.slice(1)}${id}-${PARENT}-01`,
      },
      body: JSON.stringify({ step: { ...step, runId: id }, graph }),
    }).then((answer) => answer.text())
  await Promise.all(ids.map(send))
  const all = await spans()
  for (const id of ids) {
    const own = all.filter(({ traceId }) => traceId === `${TRACE.slice(1)}${id}`)
    expect(own.map(({ name }) => name).sort()).toEqual(
      ['POST /v1/packets', 'compile', 'parse', 'read', 'store runs.record', 'trim', 'write'].sort(),
    )
  }
})

test('a body that the framework reads is told to the request that it is of', async () => {
  const { server, spans } = await traced()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const { hostname, port } = new URL(address)
  const body = JSON.stringify({ items: [1, 2, 3], maxItems: 2 })
  const socket = connect(Number(port), hostname)
  for (const id of ['a', 'b']) {
    const header = `host: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ntraceparent: 00-${TRACE.slice(1)}${id}-${PARENT}-01`
    socket.write(`POST /v1/tool-outputs/cap-list HTTP/1.1\r\n${header}\r\ncontent-length: ${body.length}\r\n\r\n`)
    // The body comes when it is asked for, not along with the header.
    await once(socket, 'data')
    socket.write(body)
    await once(socket, 'data')
  }
  socket.destroy()
  const all = await spans()
  for (const id of ['a', 'b']) {
    const own = all.filter(({ traceId }) => traceId === `${TRACE.slice(1)}${id}`)
    expect(own.map(({ name }) => name)).toEqual(['read', 'parse', 'POST /v1/tool-outputs/cap-list'])
  }
})

test('a failed call of the store and a 503 are errors with their kind', async () => {
  const { server, spans } = await traced()
  const put = (summary: string) =>
    server.inject({
      method: 'PUT',
      url: '/v1/graphs/g',
      payload: { nodes: [{ path: 'a.md', summary }], edges: [], paths: [], revision: '1' },
    })
  await put('one')
  await put('another')
  const failed = (await spans()).filter(({ status }) => status.code === 2)
  expect(failed.map(({ name }) => name)).toEqual(['store graphs.put'])
  expect(attributesOf(failed[0])['error.type']).toBe('graph-revision-conflict')
})

test('the answer says in traceresponse where it stands in the trace', async () => {
  const { server, spans } = await traced()
  const { headers } = await server.inject({ url: '/livez', headers: { traceparent } })
  const [, traceId, spanId, flags] = String(headers.traceresponse).split('-')
  const request = (await spans()).find(isRequest)
  expect([traceId, spanId, flags]).toEqual([TRACE, request?.spanId, '01'])
})

describe('sampling', () => {
  test('a caller that does not sample its trace gets no spans, and its trace goes on', async () => {
    const { server, spans } = await traced()
    const { headers } = await server.inject({ url: '/livez', headers: { traceparent: `00-${TRACE}-${PARENT}-00` } })
    expect(headers.traceresponse).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
    expect(await spans()).toEqual([])
  })

  test('TRACE_SHARE_BASIS_POINTS is of traces that begin here alone', async () => {
    const { server, spans } = await traced({ TRACE_SHARE_BASIS_POINTS: '0' })
    await server.inject('/livez')
    expect(await spans()).toEqual([])
    await server.inject({ url: '/livez', headers: { traceparent } })
    expect((await spans()).map(({ traceId }) => traceId)).toEqual([TRACE])
  })
})

test('a receiver that refuses costs no request, and what it did not take is counted', async () => {
  const receiver = await otlpReceiver(400)
  const server = await startOne({ OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/` })
  expect((await server.inject('/livez')).statusCode).toBe(200)
  await new Promise(setImmediate)
  await telemetryOf
    .get(server)
    ?.traces?.flush()
    .catch(() => {})
  expect(total((await server.inject('/metrics')).body, 'stowage_spans_lost_total')).toBe(1)
})

test('without a receiver no answer speaks of traces', async () => {
  const server = await startOne()
  const { headers } = await server.inject({ url: '/livez', headers: { traceparent } })
  expect(headers.traceresponse).toBeUndefined()
})
