import { afterAll, expect, test } from 'vitest'
import { type GraphLine, type PacketRequest, type Step, StowageClient, StowageError } from '../../src/client/index.ts'
import { OPERATIONS } from '../../src/client/types.ts'
import { type Example, readExamples } from '../../src/http/openapi.ts'
import { startOne } from './service.ts'

const server = await startOne()
const client = new StowageClient({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })
afterAll(() => client.close())

const seen = new Set<string>()
server.server.on('request', ({ method, url }: { method: string; url: string }) => {
  const [path] = url.split('?')
  // A fixed path goes before one with a name in it.
  const found = Object.entries(OPERATIONS)
    .sort(([, one], [, other]) => Number(one.path.includes('{')) - Number(other.path.includes('{')))
    .find(([, one]) => one.method === method && patternOf(one.path).test(path))
  if (found) seen.add(found[0])
})

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
}

const graph = {
  revision: 'r1',
  nodes: [
    { path: 'install.md', title: 'Install', summary: 'How to install.' },
    { path: 'größe.md', title: 'Größe' },
  ],
  edges: [{ from: 'install.md', to: 'größe.md' }],
  paths: [{ nodes: ['größe.md', 'install.md'] }],
}
const step: Step = { scope: 'local', access: 'read', targets: ['install.md'] }
const inline: PacketRequest = { step, graph }

type Sending = (...args: unknown[]) => Promise<unknown>

/** Calls the method named like the example's operation. */
function sendExample({ operationId, params = {}, query, request }: Example): Promise<unknown> {
  const method = (client as unknown as Record<string, Sending>)[operationId].bind(client)
  return method(...Object.values(params), request, query)
}

test.each([...readExamples()])(
  'the method of example %s gives its answer, or rejects with its problem',
  async (_, example) => {
    const given = await sendExample(example).catch((error: unknown) => {
      if (!(error instanceof StowageError)) throw error
      expect(error.status).toBe(example.status)
      const { code, class: errorClass, retryable } = example.response as StowageError
      expect(error).toMatchObject({ code, class: errorClass, retryable })
      return error.problem
    })
    expect(shown(given)).toEqual(shown(example.response))
  },
)

