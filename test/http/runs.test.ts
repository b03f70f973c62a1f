import { expect, test } from 'vitest'
import { StoreError } from '../../src/store/store-error.ts'
import { post, startService } from './service.ts'

const server = await startService()
const graph = { revision: 'r1', nodes: [{ path: 'a.md', title: 'A' }, { path: 'b.md' }], edges: [], paths: [] }
const step = { id: 's1', runId: 'run', scope: 'local', access: 'read', targets: ['a.md'] }
const send = (more: object, on = server) => post(on, '/v1/packets', { step: { ...step, ...more }, graph })

test('a run answers every step, and an entry of limitOverflow for each that met a limit', async () => {
  expect((await send({})).json().recorded).toBe(true)
  expect((await send({ id: 's2', access: 'write', budgetTokens: 1 })).json()).toMatchObject({
    status: 422,
    recorded: true,
  })
  await send({ id: 's3', targets: ['a.md', 'gone.md'] })
  const run = (await server.inject('/v1/runs/run')).json()
  expect(
    run.steps.map((one: { stepId: string; refused: boolean; attempts: number }) => [
      one.stepId,
      one.refused,
      one.attempts,
    ]),
  ).toEqual([
    ['s1', false, 1],
    ['s2', true, 1],
    ['s3', false, 1],
  ])
  expect(run.limitOverflow).toMatchObject([
    { stepId: 's2', limit: { name: 'step.budgetTokens', configured: 1 }, unboundTargets: ['a.md'] },
  ])
  expect(JSON.stringify(run)).not.toContain('"title"')
})

test('asked for text/plain, a run is a report with its limitations', async () => {
  const report = await server.inject({ url: '/v1/runs/run', headers: { accept: 'text/plain' } })
  expect(report.headers['content-type']).toContain('text/plain')
  expect(report.body).toContain('LIMITATIONS\n  s2: step.budgetTokens allowed 1 tokens')
  expect(report.body).toContain('no context: gone.md')
})

test('a step that runs again replaces its record and keeps its place and the count of attempts', async () => {
  await send({ runId: 'again', id: 'x', budgetTokens: 1 })
  await send({ runId: 'again', id: 'y' })
  await send({ runId: 'again', id: 'x' })
  const { steps, limitOverflow } = (await server.inject('/v1/runs/again')).json()
  expect(steps.map((one: { stepId: string; attempts: number }) => [one.stepId, one.attempts])).toEqual([
    ['x', 2],
    ['y', 1],
  ])
  expect(limitOverflow).toEqual([])
})

test('steps without an id of their own are each a step', async () => {
  for (let i = 0; i < 3; i++) await send({ runId: 'unnamed', id: undefined })
  expect((await server.inject('/v1/runs/unnamed')).json().steps).toHaveLength(3)
})

test('a step without a run leaves nothing, and its answer says nothing of a record', async () => {
  expect((await send({ runId: undefined })).json()).not.toHaveProperty('recorded')
})

test('runs are listed newest first, page by page, degraded ones alone where asked, and removed', async () => {
  const own = await startService()
  for (const runId of ['one', 'two', 'three'])
    await send({ runId, ...(runId === 'two' ? { budgetTokens: 1 } : {}) }, own)
  const ids = (answer: { items: { runId: string }[] }) => answer.items.map(({ runId }) => runId)
  const first = (await own.inject('/v1/runs?limit=2')).json()
  expect(ids(first)).toEqual(['three', 'two'])
  expect(ids((await own.inject(`/v1/runs?limit=2&cursor=${first.next}`)).json())).toEqual(['one'])
  expect(ids((await own.inject('/v1/runs?degraded=true')).json())).toEqual(['two'])
  expect((await own.inject({ method: 'DELETE', url: '/v1/runs/two' })).statusCode).toBe(204)
  expect((await own.inject('/v1/runs/two')).json()).toMatchObject({ status: 404, code: 'run-unknown' })
  expect((await own.inject({ method: 'DELETE', url: '/v1/runs/two' })).statusCode).toBe(404)
})

test('a batch is recorded as its steps are', async () => {
  await server.inject({ method: 'PUT', url: '/v1/graphs/g', payload: graph })
  const steps = ['p', 'q'].map((id) => ({ ...step, runId: 'batch', id }))
  await post(server, '/v1/packets/batch', { graph: { id: 'g' }, steps })
  const run = (await server.inject('/v1/runs/batch')).json()
  expect(run.steps.map((one: { stepId: string; revision: string }) => [one.stepId, one.revision])).toEqual([
    ['p', 'r1'],
    ['q', 'r1'],
  ])
})

test('a packet never fails because its record could not be kept: the answer says so and why', async () => {
  const { RunRecorder } = await import('../../src/run-recorder.ts')
  const down = { record: () => Promise.reject(new StoreError('store-unavailable', 'gone')) } as never
  const recorder = new RunRecorder(down)
  const outcome = { kind: 'answered', contextPreflight: { status: 'complete' }, budget: {} } as never
  expect(await recorder.record([{ step: step as never, outcome, revision: null }])).toEqual([
    { recorded: false, reason: 'store-unavailable' },
  ])
})

test('a store that does not answer makes the service not ready, and is a 503 to those who need it', async () => {
  const rejects = () => Promise.reject(new StoreError('store-unavailable', 'gone'))
  const down = await startService({}, { check: rejects, graphs: { list: rejects } as never })
  const ready = await down.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'store-unavailable' }])
  const listed = await down.inject('/v1/graphs')
  expect(listed.json()).toMatchObject({ status: 503, code: 'store-unavailable', class: 'capacity', retryable: true })
  expect(listed.headers['retry-after']).toBe('1')
})

test.each([
  ['GET', '/v1/runs/a%00b', '/runId'],
  ['DELETE', '/v1/runs/a%00b', '/runId'],
  ['GET', `/v1/runs/${'x'.repeat(257)}`, '/runId'],
  ['GET', '/v1/graphs/a%00b', '/id'],
  ['DELETE', `/v1/graphs/${'x'.repeat(257)}`, '/id'],
  ['GET', '/v1/tool-outputs?runId=a%00b', '/runId'],
  ['GET', '/v1/tool-outputs/a%00b', '/ref'],
] as const)('%s %s: a name that no store can keep is a 400 that names it', async (method, url, path) => {
  const answer = await server.inject({ method, url })
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path])
})

test.each([
  [{ runId: 'a\0b' }, '/step/runId'],
  [{ id: '\ud800' }, '/step/id'],
  [{ runId: '' }, '/step/runId'],
])('a step’s own names are held to the same: %j', async (more, path) => {
  const step = { scope: 'local', access: 'read', targets: ['a'], ...more }
  const answer = await post(server, '/v1/packets', { step, graph: { nodes: [{ path: 'a' }], edges: [], paths: [] } })
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path])
})
