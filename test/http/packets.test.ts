import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { post, startService } from './service.ts'

const server = await startService()
const graph = {
  nodes: [
    { path: 'a.md', title: 'A', summary: 'About a.' },
    { path: 'b.md', title: 'B' },
  ],
  edges: [{ from: 'a.md', to: 'b.md' }],
  paths: [{ nodes: ['a.md', 'b.md'] }],
}
const step = { scope: 'local', access: 'read', targets: ['a.md'] }

test('the capsule of a hosted run goes back byte for byte, with a packet and without', async () => {
  const capsule = '{"big":12345678901234567890, "n":1e400,"d":1.10 ,"deep":[[{}]], "s":"\\u00e4\\"}"}'
  for (const budget of ['', ',"budgetTokens":1']) {
    const body = `{"graph":${JSON.stringify(graph)},"step":{"host":{"capsule":${capsule}},"scope":"local","access":"write","targets":["a.md"]${budget}}}`
    const answer = await post(server, '/v1/packets', body)
    expect(answer.statusCode).toBe(200)
    expect(answer.body.startsWith(`{"hostCapsule":${capsule},`)).toBe(true)
    expect(answer.json().packet === null).toBe(budget !== '')
  }
})

test('a null capsule is a capsule, and without a host there is none', async () => {
  const hosted = await post(server, '/v1/packets', { step: { ...step, host: { capsule: null } }, graph })
  expect(hosted.json().hostCapsule).toBeNull()
  const own = await post(server, '/v1/packets', { step, graph })
  expect(own.json()).not.toHaveProperty('hostCapsule')
})

test('include chooses the parts of the packet, and changes nothing else', async () => {
  const whole = (await post(server, '/v1/packets', { step, graph })).json()
  const { nodes, edges, paths, text, ...always } = whole.packet
  const textOnly = (await post(server, '/v1/packets', { step, graph, include: ['text'] })).json()
  expect(textOnly).toEqual({ ...whole, packet: { ...always, text } })
  const none = (await post(server, '/v1/packets', { step, graph, include: [] })).json()
  expect(none.packet).toEqual(always)
  const lists = (await post(server, '/v1/packets', { step, graph, include: ['nodes', 'paths', 'edges'] })).json()
  expect(lists.packet).toEqual({ ...always, nodes, edges, paths })
})

test('the digest is that of the text, whatever parts are answered, and stands in a header of the bare text', async () => {
  const request = { step: { ...step, budgetTokens: 60 }, graph }
  const { packet } = (await post(server, '/v1/packets', request)).json()
  const sha256 = (encoding: 'hex' | 'base64') => createHash('sha256').update(packet.text).digest(encoding)
  expect(packet.digest).toBe(`sha256:${sha256('hex')}`)
  const none = (await post(server, '/v1/packets', { ...request, include: [] })).json()
  expect(none.packet.digest).toBe(packet.digest)
  const bare = await post(server, '/v1/packets', request, { accept: 'text/markdown' })
  expect(bare.headers['content-digest']).toBe(`sha-256=:${sha256('base64')}:`)
  const nothing = { ...request, step: { ...step, budgetTokens: 0 } }
  expect((await post(server, '/v1/packets', nothing, { accept: 'text/markdown' })).headers).not.toHaveProperty(
    'content-digest',
  )
  const other = (await post(server, '/v1/packets', { ...request, step: { ...step, budgetTokens: 30 } })).json()
  expect(other.packet?.digest).not.toBe(packet.digest)
})

test('shuffled keys and arrays, same bytes', async () => {
  const shuffled = {
    paths: graph.paths,
    edges: graph.edges,
    nodes: [
      { title: 'B', path: 'b.md' },
      { summary: 'About a.', title: 'A', path: 'a.md' },
    ],
  }
  const one = await post(server, '/v1/packets', { step, graph })
  const other = await post(server, '/v1/packets', { graph: shuffled, step })
  expect(other.body).toBe(one.body)
})

