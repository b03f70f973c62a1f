import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getHeapStatistics } from 'node:v8'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { hasRoom } from '../../src/json-heap.ts'
import { post, startOne, startService } from './service.ts'

const server = await startService({ BODY_LIMIT_BYTES: '20000000' })
const step = { scope: 'local', access: 'read', targets: ['a.md'] }
const graph = { nodes: [{ path: 'a.md' }], edges: [], paths: [] }
const packets = (body: unknown, headers?: Record<string, string>) => post(server, '/v1/packets', body, headers)

test.each([
  ['{"step":', 8, 1, 9],
  ['{\n  "step": nope}', 13, 2, 12],
  ['', 0, 1, 1],
  ['{"a":1}}', 7, 1, 8],
  ['{"a":"\u0001"}', 6, 1, 7],
])('broken JSON %j is a 400 with its position', async (body, offset, line, column) => {
  const answer = await packets(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'body-invalid-json',
    class: 'request',
    retryable: false,
    position: { offset, line, column },
  })
})

test('a body that is no UTF-8 is a 400, not a guess', async () => {
  const answer = await packets(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'body-not-utf8'])
})

test('a byte order mark before the body is no fault', async () => {
  expect((await packets(`\uFEFF${JSON.stringify({ step, graph })}`)).statusCode).toBe(200)
})

test.each([
  ['{"step":{"__proto__":{"scope":"local"}}}'],
  ['{"graph":{"nodes":[{"path":"a","__proto__":{}}]}}'],
  ['{"step":{"host":{"capsule":{"\\u005f_proto__":1}}}}'],
])('a __proto__ key is refused: %s', async (body) => {
  const answer = await packets(body)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'body-forbidden-key'])
})

test('"__proto__" as a text is a text', async () => {
  const named = { nodes: [{ path: '__proto__', title: '"__proto__":' }], edges: [], paths: [] }
  const answer = await packets({ step: { ...step, targets: ['__proto__'] }, graph: named })
  expect(answer.json().packet.nodes).toEqual(named.nodes)
})

test.each(['[', '{"a":'])('3,000 levels of %s are a 400, wherever they stand', async (open) => {
  const close = open === '[' ? ']' : '}'
  const deep = `${open.repeat(3000)}1${close.repeat(3000)}`
  for (const body of [
    deep,
    `{"step":${deep}}`,
    `{"step":${JSON.stringify(step)},"graph":{"nodes":${deep},"edges":[],"paths":[]}}`,
  ]) {
    const answer = await packets(body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request-invalid'])
  }
  const capsule = `{"step":{"scope":"local","access":"read","targets":["a.md"],"host":{"capsule":${deep}}},"graph":${JSON.stringify(graph)}}`
  const items = `{"items":[${deep}],"maxItems":1}`
  for (const answer of [await packets(capsule), await post(server, '/v1/tool-outputs/cap-list', items)]) {
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'body-too-deep'])
  }
})

test('unknown fields are a 400 that names each, wherever they stand', async () => {
  const answer = await packets({
    step: { ...step, tragets: [] },
    graph: { ...graph, nodes: [{ path: 'a.md', 'ti~t/le': 'x' }] },
    limit: 1,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual([
    { path: '/limit', message: 'is not a known field' },
    { path: '/step/tragets', message: 'is not a known field' },
    { path: '/graph/nodes/0/ti~0t~1le', message: 'is not a known field' },
  ])
})

test('an unknown query parameter is a 400 that names it', async () => {
  const answer = await post(server, '/v1/packets?explian=true', { step, graph })
  expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: '/explian', message: 'is not a known field' }] })
})

test('an error names the field, the value and the bound', async () => {
  const answer = await packets({ step: { ...step, budgetTokens: -5, scope: 'locl', maxDistance: 1.5 }, graph })
  const messages = Object.fromEntries(
    answer.json().errors.map((e: { path: string; message: string }) => [e.path, e.message]),
  )
  expect(messages['/step/budgetTokens']).toMatch(/>=0.*got -5/)
  expect(messages['/step/scope']).toMatch(/"local"\|"change"\|"corpus".*got "locl"/)
  expect(messages['/step/maxDistance']).toMatch(/int.*got 1\.5/)
})

