import { expect, test } from 'vitest'
import { readExamples } from '../../src/http/openapi.ts'
import { post, startService } from './service.ts'

const server = await startService()
const { request } = readExamples().get('packet-trimmed') as unknown as {
  request: { graph: { nodes: { path: string }[]; revision: string } }
}
const { graph } = request
const step = { scope: 'local', access: 'read', targets: ['docs/install.md'], budgetTokens: 110 }

async function keep(id: string, content: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const put = await server.inject({ method: 'PUT', url: `/v1/graphs/${id}`, headers, payload: content })
  expect(put.statusCode).toBe(201)
}

test('a plan says of each budget what the packet that is asked for holds', async () => {
  const ask = [{ budgetTokens: 0 }, { budgetTokens: 60 }, { budgetTokens: 110 }, { budgetTokens: 400 }]
  const plan = (await post(server, '/v1/packets/plan', { step, graph, ask })).json()
  expect(plan.asked.map((planned: { ask: object }) => planned.ask)).toEqual(ask)
  for (const [i, { budgetTokens }] of ask.entries()) {
    const built = (await post(server, '/v1/packets', { step: { ...step, budgetTokens }, graph })).json()
    const { packet, budget, contextPreflight } = built
    const counts = packet && { tokens: packet.tokens, counts: packet.counts }
    expect(plan.asked[i]).toEqual({ ask: ask[i], packet: counts, budget, contextPreflight, refused: false })
  }
  expect(plan.own).toEqual({ ...plan.asked[2], ask: undefined })
})

test('a plan of a kept graph is that of the graph sent along, and leaves no run', async () => {
  await keep('planned', graph)
  const asked = { ...step, runId: 'planned' }
  const named = await post(server, '/v1/packets/plan', { step: asked, graph: { id: 'planned' } })
  expect(named.body).toBe((await post(server, '/v1/packets/plan', { step: asked, graph })).body)
  expect((await server.inject('/v1/runs/planned')).statusCode).toBe(404)
})

test.each([
  [{ ask: [{}] }, '/ask/0', 'one of'],
  [{ ask: [{ budgetTokens: 1, windowTokens: 1 }] }, '/ask/0', 'one of'],
  [{ ask: [{ shareBasisPoints: 10_001 }] }, '/ask/0/shareBasisPoints', '10000'],
  [{ ask: [{ windowTokens: 0 }] }, '/ask/0/windowTokens', '1'],
  [{ ask: Array(201).fill({ budgetTokens: 1 }) }, '/ask', '200'],
  [{ budgets: [1] }, '/budgets', 'not a known field'],
])('a bad question is named: %j', async (more, path, said) => {
  const answer = await post(server, '/v1/packets/plan', { step, graph, ...more })
  expect(answer.statusCode).toBe(400)
  const [{ path: at, message }] = answer.json().errors
  expect(at).toBe(path)
  expect(message).toContain(said)
})

test('an unknown graph is 404, an unknown revision 409, for plans and comparisons as for packets', async () => {
  await keep('known', graph)
  for (const [name, status] of [
    [{ id: 'nowhere' }, 404],
    [{ id: 'known', revision: 'other' }, 409],
  ] as const) {
    expect((await post(server, '/v1/packets/plan', { step, graph: name })).statusCode).toBe(status)
    const sides = { before: { step, graph }, after: { step, graph: name } }
    expect((await post(server, '/v1/packets/diff', sides)).statusCode).toBe(status)
  }
})

test('decisions come only where they are asked for, and change nothing else', async () => {
  const plain = (await post(server, '/v1/packets', { step, graph })).json()
  const { decisions, ...rest } = (await post(server, '/v1/packets?explain=true', { step, graph })).json()
  expect(rest).toEqual(plain)
  expect(decisions.pages.length).toBe(graph.nodes.length)
  expect((await post(server, '/v1/packets?explain=false', { step, graph })).json()).toEqual(plain)
})

