import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { post, startService } from './service.ts'

const server = await startService()
const graph = {
  revision: 'r1',
  nodes: [
    { path: 'a.md', title: 'A', summary: 'About a.', kind: 'page' },
    { path: 'b"\\.md', title: 'B' },
    { path: 'c\n.md', summary: 'After a line end.' },
  ],
  edges: [
    { from: 'a.md', to: 'b"\\.md', kind: 'link' },
    { from: 'c\n.md', to: 'a.md' },
    { from: 'a.md', to: 'gone.md' },
  ],
  paths: [{ nodes: ['a.md', 'c\n.md'], kind: 'breadcrumb' }],
}
const step = { scope: 'local', access: 'read', targets: ['a.md'] }
const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.inject({
    method: 'PUT',
    url: `/v1/graphs/${encodeURIComponent(id)}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
const lines = (items: readonly object[]) => items.map((item) => JSON.stringify(item)).join('\n')
const asLines = (given: typeof graph) =>
  lines([
    { revision: given.revision },
    ...given.nodes.map((node) => ({ node })),
    ...given.edges.map((edge) => ({ edge })),
    ...given.paths.map((path) => ({ path })),
  ])
const NDJSON = { 'content-type': 'application/x-ndjson' }

test('a packet from a kept graph is the packet from the same graph sent inline', async () => {
  expect((await put('same', graph)).statusCode).toBe(201)
  for (const more of [{}, { budgetTokens: 60 }, { maxDistance: 1 }, { model: { tokenizer: 'cl100k_base' } }]) {
    const inline = await post(server, '/v1/packets', { step: { ...step, ...more }, graph })
    const kept = await post(server, '/v1/packets', { step: { ...step, ...more }, graph: { id: 'same' } })
    expect(kept.body).toBe(inline.body)
  }
})

test('same content again writes nothing, in whatever form and order it comes', async () => {
  const first = (await put('again', graph)).json()
  expect(first).toMatchObject({
    id: 'again',
    revision: 'r1',
    outcome: 'created',
    counts: { nodes: 3, edges: 2, paths: 1, summaries: 2 },
  })
  expect(first.graphIssues.danglingEdges.count).toBe(1)
  const shuffled = { ...graph, nodes: graph.nodes.toReversed(), edges: graph.edges.toReversed() }
  const byPlace = lines([
    { revision: 'r1' },
    ...graph.nodes.map((node) => ({ node })),
    { edges: [[0, 1]], kind: 'link' },
    { edge: { from: 2, to: 0 } },
    { edge: { from: 'a.md', to: 9 } },
    ...graph.paths.map((path) => ({ path })),
  ])
  const answers = [
    await put('again', shuffled),
    await put('again', asLines(graph), NDJSON),
    await put('again', gzipSync(asLines(graph)), { ...NDJSON, 'content-encoding': 'gzip' }),
    await put('again', `${byPlace}\n\n`, NDJSON),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ outcome: 'same', digest: first.digest, observed: first.observed })
  }
})

test('observed is the size of the packet of the whole graph', async () => {
  const { observed } = (await put('sized', graph)).json()
  const whole = await post(server, '/v1/packets', { step: { ...step, budgetTokens: observed }, graph: { id: 'sized' } })
  expect(whole.json()).toMatchObject({ packet: { tokens: observed }, contextPreflight: { status: 'complete' } })
  const less = await post(server, '/v1/packets', {
    step: { ...step, budgetTokens: observed - 1 },
    graph: { id: 'sized' },
  })
  expect(less.json().contextPreflight.limit.observed).toBe(observed)
})

test('a revision once named is immutable; taking a change back makes the old one current again', async () => {
  await put('changing', graph)
  const other = { ...graph, nodes: [...graph.nodes, { path: 'd.md' }] }
  const conflict = await put('changing', other)
  expect([conflict.statusCode, conflict.json().code, conflict.json().class]).toEqual([
    409,
    'graph-revision-conflict',
    'conflict',
  ])
  expect((await put('changing', { ...other, revision: 'r2' })).json().outcome).toBe('created')
  const current = await post(server, '/v1/packets', { step, graph: { id: 'changing' } })
  expect(current.json().packet).toMatchObject({ revision: 'r2', counts: { nodes: { total: 4 } } })
  const old = await post(server, '/v1/packets', { step, graph: { id: 'changing', revision: 'r1' } })
  expect(old.json().packet).toMatchObject({ revision: 'r1', counts: { nodes: { total: 3 } } })
  expect((await put('changing', graph)).json().outcome).toBe('switched')
  expect((await post(server, '/v1/packets', { step, graph: { id: 'changing' } })).json().packet.revision).toBe('r1')
})

test('an unknown graph is a 404; an unknown revision a 409 with the revisions there are', async () => {
  await put('known', graph)
  const graph404 = await post(server, '/v1/packets', { step, graph: { id: 'nowhere' } })
  expect([graph404.statusCode, graph404.json().code]).toEqual([404, 'graph-unknown'])
  const revision409 = await post(server, '/v1/packets', { step, graph: { id: 'known', revision: 'r9' } })
  expect(revision409.json()).toMatchObject({
    status: 409,
    code: 'graph-revision-unknown',
    revisions: ['r1'],
    retryable: false,
  })
  expect((await server.inject('/v1/graphs/nowhere')).statusCode).toBe(404)
  expect((await server.inject({ method: 'DELETE', url: '/v1/graphs/nowhere' })).statusCode).toBe(404)
})

test('graphs are listed and shown with their counts, page by page, and removed', async () => {
  const own = await startService()
  const send = (id: string, revision: string) =>
    own.inject({ method: 'PUT', url: `/v1/graphs/${id}`, payload: { ...graph, revision } })
  for (const id of ['b', 'a', 'c']) await send(id, 'r1')
  await send('a', 'r2')
  const first = (await own.inject('/v1/graphs?limit=2')).json()
  expect(
    first.items.map((item: { current: { id: string; revision: string }; revisions: number }) => [
      item.current.id,
      item.current.revision,
      item.revisions,
    ]),
  ).toEqual([
    ['a', 'r2', 2],
    ['b', 'r1', 1],
  ])
  const rest = (await own.inject(`/v1/graphs?limit=2&cursor=${first.next}`)).json()
  expect(rest.items.map((item: { current: { id: string } }) => item.current.id)).toEqual(['c'])
  expect(rest).not.toHaveProperty('next')
  const shown = (await own.inject('/v1/graphs/a')).json()
  expect(shown.items.map((item: { revision: string }) => item.revision)).toEqual(['r2', 'r1'])
  expect((await own.inject({ method: 'DELETE', url: '/v1/graphs/a' })).statusCode).toBe(204)
  expect((await own.inject('/v1/graphs/a')).statusCode).toBe(404)
  expect((await post(own, '/v1/packets', { step, graph: { id: 'a' } })).statusCode).toBe(404)
})

test.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=nonsense', 'offset=3'])(
  'a listing refuses ?%s',
  async (query) => {
    expect((await server.inject(`/v1/graphs?${query}`)).statusCode).toBe(400)
  },
)

test.each([
  ['a line that is no JSON', '{"node":{"path":"a"}}\n{"node":', 400, 'body-invalid-json', 'Line 2'],
  ['a node that is none', '{"node":{"path":7}}', 400, 'request-invalid', '/lines/1/node/path'],
  ['an unknown field', '{"node":{"path":"a","x":1}}', 400, 'request-invalid', '/lines/1/node/x'],
  ['two things on a line', '{"node":{"path":"a"},"path":{"nodes":[]}}', 400, 'request-invalid', 'Line 1'],
  ['a page after a link', '{"edges":[]}\n{"node":{"path":"a"}}', 400, 'request-invalid', 'Line 2'],
  ['a path given twice', '{"node":{"path":"a"}}\n{"node":{"path":"a"}}', 422, 'graph-duplicate-path', '/nodes/1/path'],
])(
  'NDJSON with %s is refused, naming the line, and the old revision serves on',
  async (_name, body, status, code, named) => {
    await put('steady', graph)
    const answer = await put('steady', body, NDJSON)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(answer.body).toContain(named)
    expect((await post(server, '/v1/packets', { step, graph: { id: 'steady' } })).json().packet.revision).toBe('r1')
  },
)

test('NDJSON that is no gzip though it says so is a 400; over GRAPH_LIMIT_BYTES it is a 413, also decompressed', async () => {
  const small = await startService({ GRAPH_LIMIT_BYTES: '1000' })
  const send = (payload: Buffer, headers: Record<string, string>) =>
    small.inject({ method: 'PUT', url: '/v1/graphs/x', headers: { ...NDJSON, ...headers }, payload })
  const big = Buffer.from(`{"node":{"path":"${'a'.repeat(2000)}"}}`)
  expect((await send(big, {})).json().code).toBe('body-too-large')
  expect((await send(gzipSync(big), { 'content-encoding': 'gzip' })).json().code).toBe('body-too-large')
  expect((await send(Buffer.from('no gzip'), { 'content-encoding': 'gzip' })).json()).toMatchObject({
    status: 400,
    code: 'body-not-gzip',
  })
  expect((await send(big, { 'content-encoding': 'br' })).statusCode).toBe(415)
})

test('a batch answers each step on its own, in order, all on one revision', async () => {
  await put('batch', graph)
  const steps = [
    { ...step, host: { capsule: 1 } },
    { ...step, access: 'write', budgetTokens: 1 },
    { ...step, access: 'write', budgetTokens: 1, host: { capsule: { n: 1 } } },
    { ...step, targets: ['c\n.md'] },
  ]
  const body = JSON.stringify({ graph: { id: 'batch' }, steps }).replace('"n":1', '"n":1e400')
  const answer = await post(server, '/v1/packets/batch', body)
  const { answers } = answer.json()
  expect(answers.map(({ status }: { status: number }) => status)).toEqual([200, 422, 200, 200])
  expect(answers[0].answer.hostCapsule).toBe(1)
  expect(answers[1].problem).toMatchObject({
    code: 'preflight-budget-exceeded',
    contextPreflight: { status: 'degraded' },
  })
  expect(answer.body).toContain('"hostCapsule":{"n":1e400}')
  for (const [i, one] of [0, 3].entries()) {
    const alone = await post(server, '/v1/packets', { step: steps[one], graph: { id: 'batch' } })
    expect(answers[one].answer, String(i)).toEqual(alone.json())
  }
  expect((await post(server, '/v1/packets/batch', { graph: { id: 'nowhere' }, steps })).statusCode).toBe(404)
  expect((await post(server, '/v1/packets/batch', { graph: { id: 'batch' }, steps: [] })).statusCode).toBe(400)
  const many = await post(server, '/v1/packets/batch', {
    graph: { id: 'batch' },
    steps: Array.from({ length: 1001 }, () => step),
  })
  expect(many.statusCode).toBe(400)
})

test('Accept: text/markdown answers the bare text, with the record in a header', async () => {
  const headers = { accept: 'text/markdown' }
  const json = (await post(server, '/v1/packets', { step: { ...step, targets: ['ä', 'a.md'] }, graph })).json()
  const text = await post(server, '/v1/packets', { step: { ...step, targets: ['ä', 'a.md'] }, graph }, headers)
  expect(text.headers['content-type']).toContain('text/markdown')
  expect(text.body).toBe(json.packet.text)
  expect(JSON.parse(String(text.headers['context-preflight']))).toEqual(json.contextPreflight)
  const refused = await post(
    server,
    '/v1/packets',
    { step: { ...step, access: 'write', budgetTokens: 0 }, graph },
    headers,
  )
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([422, expect.stringContaining('problem+json')])
})

test('a faulty field of a graph that was sent on its own is named from its own root', async () => {
  const small = await startService({ MAX_FIELD_BYTES: '4' })
  const payload = { nodes: [{ path: 'a' }, { path: 'a.mdx' }], edges: [], paths: [], revision: 'longer' }
  const answer = await small.inject({ method: 'PUT', url: '/v1/graphs/x', payload })
  expect(answer.json().errors.map(({ path }: { path: string }) => path)).toEqual(['/nodes/1/path', '/revision'])
})

test.each([
  ['of 256 characters of any script', '😀'.repeat(128), 201],
  ['with slashes, quotes and spaces', 'team/docs "v2"', 201],
  ['that is too long', 'x'.repeat(257), 400],
  ['with a line end', 'a\nb', 400],
])('a name %s is a name or is refused, never lost', async (_name, id, status) => {
  expect((await put(id, graph)).statusCode).toBe(status)
  if (status === 201) {
    const answer = await post(server, '/v1/packets', { step, graph: { id } })
    expect(answer.json().packet.revision).toBe('r1')
  }
})

test('an empty graph is kept, and has no page to draw a map around', async () => {
  for (const [body, headers] of [
    ['', NDJSON],
    [{ nodes: [], edges: [], paths: [], revision: 'r' }, {}],
  ] as const) {
    expect([200, 201]).toContain((await put('empty', body, headers)).statusCode)
    const answer = await post(server, '/v1/packets', { step, graph: { id: 'empty' } })
    expect(answer.json()).toMatchObject({ packet: null, contextPreflight: { reason: 'preflight-target-unbound' } })
  }
})

test('a graph without a body, or of another media type, is refused', async () => {
  expect((await put('x', '')).json().code).toBe('body-invalid-json')
  expect((await put('x', 'a,b', { 'content-type': 'text/csv' })).statusCode).toBe(415)
  expect((await put('x', { nodes: [{}], edges: [], paths: [] })).json().errors[0].path).toBe('/nodes/0/path')
})

test('a revision that no store can keep is refused by name, in whatever form the graph comes', async () => {
  const long = { ...graph, revision: 'r'.repeat(257) }
  const changes = { base: 'r1', revision: long.revision }
  await put('long', graph)
  for (const answer of [
    await put('long', long),
    await put('long', asLines(long), NDJSON),
    await post(server, '/v1/graphs/long/changes', changes),
  ]) {
    expect([answer.statusCode, answer.json().code, answer.json().errors[0].path]).toEqual([
      422,
      'field-too-long',
      '/revision',
    ])
  }
  expect((await put('long', { ...graph, revision: '😀'.repeat(256) })).statusCode).toBe(201)
})

test('the pages of a kept graph: all, by prefix, by a text in path or title; a listing stays in its revision', async () => {
  const pages = (query: string) => server.inject(`/v1/graphs/listed/pages?${query}`)
  await put('listed', graph)
  expect((await pages('')).json()).toEqual({
    id: 'listed',
    revision: 'r1',
    total: 3,
    items: [{ path: 'a.md', title: 'A', kind: 'page' }, { path: 'b"\\.md', title: 'B' }, { path: 'c\n.md' }],
  })
  const paths = async (query: string) => (await pages(query)).json().items.map(({ path }: { path: string }) => path)
  expect(await paths('prefix=c')).toEqual(['c\n.md'])
  expect(await paths('search=B')).toEqual(['b"\\.md'])
  expect(await paths('search=MD&prefix=a')).toEqual(['a.md'])
  expect(await paths('search=nothing')).toEqual([])

  const first = (await pages('limit=2')).json()
  expect(first.items).toHaveLength(2)
  await put('listed', { ...graph, revision: 'r2', nodes: [{ path: 'new.md' }] })
  const cursor = encodeURIComponent(first.next)
  expect((await pages(`limit=2&cursor=${cursor}`)).json()).toEqual({
    id: 'listed',
    revision: 'r1',
    total: 3,
    items: [{ path: 'c\n.md' }],
  })
  expect((await pages('')).json()).toMatchObject({ revision: 'r2', total: 1 })
  expect(await paths('revision=r1&prefix=b')).toEqual(['b"\\.md'])
  const refused = [
    [`revision=r2&cursor=${cursor}`, 400, 'cursor-unknown'],
    ['cursor=bm90aGluZw', 400, 'cursor-unknown'],
    [`cursor=${Buffer.from('["pages","r1",-1]').toString('base64url')}`, 400, 'cursor-unknown'],
    [`cursor=${Buffer.from('["graphs","r1",1]').toString('base64url')}`, 400, 'cursor-unknown'],
    ['revision=r9', 409, 'graph-revision-unknown'],
    ['limit=1001', 400, 'request-invalid'],
    ['search=', 400, 'request-invalid'],
  ] as const
  for (const [query, status, code] of refused) {
    const answer = await pages(query)
    expect([query, answer.statusCode, answer.json().code]).toEqual([query, status, code])
  }
  expect((await server.inject('/v1/graphs/none/pages')).json()).toMatchObject({ status: 404, code: 'graph-unknown' })
})

test('an answer reads no more of paths and titles than GRAPH_LIST_BYTES, and says where to go on', async () => {
  const small = await startService({ GRAPH_LIST_BYTES: '40' })
  const nodes = Array.from({ length: 30 }, (_, i) => ({ path: `${String(i).padStart(2, '0')}.md` }))
  const payload = { nodes: [...nodes, { path: 'zz.md', title: 'Wanted' }], edges: [], paths: [] }
  await small.inject({ method: 'PUT', url: '/v1/graphs/g', payload })
  const found: string[] = []
  let answers = 0
  for (let cursor: string | undefined = ''; cursor !== undefined; answers++) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const answer = (await small.inject(`/v1/graphs/g/pages?search=wanted${query}`)).json()
    found.push(...answer.items.map(({ path }: { path: string }) => path))
    cursor = answer.next
  }
  expect(found).toEqual(['zz.md'])
  expect(answers).toBeGreaterThan(4)
})