/** Without what differs from one request to the next. */
function shown(answer: unknown): unknown {
  const text = JSON.stringify(answer)
  return JSON.parse(text.replace(/urn:stowage:request:[\w-]+/g, 'ID').replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"'))
}

test('a write step whose context does not fit rejects with the limit, by name and in numbers', async () => {
  const request: PacketRequest = { step: { ...step, access: 'write', budgetTokens: 5 }, graph }
  const error = await client.buildPacket(request).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(StowageError)
  const { code, retryable, limit, budget, contextPreflight } = error as StowageError
  expect({ code, retryable, limit }).toMatchObject({
    code: 'preflight-budget-exceeded',
    retryable: false,
    limit: { name: 'step.budgetTokens', configured: 5 },
  })
  expect(limit?.observed).toBeGreaterThan(5)
  expect([budget?.tokens, contextPreflight?.status]).toEqual([5, 'degraded'])
})

test('the bare text is that of the JSON answer, also where there is no packet', async () => {
  const { packet, contextPreflight } = await client.buildPacket(inline)
  const bare = await client.buildPacketText(inline)
  expect(bare).toMatchObject({ text: packet?.text, contextPreflight })
  const digest = Buffer.from(packet?.digest.replace('sha256:', '') ?? '', 'hex').toString('base64')
  expect(bare.contentDigest).toBe(`sha-256=:${digest}:`)
  const none = await client.buildPacketText({ step: { ...step, targets: ['nö.md'] }, graph })
  expect(none).toMatchObject({ text: '', contentDigest: undefined, contextPreflight: { unboundTargets: ['nö.md'] } })
})

test('explain takes a boolean, and one page or several', async () => {
  const { decisions } = await client.buildPacket(inline, { explain: true, page: ['größe.md', 'gone.md'] })
  expect(decisions?.pages.map(({ path, kept }) => [path, kept])).toEqual([
    ['größe.md', true],
    ['gone.md', false],
  ])
  expect((await client.buildPacket(inline, { explain: false })).decisions).toBeUndefined()
})

test('a graph sent as lines is the graph sent as JSON', async () => {
  const asJson = await client.putGraph('as json', graph)
  async function* lines(): AsyncGenerator<GraphLine> {
    yield { revision: graph.revision }
    for (const node of graph.nodes) yield { node }
    yield { edges: [[0, 1]] }
    for (const path of graph.paths) yield { path }
  }
  const asLines = await client.putGraphLines('as/lines', lines)
  expect(asLines).toMatchObject({ outcome: 'created', digest: asJson.digest, counts: asJson.counts })
  expect(await client.putGraphLines('as/lines', lines())).toMatchObject({ outcome: 'same' })
})

test('a fault in a line is told with the line, and the lines end there', async () => {
  let given = 0
  async function* lines(): AsyncGenerator<GraphLine> {
    yield { node: { path: 'a.md' } }
    yield { node: { title: 'without a path' } } as unknown as GraphLine
    for (; given < 1_000_000; given++) yield { node: { path: `${given}.md`, summary: 'x'.repeat(1000) } }
  }
  await expect(client.putGraphLines('faulty', lines())).rejects.toMatchObject({
    status: 400,
    code: 'request-invalid',
    problem: { errors: [{ path: '/lines/2/node/path' }] },
  })
  expect(given).toBeLessThan(1_000_000)
  await expect(client.showGraph('faulty')).rejects.toMatchObject({ code: 'graph-unknown' })
})

test('kept graphs are listed by pages, changed, used by name and removed', async () => {
  await client.putGraph('kept', graph)
  const { items, next } = await client.listGraphs({ limit: 1 })
  expect(items).toHaveLength(1)
  expect((await client.listGraphs({ cursor: String(next) })).items.length).toBeGreaterThan(0)
  const changes = { base: 'r1', revision: 'r2', upsert: { nodes: [{ path: 'new.md' }] } }
  expect(await client.changeGraph('kept', changes)).toMatchObject({ outcome: 'created', counts: { nodes: 3 } })
  expect((await client.showGraph('kept')).items.map(({ revision }) => revision)).toEqual(['r2', 'r1'])
  const found = await client.listGraphPages('kept', { search: 'GRÖ', revision: 'r2' })
  expect(found.items.map(({ path }) => path)).toEqual(['größe.md'])
  expect((await client.listGraphPages('kept', { prefix: 'in' })).items.map(({ path }) => path)).toEqual(['install.md'])
  const { answers } = await client.buildPackets({
    graph: { id: 'kept' },
    steps: [step, { ...step, targets: ['new.md'] }],
  })
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const plan = await client.planPackets({ step, graph: { id: 'kept' }, ask: [{ budgetTokens: 1 }] })
  expect(plan.asked.map(({ packet }) => packet)).toEqual([null])
  expect(await client.deleteGraph('kept')).toBeUndefined()
  await expect(client.deleteGraph('kept')).rejects.toMatchObject({ status: 404, code: 'graph-unknown' })
})

test('a run is listed, shown, reported and removed', async () => {
  await client.buildPacket({ step: { ...step, id: 's1', runId: 'nightly', budgetTokens: 45 }, graph })
  const { items } = await client.listRuns({ degraded: true, limit: 10 })
  expect(items.map(({ runId }) => runId)).toEqual(['nightly'])
  expect((await client.showRun('nightly')).steps).toHaveLength(1)
  expect(await client.runReport('nightly')).toContain('LIMITATIONS')
  expect(await client.deleteRun('nightly')).toBeUndefined()
  await expect(client.showRun('nightly')).rejects.toMatchObject({ code: 'run-unknown' })
})

test('a kept output is found, read whole, by bytes and by lines, searched and removed', async () => {
  const output = Array.from({ length: 400 }, (_, i) => `Zeile ${i + 1}: größer\n`).join('')
  const query = { retain: true, runId: 'tools', maxBytes: 100, strategy: 'tail' } as const
  const { report } = await client.truncateToolOutputText(output, query)
  const ref = report.ref as string
  expect((await client.listToolOutputs({ runId: 'tools' })).items).toHaveLength(1)
  expect(await client.readToolOutput(ref)).toEqual({ text: output, contentRange: undefined })
  expect(await client.readToolOutput(ref, { range: { start: 0, end: 8 } })).toMatchObject({ text: 'Zeile 1:' })
  expect((await client.readToolOutput(ref, { range: { start: 100 } })).text).toBe(
    Buffer.from(output).subarray(100).toString(),
  )
  expect(await client.readToolOutput(ref, { range: { last: 5 } })).toMatchObject({ text: 'ßer\n' })
  expect(await client.readToolOutput(ref, { lines: '7-8' })).toEqual({
    text: 'Zeile 7: größer\nZeile 8: größer\n',
    contentRange: 'lines 7-8/400',
  })
  expect(await client.searchToolOutput(ref, 'größer', { limit: 3 })).toMatchObject({ total: 400, hits: { length: 3 } })
  await client.deleteToolOutput(ref)
  await expect(client.readToolOutput(ref)).rejects.toMatchObject({ code: 'output-unknown' })
})

test('health and figures are answered', async () => {
  expect([await client.livez(), await client.readyz()]).toEqual([{ status: 'ok' }, { status: 'ok' }])
  expect(await client.metrics()).toContain('# HELP')
})

test('every operation of the document has been called here, through its method', () => {
  expect([...seen].sort()).toEqual(Object.keys(OPERATIONS).sort())
})
