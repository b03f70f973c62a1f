import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samplesOf } from './exposition.ts'
import { openLabels } from './label-values.ts'
import { post, startOne } from './service.ts'

const server = await startOne()
const metrics = async () => (await server.inject('/metrics')).body

/** Names as a caller chooses them; each is looked for in what is served. */
const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom('"} 1\nforged 1', 'a\\', '..', '%2e%2e%2f', '__proto__', 'none', 'x'.repeat(300), 'ä/ö'),
)
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'PURGE', 'TRACE')
const place = fc.constantFrom(
  '/',
  '/v1/graphs/',
  '/v1/runs/',
  '/v1/tool-outputs/',
  '/docs/static/',
  '/explorer/assets/',
)
const body = fc.oneof(
  name.map((text) => text),
  fc.record({ output: name, strategy: name, maxBytes: fc.integer() }),
  name.map((path) => ({
    step: { id: path, runId: path, scope: 'local', access: 'read', targets: [path], budgetTokens: 40 },
    graph: { nodes: [{ path, title: path, kind: path }], edges: [], paths: [], revision: path },
  })),
  name.map((path) => ({ nodes: [{ path, summary: path }], edges: [], paths: [], revision: path })),
  name.map((id) => ({ step: { scope: 'local', access: 'read', targets: [id] }, graph: { id, revision: id } })),
)

test('every label value is of a closed set, whatever is asked, sent and named', async () => {
  const request = fc.record({
    method,
    place,
    name,
    body,
    type: fc.constantFrom('application/json', 'x/y', 'text/plain'),
  })
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      const url = `${one.place}${encodeURIComponent(one.name.toWellFormed())}?${encodeURIComponent(one.name.toWellFormed())}`
      const headers = {
        'content-type': one.type,
        'x-request-id': 'given',
        'user-agent': 'told',
        'x-tenant': 'tenant-7',
      }
      const payload = typeof one.body === 'string' ? one.body : JSON.stringify(one.body)
      await server.inject({ method: one.method as 'GET', url, headers, payload })
      for (const route of ['/v1/packets', '/v1/tool-outputs/truncate']) await post(server, route, payload)
      expect(await openLabels(server, await metrics())).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('the number of series does not grow with the number of names', async () => {
  const ask = async (from: number) => {
    for (let i = from; i < from + 50; i++) {
      await server.inject({ method: 'PUT', url: `/v1/graphs/g${i}`, payload: { nodes: [], edges: [], paths: [] } })
      await server.inject(`/v1/graphs/g${i}`)
      await server.inject(`/v1/runs/r${i}`)
      await server.inject(`/nowhere/${i}`)
    }
    return samplesOf(await metrics()).length
  }
  expect(await ask(50)).toBe(await ask(100))
})
