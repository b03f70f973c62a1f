import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, it, test } from 'vitest'
import { keyHash } from '../../src/access/key-ring.ts'
import { startOne } from './service.ts'

const folder = await mkdtemp(join(tmpdir(), 'stowage-keys-'))
afterAll(() => rm(folder, { recursive: true }))

const entry = (id: string, tenant: string, actions: string[], expires?: string) => ({
  id,
  sha256: keyHash(`key-of-${id}`).toString('hex'),
  tenant,
  actions,
  ...(expires === undefined ? {} : { expires }),
})
const KEYS = [
  entry('acme-all', 'acme', ['read', 'write', 'admin']),
  entry('acme-read', 'acme', ['read']),
  entry('other-all', 'other', ['read', 'write', 'admin']),
  entry('gone', 'acme', ['read'], '2020-01-01'),
]
const file = join(folder, 'keys.json')
await writeFile(file, JSON.stringify({ keys: KEYS }))
const SETTINGS = { API_KEYS_FILE: file, KEY_ATTEMPTS_PER_MINUTE: '1000' }
const server = await startOne(SETTINGS)

const graph = { nodes: [{ path: 'a.md' }, { path: 'b.md' }], edges: [], paths: [] }
const step = { scope: 'local', access: 'read', targets: ['a.md'] }

/** @param id of the key; left out: none is sent */
function ask(method: string, url: string, id?: string, payload?: object, headers: Record<string, string> = {}) {
  const authorization = id === undefined ? {} : { authorization: `Bearer key-of-${id}` }
  const body = payload === undefined ? {} : { payload: JSON.stringify(payload) }
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  return server.inject({ method: method as 'GET', url, headers: { ...type, ...authorization, ...headers }, ...body })
}

const shown = ({ statusCode, json, headers }: LightMyRequestResponse) => [
  statusCode,
  json().code,
  headers['www-authenticate'],
]

/** Each operation of the document, with a request that it takes from whoever may. */
const OPERATIONS: [action: string, method: string, url: string, payload?: object][] = [
  ['read', 'GET', '/v1/graphs'],
  ['read', 'GET', '/v1/graphs/none'],
  ['read', 'GET', '/v1/graphs/none/pages'],
  ['write', 'PUT', '/v1/graphs/g', graph],
  ['write', 'POST', '/v1/graphs/g/changes', { base: 'none', revision: 'r' }],
  ['admin', 'DELETE', '/v1/graphs/none'],
  ['read', 'POST', '/v1/graphs/from-markdown', { files: [] }],
  ['read', 'POST', '/v1/packets', { step, graph }],
  ['read', 'POST', '/v1/packets/batch', { graph: { id: 'none' }, steps: [step] }],
  ['read', 'POST', '/v1/packets/plan', { step, graph }],
  ['read', 'POST', '/v1/packets/diff', { before: { step, graph }, after: { step, graph } }],
  ['read', 'GET', '/v1/runs'],
  ['read', 'GET', '/v1/runs/none'],
  ['admin', 'DELETE', '/v1/runs/none'],
  ['read', 'POST', '/v1/tool-outputs/truncate', { output: 'x' }],
  ['read', 'POST', '/v1/tool-outputs/truncate-batch', { maxBytes: 10, outputs: [] }],
  ['read', 'POST', '/v1/tool-outputs/cap-list', { items: [], maxItems: 1 }],
  ['read', 'GET', '/v1/tool-outputs?runId=none'],
  ['read', 'GET', '/v1/tool-outputs/none'],
  ['admin', 'DELETE', '/v1/tool-outputs/none'],
]

describe('every operation', () => {
  it.each(OPERATIONS)('%s: %s %s needs a key that allows it', async (...[action, method, url, payload]) => {
    expect(shown(await ask(method, url, undefined, payload))).toEqual([401, 'key-missing', 'Bearer realm="stowage"'])
    const unknown = [401, 'key-unknown', 'Bearer realm="stowage", error="invalid_token"']
    expect(shown(await ask(method, url, 'nobody', payload))).toEqual(unknown)
    expect(shown(await ask(method, url, 'gone', payload))).toEqual(unknown)
    const reader = await ask(method, url, 'acme-read', payload)
    if (action === 'read') expect([401, 403]).not.toContain(reader.statusCode)
    else {
      const challenge = `Bearer realm="stowage", error="insufficient_scope", scope="${action}"`
      expect(shown(reader)).toEqual([403, 'action-not-allowed', challenge])
      expect(reader.json()).toMatchObject({ class: 'auth', retryable: false, action })
    }
    expect([401, 403]).not.toContain((await ask(method, url, 'acme-all', payload)).statusCode)
  })

  it('is in the list above, and says in the document what a key must allow', async () => {
    const { paths } = (await server.inject('/openapi.json')).json()
    const documented: string[] = []
    for (const [path, item] of Object.entries<Record<string, { security?: [{ key: string[] }] }>>(paths)) {
      for (const [method, { security }] of Object.entries(item)) {
        if (path.startsWith('/v1/')) documented.push(`${security?.[0].key} ${method.toUpperCase()} ${path}`)
        else expect(security).toBeUndefined()
      }
    }
    const listed = OPERATIONS.map(([action, method, url]) => {
      const path = url.split('?')[0].replace(/(graphs)\/(?:none|g)(?=\/|$)/, '$1/{id}')
      return `${action} ${method} ${path.replace('runs/none', 'runs/{runId}').replace('outputs/none', 'outputs/{ref}')}`
    })
    expect(listed.sort()).toEqual(documented.sort())
  })
})