test('installed models size the packet: by composition, by endpoint, by profile', async () => {
  const file = new URL('../../models.example.yaml', import.meta.url).pathname
  const installed = await startService({ MODELS_FILE: file })
  const window = async (model: object) =>
    (await post(installed, '/v1/packets', { step: { ...step, model }, graph })).json().budget
  expect(await window({ composition: 'large-reviewer' })).toMatchObject({
    window: { declared: 1_050_000, effective: 1_050_000, source: 'composition', inflated: false },
    tokens: 32_865,
  })
  expect((await window({ endpoint: 'https://models.internal/v1/large' })).window.source).toBe('composition')
  expect(await window({ profile: { id: 'house-model' } })).toMatchObject({
    window: { effective: 131_072, source: 'profile' },
  })
  expect(await window({ endpoint: 'https://elsewhere' })).toMatchObject({
    window: { declared: null, source: 'fallback' },
    tokens: 2051,
  })
})

test.each([
  [{ id: 'x', inputTokens: 5 }, '/step/model/profile'],
  [{ metadata: 'current' }, '/step/model/profile'],
  [{}, '/step/model/profile'],
  [{ inputTokens: 0, metadata: 'current' }, '/step/model/profile/inputTokens'],
])('a profile that says too little is a 400: %j', async (profile, path) => {
  const answer = await post(server, '/v1/packets', { step: { ...step, model: { profile } }, graph })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].path).toBe(path)
})

test('a page name never fails a step', async () => {
  for (const target of ['', '\u0000', '\ud800', 'x'.repeat(100_000), '__proto__', 'constructor']) {
    const answer = await post(server, '/v1/packets', { step: { ...step, targets: [target, 'a.md'] }, graph })
    expect(answer.statusCode).toBe(200)
    const { contextPreflight: record } = answer.json()
    expect(record.unboundTargets.length + record.unboundTargetsOmitted).toBe(1)
  }
})

test('an escaped key is read as the key it is, whatever was parsed before', async () => {
  JSON.parse('{"\\\\":1,"nodes":1}')
  const escaped = JSON.stringify({ step, graph }).replace('"nodes"', '"n\\u006fdes"').replace('"path"', '"\\u0070ath"')
  const answer = await post(server, '/v1/packets', escaped)
  expect(answer.json().packet.nodes).toHaveLength(2)
  const longer = JSON.stringify({ step, graph }).replace('"title"', '"title\\u0041"')
  expect((await post(server, '/v1/packets', longer)).json().errors[0].path).toBe('/graph/nodes/0/titleA')
})

test('the encoding is the step’s, else the installed model’s, else the setting’s; an unknown one is a 400 that lists them', async () => {
  const file = new URL('../../models.example.yaml', import.meta.url).pathname
  const installed = await startService({ MODELS_FILE: file, CONTEXT_PACKET_TOKENIZER: 'estimate_bytes' })
  const encoding = async (model?: object) =>
    (await post(installed, '/v1/packets', { step: { ...step, model }, graph })).json().packet.tokenizer
  expect(await encoding()).toBe('estimate_bytes')
  expect(await encoding({ composition: 'small-editor' })).toBe('cl100k_base')
  expect(await encoding({ composition: 'small-editor', tokenizer: 'o200k_harmony' })).toBe('o200k_harmony')
  const unknown = await post(server, '/v1/packets', { step: { ...step, model: { tokenizer: 'gpt2' } }, graph })
  expect(unknown.json()).toMatchObject({ status: 400, errors: [{ path: '/step/model/tokenizer' }] })
  expect(unknown.json().errors[0].message).toMatch(/o200k_base.*cl100k_base.*o200k_harmony.*estimate_/)
})

test('the safety margin is taken off the budget and shown', async () => {
  const careful = await startService({ CONTEXT_TOKEN_SAFETY_MARGIN_BASIS_POINTS: '1000' })
  const { budget } = (await post(careful, '/v1/packets', { step, graph })).json()
  expect(budget).toMatchObject({ safetyMarginBasisPoints: 1000, tokens: Math.floor(2051 * 0.9) })
})

test('a page of one unbroken run of a million characters is answered, not waited for', async () => {
  const long = { nodes: [{ path: 'a.md', title: 'a'.repeat(1_000_000) }], edges: [], paths: [] }
  const { contextPreflight } = (await post(server, '/v1/packets', { step, graph: long })).json()
  expect(contextPreflight.limit.observed).toBeGreaterThan(100_000)
})
