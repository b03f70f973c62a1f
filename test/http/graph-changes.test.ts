import { expect, test } from 'vitest'
import { post, startService } from './service.ts'

const server = await startService()
const graph = {
  revision: 'r1',
  nodes: [{ path: 'a.md', title: 'A', summary: 'About a.' }, { path: 'b.md', title: 'B' }, { path: 'c.md' }],
  edges: [
    { from: 'a.md', to: 'b.md', kind: 'link' },
    { from: 'b.md', to: 'c.md', kind: 'link' },
  ],
  paths: [{ nodes: ['a.md', 'b.md'], kind: 'breadcrumb' }],
}
const put = (id: string, payload: object) => server.inject({ method: 'PUT', url: `/v1/graphs/${id}`, payload })
const change = (id: string, body: unknown) => post(server, `/v1/graphs/${id}/changes`, body)

test('the next revision is what a PUT of the whole would keep: digest, counts, size, packets', async () => {
  await put('changed', graph)
  const changes = {
    base: 'r1',
    revision: 'r2',
    remove: { nodes: ['b.md'] },
    upsert: { nodes: [{ path: 'd.md', title: 'D' }], edges: [{ from: 'a.md', to: 'd.md', kind: 'link' }] },
  }
  const answer = await change('changed', changes)
  expect(answer.statusCode).toBe(201)
  const { changes: done, ...kept } = answer.json()
  expect(done).toEqual({
    nodes: { added: 1, replaced: 0, removed: 1 },
    edges: { added: 1, removed: 2 },
    paths: { added: 0, removed: 1 },
    notThere: 0,
  })
  const nodes = [graph.nodes[0], graph.nodes[2], { path: 'd.md', title: 'D' }]
  const whole = { revision: 'r2', nodes, edges: changes.upsert.edges, paths: [] }
  const same = await put('changed', whole)
  expect(same.statusCode).toBe(200)
  expect(same.json()).toEqual({ ...kept, outcome: 'same' })
  const step = { scope: 'local', access: 'read', targets: ['a.md'] }
  const packet = await post(server, '/v1/packets', { step, graph: { id: 'changed' } })
  expect(packet.body).toBe((await post(server, '/v1/packets', { step, graph: whole })).body)
  const before = await post(server, '/v1/packets', { step, graph: { id: 'changed', revision: 'r1' } })
  expect(before.json().packet.revision).toBe('r1')
})

test('the same changes again write nothing; without a revision the content names it', async () => {
  await put('again', graph)
  const changes = { base: 'r1', upsert: { nodes: [{ path: 'd.md' }] } }
  const first = await change('again', changes)
  expect([first.statusCode, first.json().outcome]).toEqual([201, 'created'])
  const second = await change('again', changes)
  expect([second.statusCode, second.json().outcome]).toEqual([200, 'same'])
  expect(second.json().revision).toBe(first.json().revision)
})

test('a base that is gone is 409 with the revisions there are, an unknown graph 404, another content 409', async () => {
  await put('based', graph)
  const gone = await change('based', { base: 'r0' })
  expect([gone.statusCode, gone.json().code, gone.json().revisions]).toEqual([409, 'graph-revision-unknown', ['r1']])
  const unknown = await change('nowhere', { base: 'r1' })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'graph-unknown'])
  const taken = await change('based', { base: 'r1', revision: 'r1', remove: { nodes: ['a.md'] } })
  expect([taken.statusCode, taken.json().code]).toEqual([409, 'graph-revision-conflict'])
})

test('links to pages that are not there are left out and counted', async () => {
  await put('dangling', graph)
  const upsert = { edges: [{ from: 'a.md', to: 'gone.md' }], paths: [{ nodes: ['gone.md'] }, { nodes: [] }] }
  const { graphIssues, changes } = (await change('dangling', { base: 'r1', upsert })).json()
  expect(graphIssues.danglingEdges).toEqual({ count: 1, examples: ['a.md -> gone.md'] })
  expect([graphIssues.danglingPaths.count, graphIssues.emptyPaths.count]).toEqual([1, 1])
  expect(changes.edges.added).toBe(0)
})

test.each([
  [{}, '/base'],
  [{ base: '' }, '/base'],
  [{ base: 'r1', upsert: { nodes: [{ title: 'T' }] } }, '/upsert/nodes/0/path'],
  [{ base: 'r1', remove: { nodes: [1] } }, '/remove/nodes/0'],
  [{ base: 'r1', remove: { pages: [] } }, '/remove/pages'],
  [{ base: 'r1', nodes: [] }, '/nodes'],
])('a bad change is named: %j', async (body, path) => {
  await put('bad', graph)
  const answer = await change('bad', body)
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path])
})

test('two pages of one path, and a field that is too long, are refused with their place; the revision stays', async () => {
  await put('refused', graph)
  const twice = await change('refused', { base: 'r1', upsert: { nodes: [{ path: 'x' }, { path: 'x' }] } })
  expect([twice.statusCode, twice.json().errors[0].path]).toEqual([422, '/upsert/nodes/1/path'])
  const long = await change('refused', { base: 'r1', upsert: { nodes: [{ path: 'x', title: 'x'.repeat(9_000_000) }] } })
  expect([long.statusCode, long.json().errors[0].path]).toEqual([422, '/upsert/nodes/0/title'])
  expect((await server.inject('/v1/graphs/refused')).json().items).toHaveLength(1)
})