it.each(['/livez', '/readyz', '/openapi.json', '/docs/', '/explorer/'])('%s is open', async (url) => {
  expect([401, 403]).not.toContain((await server.inject(url)).statusCode)
})

it.each([
  'key-of-acme-all',
  'Basic key-of-acme-all',
  'Bearer',
  'Bearer ',
  'Bearer key-of-acme-all, Bearer key-of-other-all',
  'Bearer key-of-acme-al',
  'Bearer key-of-acme-all2',
  `Bearer ${'x'.repeat(8000)}`,
  'Bearer kéy',
])('%s is no key', async (authorization) => {
  const answer = await server.inject({ url: '/v1/runs', headers: { authorization } })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'key-unknown'])
  expect(answer.body).not.toContain('acme')
})

it.each(['bearer key-of-acme-all', 'BEARER  key-of-acme-all '])('%s is one', async (authorization) => {
  expect((await server.inject({ url: '/v1/runs', headers: { authorization } })).statusCode).toBe(200)
})

it('what a key may not do is refused before the body is looked at', async () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer key-of-acme-read' }
  const answer = await server.inject({ method: 'PUT', url: '/v1/graphs/g', headers, payload: '{broken' })
  expect(answer.statusCode).toBe(403)
})

describe('a key that keeps nothing', () => {
  const recorded = { step: { ...step, id: 's', runId: 'of a reader' }, graph }

  it('is refused a step with a run, alone and among others, and the run is not there', async () => {
    expect(shown(await ask('POST', '/v1/packets', 'acme-read', recorded))[1]).toBe('action-not-allowed')
    await ask('PUT', '/v1/graphs/batch', 'acme-all', graph)
    const batch = { graph: { id: 'batch' }, steps: [step, recorded.step] }
    expect(shown(await ask('POST', '/v1/packets/batch', 'acme-read', batch))[1]).toBe('action-not-allowed')
    expect((await ask('GET', '/v1/runs/of%20a%20reader', 'acme-all')).statusCode).toBe(404)
    expect((await ask('POST', '/v1/packets/batch', 'acme-read', { ...batch, steps: [step] })).statusCode).toBe(200)
  })

  it('is refused an output to keep, and gets the cut of one that is not', async () => {
    const retained = { output: 'of a reader', retain: true }
    expect(shown(await ask('POST', '/v1/tool-outputs/truncate', 'acme-read', retained))[1]).toBe('action-not-allowed')
    const cut = await ask('POST', '/v1/tool-outputs/truncate', 'acme-read', { output: 'of a reader' })
    expect(cut.statusCode).toBe(200)
  })
})

