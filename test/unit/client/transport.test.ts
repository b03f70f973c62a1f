import { expect, test } from 'vitest'
import { StowageClient, StowageConnectionError, StowageError } from '../../../src/client/index.ts'
import { answer, drop, problem, rejection, scripted } from './scripted-server.ts'

const ok = answer(200, { items: [] })

test('what is retryable is sent again until it is answered', async () => {
  const { client, requests } = await scripted([problem(503, {}), drop, answer(503, 'a proxy'), ok])
  expect(await client.listGraphs()).toEqual({ items: [] })
  expect(requests).toHaveLength(4)
})

test('after the last retry the refusal is a typed error, with all of the problem document', async () => {
  const limit = { name: 'step.budgetTokens', configured: 5, observed: 40 }
  const contextPreflight = { status: 'degraded', reason: 'preflight-budget-exceeded', limit }
  const { client, requests } = await scripted([problem(503, { contextPreflight }, { 'retry-after': '0' })], {
    retries: 1,
  })
  const error = await rejection(client.listGraphs())
  expect(error).toBeInstanceOf(StowageError)
  expect(error).toMatchObject({
    message: 'Not now.',
    status: 503,
    code: 'workers-busy',
    class: 'capacity',
    retryable: true,
    retryAfterMs: 0,
    limit,
    problem: { contextPreflight },
  })
  expect(requests).toHaveLength(2)
})

test('what is not retryable is sent once', async () => {
  const { client, requests } = await scripted([
    problem(422, { code: 'request-invalid', class: 'request', retryable: false }),
  ])
  await expect(client.listGraphs()).rejects.toMatchObject({ status: 422, code: 'request-invalid', class: 'request' })
  expect(requests).toHaveLength(1)
})

test('a Retry-After over the longest wait is not waited for: the error says what was asked', async () => {
  const { client, requests } = await scripted([problem(503, {}, { 'retry-after': '3600' })])
  await expect(client.listGraphs()).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
  expect(requests).toHaveLength(1)
})

test.each([
  [404, 'http-404', 'request', false],
  [401, 'http-401', 'auth', false],
  [302, 'http-302', 'request', false],
  [500, 'http-500', 'internal', false],
  [429, 'http-429', 'capacity', true],
  [502, 'http-502', 'capacity', true],
])('an answer %i that is no problem document is a typed error too', async (status, code, errorClass, retryable) => {
  const { client, requests } = await scripted([answer(status, 'a proxy')], { retries: 1 })
  await expect(client.listGraphs()).rejects.toMatchObject({ status, code, class: errorClass, retryable })
  expect(requests).toHaveLength(retryable ? 2 : 1)
})

test('a problem document that is broken is told by its status', async () => {
  const broken = { 'content-type': 'application/problem+json' }
  const { client } = await scripted([(reply) => void reply.writeHead(500, broken).end('{"code"')])
  await expect(client.listGraphs()).rejects.toMatchObject({ code: 'http-500', problem: undefined })
})

test('a service that is not there and a connection that is lost are connection errors, told apart', async () => {
  const { client } = await scripted([drop], { retries: 0 })
  await expect(client.listGraphs()).rejects.toMatchObject({ name: 'StowageConnectionError', unsent: false })
  const nobody = new StowageClient({ url: 'http://127.0.0.1:1', retries: 0 })
  const error = await rejection(nobody.listGraphs())
  expect(error).toBeInstanceOf(StowageConnectionError)
  expect(error).toMatchObject({ code: 'ECONNREFUSED', unsent: true })
})

test('an answer that breaks off is asked for again, unless it is that of a DELETE', async () => {
  const half = answer(200, {}, { 'content-length': '100' })
  const broken: typeof half = (reply) => {
    reply.writeHead(200, { 'content-length': '100' })
    reply.write('{"items"', () => reply.destroy())
  }
  const { client, requests } = await scripted([broken, ok])
  expect(await client.listGraphs()).toEqual({ items: [] })
  expect(requests).toHaveLength(2)
  const deleting = await scripted([broken])
  await expect(deleting.client.deleteRun('r')).rejects.toBeInstanceOf(StowageConnectionError)
  expect(deleting.requests).toHaveLength(1)
})

test('an attempt has its time, and one that took longer is not repeated', async () => {
  const { client, requests } = await scripted([() => {}])
  await expect(client.listGraphs({ timeoutMs: 30 })).rejects.toMatchObject({ name: 'TimeoutError' })
  const stalling = await scripted([(reply) => void reply.writeHead(200).write('{')])
  await expect(stalling.client.listGraphs({ timeoutMs: 30 })).rejects.toMatchObject({ name: 'TimeoutError' })
  expect([requests.length, stalling.requests.length]).toEqual([1, 1])
})

test('a signal ends a call before it is sent, on its way and between attempts, with its own reason', async () => {
  const reason = new Error('the step was cancelled')
  const { client, requests } = await scripted([() => {}])
  expect(await rejection(client.listGraphs({ signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(requests).toHaveLength(0)

  const onItsWay = new AbortController()
  const sent = await scripted([() => onItsWay.abort(reason)])
  expect(await rejection(sent.client.listGraphs({ signal: onItsWay.signal }))).toBe(reason)

  const between = new AbortController()
  const waiting = await scripted([problem(503, {}, { 'retry-after': '3600' })], { longestDelayMs: 2 ** 31 - 1 })
  const call = rejection(waiting.client.listGraphs({ signal: between.signal }))
  setTimeout(() => between.abort(reason), 50)
  expect(await call).toBe(reason)
  expect(waiting.requests).toHaveLength(1)
})

test('the key and further headers go with every request, and the path of the address stands before each operation', async () => {
  const { requests, url } = await scripted([ok])
  const client = new StowageClient({ url: `${url}/behind/`, apiKey: 'k-1', headers: { 'x-tenant': 't' } })
  await client.listGraphs({ limit: 5 })
  await client.close()
  expect(requests[0]).toMatchObject({
    url: '/behind/v1/graphs?limit=5',
    headers: { authorization: 'Bearer k-1', 'x-tenant': 't' },
  })
})

test('a name stays in its part of the address, and one that cannot is refused before anything is sent', async () => {
  const { client, requests } = await scripted([ok])
  await client.showGraph('a/b ?#ä')
  expect(requests[0].url).toBe('/v1/graphs/a%2Fb%20%3F%23%C3%A4')
  for (const name of ['', '.', '..']) await expect(client.deleteGraph(name)).rejects.toThrow(TypeError)
  expect(requests).toHaveLength(1)
})

test.each([
  { timeoutMs: 0 },
  { timeoutMs: 2 ** 31 },
  { retries: -1 },
  { retries: 0.5 },
  { firstDelayMs: Number.NaN },
  { longestDelayMs: -1 },
])('an option out of its range is named: %o', (options) => {
  expect(() => new StowageClient({ url: 'http://127.0.0.1:1', ...options })).toThrow(Object.keys(options)[0])
})
