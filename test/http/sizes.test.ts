import { expect, test } from 'vitest'
import { startService } from './service.ts'

const LIMITS = { GRAPH_MAX_PAGES: '3', GRAPH_MAX_LINKS: '2', GRAPH_MAX_TRAIL_PAGES: '4', STEP_MAX_PAGES: '3' }
const server = await startService(LIMITS)

const nodes = (count: number) => Array.from({ length: count }, (_, i) => ({ path: `${i}.md` }))
const edges = (count: number) => Array.from({ length: count }, () => ({ from: '0.md', to: '1.md' }))
const paths = (...lengths: number[]) => lengths.map((length) => ({ nodes: Array.from({ length }, () => '0.md') }))
const step = { scope: 'local', access: 'read', targets: ['0.md'] }

const FITS = { nodes: nodes(3), edges: edges(2), paths: paths(3, 0) }
const TOO_LARGE = [
  ['nodes', { ...FITS, nodes: nodes(4) }, 'has more than 3 pages (GRAPH_MAX_PAGES)'],
  ['edges', { ...FITS, edges: edges(3) }, 'has more than 2 links (GRAPH_MAX_LINKS)'],
  ['paths', { ...FITS, paths: paths(5) }, 'has more than 4 pages in its trails (GRAPH_MAX_TRAIL_PAGES)'],
  ['paths', { ...FITS, paths: paths(0, 0, 0, 0, 0) }, 'has more than 4 pages in its trails (GRAPH_MAX_TRAIL_PAGES)'],
] as const

const lines = ({
  nodes,
  edges,
  paths,
}: {
  nodes: readonly object[]
  edges: readonly object[]
  paths: readonly object[]
}) =>
  [...nodes.map((node) => ({ node })), ...edges.map((edge) => ({ edge })), ...paths.map((path) => ({ path }))]
    .map((line) => JSON.stringify(line))
    .join('\n')

const WAYS = [
  ['with a step', 'POST', '/v1/packets', '/graph', (graph: typeof FITS) => ({ step, graph })],
  ['with a plan', 'POST', '/v1/packets/plan', '/graph', (graph: typeof FITS) => ({ step, graph })],
  ['to keep', 'PUT', '/v1/graphs/kept', '', (graph: typeof FITS) => graph],
] as const

test.each(WAYS)('a graph that fits is taken %s', async (_way, method, url, _at, body) => {
  const answer = await server.inject({ method, url, payload: body(FITS) })
  expect(answer.statusCode).toBeLessThan(300)
})

test.each(
  WAYS.flatMap(([way, method, url, at, body]) =>
    TOO_LARGE.map(([list, graph, why]) => [way, list, method, url, at, body, graph, why] as const),
  ),
)(
  'one that is larger is refused %s, naming %s and the bound',
  async (_way, list, method, url, at, body, graph, why) => {
    const answer = await server.inject({ method, url, payload: body(graph as never) })
    expect(answer.json()).toMatchObject({ status: 422, code: 'graph-too-large', class: 'bound', retryable: false })
    expect(answer.json().errors).toEqual([{ path: `${at}/${list}`, message: why }])
  },
)

test.each(TOO_LARGE)('line by line: %s', async (list, graph, why) => {
  const headers = { 'content-type': 'application/x-ndjson' }
  const put = (sent: Parameters<typeof lines>[0]) =>
    server.inject({ method: 'PUT', url: '/v1/graphs/lines', headers, payload: lines(sent) })
  expect((await put(FITS)).statusCode).toBeLessThan(300)
  const refused = (await put(graph)).json()
  expect([refused.code, refused.errors]).toEqual(['graph-too-large', [{ path: `/${list}`, message: why }]])
})

test('changes that would make it larger are refused, and the base stays', async () => {
  const kept = await server.inject({ method: 'PUT', url: '/v1/graphs/changed', payload: { ...FITS, revision: '1' } })
  expect(kept.statusCode).toBe(201)
  const change = (upsert: object, remove: object = {}) =>
    server.inject({
      method: 'POST',
      url: '/v1/graphs/changed/changes',
      payload: { base: '1', revision: '2', upsert, remove },
    })
  const refused = (await change({ nodes: [{ path: 'new.md' }] })).json()
  expect([refused.code, refused.errors[0].path]).toEqual(['graph-too-large', '/upsert/nodes'])
  expect((await server.inject('/v1/graphs/changed')).json().items).toHaveLength(1)
  const answer = await change({ nodes: [{ path: 'new.md' }] }, { nodes: ['2.md'] })
  expect(answer.statusCode).toBe(201)
})

test.each([
  [{ targets: ['a', 'b', 'c', 'd'] }, '/step/targets', 4],
  [{ targets: ['a'], requestedPages: ['a', 'b', 'c'] }, '/step/requestedPages', 4],
])('a step that names more pages is refused: %j', async (named, path, count) => {
  for (const url of ['/v1/packets', '/v1/packets/plan']) {
    const answer = await server.inject({ method: 'POST', url, payload: { step: { ...step, ...named }, graph: FITS } })
    expect(answer.json()).toMatchObject({ status: 422, code: 'step-too-large', class: 'bound', retryable: false })
    expect(answer.json().errors).toEqual([
      { path, message: `${count} pages are named as targets and requested pages; at most 3 may be (STEP_MAX_PAGES)` },
    ])
  }
})

test('Markdown that makes a larger graph is refused', async () => {
  const files = Array.from({ length: 4 }, (_, i) => ({ path: `${i}.md`, content: '# Page' }))
  const answer = await server.inject({ method: 'POST', url: '/v1/graphs/from-markdown', payload: { files } })
  expect(answer.json()).toMatchObject({ status: 422, code: 'graph-too-large', class: 'bound' })
  expect(answer.json().errors[0].path).toBe('/graph/nodes')
})