test('a page is asked for by name, also one that is too far, and one that is not there', async () => {
  const query = 'explain=true&page=docs/scripting.md&page=gone.md&page=docs/auth.md'
  const near = { ...step, maxDistance: 2 }
  const { decisions } = (await post(server, `/v1/packets?${query}`, { step: near, graph })).json()
  expect(decisions.pages.map(({ path, reason }: Record<string, string>) => [path, reason])).toEqual([
    ['docs/scripting.md', 'too-far'],
    ['gone.md', 'not-in-graph'],
    ['docs/auth.md', 'distance'],
  ])
  expect(decisions.counts).toEqual({ total: 6, kept: 5, overBudget: 0, tooFar: 1 })
})

test('a refused step says what it would have taken; a step without any target has no candidates', async () => {
  const write = { ...step, access: 'write', budgetTokens: 20 }
  const refused = await post(server, '/v1/packets?explain=true', { step: write, graph })
  expect(refused.statusCode).toBe(422)
  const { decisions, contextPreflight } = refused.json()
  expect(decisions.pages[0].minBudget).toBe(contextPreflight.limit.observed)
  const unbound = { ...step, targets: ['gone.md'] }
  const none = (await post(server, '/v1/packets?explain=true&page=docs/auth.md', { step: unbound, graph })).json()
  expect(none.decisions.pages[0].reason).toBe('no-target')
})

test.each([
  ['page=a.md', {}, '/page'],
  ['explain=true', { accept: 'text/markdown' }, '/explain'],
  ['explain=yes', {}, '/explain'],
  [`explain=true${'&page=a'.repeat(101)}`, {}, '/page'],
  ['explains=true', {}, '/explains'],
])('a bad query is named: %s', async (query, headers, path) => {
  const answer = await post(server, `/v1/packets?${query}`, { step, graph }, headers as Record<string, string>)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].path).toBe(path)
})

test('EXPLAIN_LIMIT bounds the list, and the counts stay exact', async () => {
  const few = await startService({ EXPLAIN_LIMIT: '2' })
  const { decisions } = (await post(few, '/v1/packets?explain=true', { step, graph })).json()
  const whole = (await post(server, '/v1/packets?explain=true', { step, graph })).json()
  expect(decisions).toEqual({ ...whole.decisions, pages: whole.decisions.pages.slice(0, 2) })
})

test('two revisions of a kept graph are compared: what came, what went, and why', async () => {
  await keep('grown', graph)
  const nodes = [...graph.nodes.filter((node) => node.path !== 'docs/auth.md'), { path: 'new.md' }]
  await keep('grown', { ...graph, nodes, revision: 'next' })
  const wide = { ...step, budgetTokens: 400 }
  const side = (revision: string) => ({ step: wide, graph: { id: 'grown', revision } })
  const body = { before: side(graph.revision), after: side('next') }
  const { gained, lost, inBoth, before, after } = (await post(server, '/v1/packets/diff', body)).json()
  const named = ({ pages }: { pages: { path: string; reason: string }[] }) =>
    pages.map(({ path, reason }) => [path, reason])
  expect(named(gained)).toEqual([['new.md', 'not-in-graph']])
  expect(named(lost)).toEqual([['docs/auth.md', 'not-in-graph']])
  expect([inBoth, before.packet.counts.nodes.kept, after.packet.counts.nodes.kept]).toEqual([5, 6, 6])
})

test('a graph that comes along is compared with a kept one as if both were kept, either way round', async () => {
  const less = { ...graph, revision: 'less', nodes: graph.nodes.slice(1) }
  await keep('whole', graph)
  await keep('less', less)
  const compare = async (before: object, after: object) =>
    (await post(server, '/v1/packets/diff', { before: { step, graph: before }, after: { step, graph: after } })).body
  const kept = await compare({ id: 'whole' }, { id: 'less' })
  expect(await compare(graph, { id: 'less' })).toBe(kept)
  expect(await compare({ id: 'whole' }, less)).toBe(kept)
  expect(await compare(graph, less)).toBe(kept)
  expect(JSON.parse(kept).lost.total + JSON.parse(kept).gained.total).toBeGreaterThan(0)
})