test('at most 50 errors are listed, and a million faults cost no more than fifty', async () => {
  const bad = `{"step":${JSON.stringify(step)},"graph":{"nodes":[${'1,'.repeat(1_000_000)}1],"edges":[{}],"paths":[{"nodes":[${'1,'.repeat(1_000_000)}1]}]}}`
  const answer = await packets(bad)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toHaveLength(50)
  expect(answer.json().errors[49].path).toBe('/graph/nodes/49')
})

test('a fault far into a long list has its own place', async () => {
  const nodes = Array.from({ length: 2000 }, (_, i) => ({ path: `${i}.md` as unknown }))
  nodes[1234].path = 7
  const paths = Array.from({ length: 2000 }, () => ({ nodes: ['a.md'] as unknown[] }))
  paths[777].nodes = [null]
  const answer = await packets({ step, graph: { nodes, edges: [], paths } })
  expect(answer.json().errors.map((e: { path: string }) => e.path)).toEqual([
    '/graph/nodes/1234/path',
    '/graph/paths/777/nodes/0',
  ])
})

test.each([
  ['text/plain', 'text/plain'],
  ['application/xml', 'application/xml'],
])('content type %s is a 415', async (_name, type) => {
  const answer = await packets(JSON.stringify({ step, graph }), { 'content-type': type })
  expect([answer.statusCode, answer.json().code, answer.headers.accept]).toEqual([
    415,
    'media-type-unsupported',
    'application/json',
  ])
})

test('every operation that takes a body refuses one that is not there, and lines where it reads none', async () => {
  const document = (await server.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, { requestBody?: object }>>
  }
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) => (requestBody === undefined ? [] : [{ method, path }])),
  )
  expect(operations.length).toBeGreaterThan(9)
  for (const { method, path } of operations) {
    const request = { method: method.toUpperCase() as 'POST', url: path.replace(/\{\w+\}/, 'a') }
    const without = await server.inject(request)
    expect([path, without.statusCode, without.json().errors]).toEqual([
      path,
      400,
      [{ path: '', message: 'is missing' }],
    ])
    const lines = await server.inject({
      ...request,
      headers: { 'content-type': 'application/x-ndjson' },
      payload: '{}',
    })
    const expected = method === 'put' ? [400, 'request-invalid'] : [415, 'media-type-unsupported']
    expect([path, lines.statusCode, lines.json().code]).toEqual([path, ...expected])
  }
})

test('a method that brings a body without a content type is a 415', async () => {
  const answer = await server.inject({ method: 'QUERY' as 'POST', url: '/v1/packets' })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'media-type-unsupported'])
})

test('a content encoding that is not supported is a 415', async () => {
  const answer = await packets(gzipSync(JSON.stringify({ step, graph })), { 'content-encoding': 'gzip' })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'content-encoding-unsupported'])
})

test('a body over BODY_LIMIT_BYTES is a 413', async () => {
  const answer = await packets(JSON.stringify({ step, graph, pad: 'x'.repeat(20_000_000) }))
  expect([answer.statusCode, answer.json().code, answer.json().class]).toEqual([413, 'body-too-large', 'bound'])
})

test.each([
  ['GET', '/v1/packets', 'POST'],
  ['DELETE', '/v1/tool-outputs/truncate', 'POST'],
  ['GET', '/v1/tool-outputs/cap-list?search=x', 'POST'],
  ['POST', '/livez', 'GET, HEAD'],
] as const)('%s %s is a 405 with Allow', async (method, url, allow) => {
  const answer = await server.inject({ method, url })
  expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([405, 'method-not-allowed', allow])
})

test('a body that would take more memory than there is for one is a 413, and the service goes on', async () => {
  // Three bytes each, and 100 on the heap.
  const items = Buffer.alloc(60_000_000, '{},')
  const body = Buffer.concat([Buffer.from('{"maxItems":1,"items":['), items, Buffer.from('{}]}')])
  const hasIts = hasRoom(body, getHeapStatistics().heap_size_limit / 4)
  const answer = await post(server, '/v1/tool-outputs/cap-list', body)
  expect(answer.statusCode).toBe(hasIts ? 200 : 413)
  expect((await server.inject('/livez')).statusCode).toBe(200)
})