describe('another tenant', () => {
  const output = 'an output that both have'

  /** What a tenant sees of everything that there is, in all the ways there are to look. */
  async function seen(id: string, ref: string) {
    const packet = { step, graph: { id: 'secret-graph' } }
    const requests = [
      ask('GET', '/v1/graphs', id),
      ask('GET', '/v1/graphs/secret-graph', id),
      ask('GET', '/v1/graphs/secret-graph/pages', id),
      ask('GET', '/v1/graphs/secret-graph/pages?revision=r1', id),
      ask('POST', '/v1/packets', id, packet),
      ask('POST', '/v1/packets', id, { step, graph: { id: 'secret-graph', revision: 'r1' } }),
      ask('POST', '/v1/packets/plan', id, packet),
      ask('POST', '/v1/packets/diff', id, { before: packet, after: packet }),
      ask('POST', '/v1/packets/batch', id, { graph: { id: 'secret-graph' }, steps: [step] }),
      ask('POST', '/v1/graphs/secret-graph/changes', id, { base: 'r1', revision: 'r9' }),
      ask('GET', '/v1/runs', id),
      ask('GET', '/v1/runs/secret-run', id),
      ask('GET', '/v1/tool-outputs?runId=secret-run', id),
      ask('GET', `/v1/tool-outputs/${ref}`, id),
      ask('GET', `/v1/tool-outputs/${ref}?lines=1`, id),
      ask('GET', `/v1/tool-outputs/${ref}?search=output`, id),
      ask('DELETE', '/v1/graphs/secret-graph', id),
      ask('DELETE', '/v1/runs/secret-run', id),
      ask('DELETE', `/v1/tool-outputs/${ref}`, id),
    ]
    const answers = []
    for (const request of requests) {
      const { statusCode, headers, body } = await request
      const { date, 'x-request-id': requestId, ...rest } = headers
      answers.push([statusCode, rest, body.replaceAll(String(requestId), 'ID')])
    }
    return answers
  }

  it('sees of what one has exactly what it sees where nothing is', async () => {
    const ref = keyHash(output).toString('hex')
    const nothing = await seen('other-all', ref)
    await ask('PUT', '/v1/graphs/secret-graph', 'acme-all', { ...graph, revision: 'r1' })
    await ask('POST', '/v1/packets', 'acme-all', {
      step: { ...step, id: 's', runId: 'secret-run' },
      graph: { id: 'secret-graph' },
    })
    await ask('POST', '/v1/tool-outputs/truncate', 'acme-all', { output, retain: true, runId: 'secret-run' })
    expect(await seen('other-all', ref)).toEqual(nothing)
    const own = (await seen('acme-read', ref)).map(([status]) => status)
    expect(own).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200, 200, 200, 200, 403, 403, 403])
  })

  it('has what it keeps under the same names for itself', async () => {
    await ask('PUT', '/v1/graphs/both', 'acme-all', { ...graph, revision: 'r1' })
    const mine = { ...graph, nodes: [{ path: 'a.md', title: 'Mine' }], revision: 'r1' }
    expect((await ask('PUT', '/v1/graphs/both', 'other-all', mine)).statusCode).toBe(201)
    const packetOf = async (id: string) =>
      (await ask('POST', '/v1/packets', id, { step, graph: { id: 'both' } })).json().packet.text
    expect(await packetOf('other-all')).toContain('1 a.md | Mine')
    expect(await packetOf('acme-all')).not.toContain('Mine')
    expect((await ask('DELETE', '/v1/graphs/both', 'acme-all')).statusCode).toBe(204)
    expect(await packetOf('other-all')).toContain('1 a.md | Mine')
  })
})

test('keys that are none are heard so many times a minute from one address, and a right one always', async () => {
  const patient = await startOne({ ...SETTINGS, KEY_ATTEMPTS_PER_MINUTE: '3' })
  const from = (remoteAddress: string, id: string) =>
    patient.inject({ url: '/v1/runs', headers: { authorization: `Bearer key-of-${id}` }, remoteAddress })
  const codes = []
  for (let i = 0; i < 5; i++) codes.push((await from('192.0.2.1', 'nobody')).json().code)
  expect(codes.slice(0, 3)).toEqual(['key-unknown', 'key-unknown', 'key-unknown'])
  expect(codes[4]).toBe('key-attempts-exceeded')
  const refused = await from('192.0.2.1', 'nobody')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect((await from('192.0.2.1', 'acme-read')).statusCode).toBe(200)
  expect((await from('192.0.2.2', 'nobody')).json().code).toBe('key-unknown')
})

test('the address behind a proxy is believed where the proxy is named, and of nobody else', async () => {
  const settings = { ...SETTINGS, KEY_ATTEMPTS_PER_MINUTE: '1', TRUSTED_PROXIES: '192.0.2.0/24' }
  const proxied = await startOne(settings)
  const from = (remoteAddress: string, forwarded: string) =>
    proxied.inject({
      url: '/v1/runs',
      headers: { authorization: 'Bearer none', 'x-forwarded-for': forwarded },
      remoteAddress,
    })
  const code = async (...how: Parameters<typeof from>) => (await from(...how)).json().code
  expect(await code('192.0.2.7', '198.51.100.1')).toBe('key-unknown')
  expect(await code('192.0.2.7', '198.51.100.2')).toBe('key-unknown')
  expect(await code('192.0.2.7', '198.51.100.1')).toBe('key-attempts-exceeded')
  expect(await code('203.0.113.1', '198.51.100.3')).toBe('key-unknown')
  expect(await code('203.0.113.1', '198.51.100.4')).toBe('key-attempts-exceeded')
})

test('a quota of graphs that is full refuses by name', async () => {
  const small = await startOne({ GRAPH_STORE_BYTES: '400' })
  const put = (id: string) =>
    small.inject({
      method: 'PUT',
      url: `/v1/graphs/${id}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...graph, nodes: [{ path: 'a.md', title: id.repeat(100) }] }),
    })
  const codes = [await put('a'), await put('b'), await put('c')].map((one) => one.json().code)
  expect(codes).toContain('graph-quota')
  const refused = await put('d')
  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail).toMatch(/bytes more would pass the quota of 400 bytes for graphs \(GRAPH_STORE_BYTES\)/)
})

test('a file of keys holds no key', async () => {
  expect(await readFile(file, 'utf8')).not.toContain('key-of')
})