test('an address that is not there is a 404', async () => {
  const answer = await server.inject('/v1/nothing?here=1')
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'route-not-found'])
})

test('an address that cannot be decoded is a 400', async () => {
  const answer = await server.inject('/v1/%zz')
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'http-malformed'])
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

test('two nodes with one NFC path are a 422 that lists them, at most 20, with the exact count', async () => {
  const nodes = Array.from({ length: 30 }, (_, i) => [{ path: `e\u0301${i}` }, { path: `\u00e9${i}` }]).flat()
  const answer = await packets({ step, graph: { ...graph, nodes } })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'graph-duplicate-path'])
  expect(answer.json().errors).toHaveLength(20)
  expect(answer.json().errorCount).toBe(30)
  expect(answer.json().errors[0]).toMatchObject({
    path: '/graph/nodes/1/path',
    message: expect.stringContaining('"é0"'),
  })
})

test('a node without a path is a 422 that names it', async () => {
  const answer = await packets({ step, graph: { ...graph, nodes: [{ path: 'a.md' }, { path: '\uFEFF' }] } })
  expect(answer.json()).toMatchObject({
    status: 422,
    code: 'graph-empty-path',
    errors: [{ path: '/graph/nodes/1/path' }],
  })
})

test('a field over MAX_FIELD_BYTES is a 422 that names it, its size and the bound', async () => {
  const small = await startService({ MAX_FIELD_BYTES: '10' })
  const nodes = [{ path: 'a.md', title: 'ääääää', summary: 'ten bytes.' }]
  const answer = await post(small, '/v1/packets', { step, graph: { ...graph, nodes } })
  expect(answer.json()).toMatchObject({ status: 422, code: 'field-too-long', class: 'bound', retryable: false })
  expect(answer.json().errors).toEqual([
    { path: '/graph/nodes/0/title', message: expect.stringMatching(/12 bytes.*10.*MAX_FIELD_BYTES/) },
  ])
})

test('a fault of the service is a 500 that tells nothing of it', async () => {
  const broken = await startService(
    {},
    {
      answerPacket: async () => {
        throw new Error('the page text would be here')
      },
    },
  )
  const answer = await post(broken, '/v1/packets', { step, graph })
  expect([answer.statusCode, answer.json().code, answer.json().class]).toEqual([
    500,
    'preflight-internal-failure',
    'internal',
  ])
  expect(answer.body).not.toContain('page text')
})

test('the request id comes back where it is fit for a header, and a new one where it is not', async () => {
  const own = await server.inject({ url: '/livez', headers: { 'x-request-id': 'step-17.a' } })
  expect(own.headers['x-request-id']).toBe('step-17.a')
  const strange = await server.inject({ url: '/livez', headers: { 'x-request-id': 'a b' } })
  expect(strange.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test.each([
  ['a request that is not HTTP', 'NONSENSE\r\n\r\n', 400, 'http-malformed'],
  [
    'a header of 100 KB',
    `GET /livez HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    431,
    'header-too-large',
  ],
])('%s is answered with a problem', async (_name, bytes, status, code) => {
  const live = await startService()
  await live.listen({ host: '127.0.0.1', port: 0 })
  const { port } = live.server.address() as { port: number }
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  const [head, body] = answer.split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status}`)
  expect(head).toContain('application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ status, code })
})

test('behind a request that asks for another protocol the connection ends with its answer', async () => {
  const live = await startOne()
  await live.listen({ host: '127.0.0.1', port: 0 })
  const { port } = live.server.address() as { port: number }
  const asks = 'GET /livez HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
  const socket = connect(port, '127.0.0.1', () => socket.write(`${asks}GET /livez HTTP/1.1\r\nhost: x\r\n\r\n`))
  const answers = (await text(socket)).split('HTTP/1.1 ').slice(1)
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200'])
  expect(answers[0]).toMatch(/^connection: close\r$/im)
})

test('a second Host header is a 400', async () => {
  const live = await startOne()
  await live.listen({ host: '127.0.0.1', port: 0 })
  const { port } = live.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET /livez HTTP/1.1\r\nhost: x\r\nHOST: y\r\nconnection: close\r\n\r\n'),
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*"code":"http-malformed"/s)
})
