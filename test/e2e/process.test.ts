import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addressOf,
  bounded,
  endStarted,
  environment,
  halfSentRequest,
  post,
  rawConnection,
  run,
  start,
  startService,
  takesConnections,
  until,
} from './service-process.ts'

const PACKET_REQUEST = JSON.stringify({
  step: { scope: 'local', access: 'read', targets: ['a.md'] },
  graph: { nodes: [{ path: 'a.md', title: 'A' }], edges: [], paths: [] },
})

afterEach(endStarted)

describe('start', () => {
  it('npm start prints the address of Swagger UI and answers there', async () => {
    const npm = start('npm', ['start'], { env: environment({ PORT: '0' }) })
    const address = await addressOf(npm)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await until(
      () => npm.stderr().includes(`Swagger UI: ${address}/docs\n`),
      () => npm.stderr(),
    )
    expect((await fetch(`${address}/docs`)).headers.get('content-type')).toContain('text/html')
    expect(await (await fetch(`${address}/livez`)).json()).toEqual({ status: 'ok' })
  })

  it('a port that is taken ends the start with 1 and one line that names address and port', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await until(
      () => holder.address() !== null,
      () => 'a port',
    )
    const { port } = holder.address() as { port: number }
    const { code, stderr } = await runService({ PORT: String(port) })
    holder.close()
    expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(stderr).toContain('EADDRINUSE')
    expect(stderr).toContain(`127.0.0.1:${port}`)
  })

  it('a port that another service has is taken too, and that one listens on it through several sockets', async () => {
    const first = startService()
    const { port } = new URL(await addressOf(first))
    const { code, stderr } = await runService({ PORT: port })
    expect(code).toBe(1)
    expect(stderr).toContain('EADDRINUSE')
    // One socket lets in one client in each turn of the event loop: with much to do, too few. See proc_net_tcp(5).
    const ofPort = `0100007F:${Number(port).toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`
    const listening = (await readFile('/proc/net/tcp', 'utf8')).split('\n').filter((line) => line.includes(ofPort))
    expect(listening.length).toBe(16)
  })

  it.for([
    ['PORT', 'http', 'an integer from 0 to 65,535'],
    ['HOST', '', 'a text that is not empty'],
    ['LOG_LEVEL', 'loud', 'one of trace, debug, info, warn, error, fatal, silent'],
    ['BODY_LIMIT_BYTES', '0', 'an integer from 1 to 536,870,912'],
    ['CONTEXT_LOCAL_PACKET_INPUT_SHARE_BASIS_POINTS', '0', 'an integer from 1 to 10,000'],
    ['CONTEXT_PACKET_FALLBACK_INPUT_TOKENS', '9007199254740992', 'an integer from 1 to 9,007,199,254,740,991'],
    ['DOCSFAB_CONTEXT_PACKET_FALLBACK_INPUT_TOKENS', '6e4', 'an integer from 1 to 9,007,199,254,740,991'],
  ] as const)('%s=%s ends the start with 1 and names variable, value and range', async ([variable, value, range]) => {
    const { code, stdout, stderr } = await runService({ [variable]: value })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`${variable}=${JSON.stringify(value)}`)
    expect(stderr).toContain(range)
    expect(stderr).not.toContain('    at ')
  })

  it('twins that differ end the start with 1, both named with their values', async () => {
    const name = 'CONTEXT_CORPUS_PACKET_INPUT_SHARE_BASIS_POINTS'
    const { code, stderr } = await runService({ [name]: '700', [`DOCSFAB_${name}`]: '800' })
    expect(code).toBe(1)
    expect(stderr).toContain(`${name}="700" and DOCSFAB_${name}="800"`)
  })

  it('an address that is not of this machine ends the start with 1 and is named', async () => {
    const { code, stderr } = await runService({ HOST: '192.0.2.1', ALLOW_ANONYMOUS: 'true' })
    expect(code).toBe(1)
    expect(stderr).toContain('192.0.2.1')
  })

  it('an address that others reach ends the start with 1 where nobody needs a key, and what to do is said', async () => {
    const { code, stdout, stderr } = await runService({ HOST: '0.0.0.0' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('HOST=0.0.0.0: without keys the service listens on loopback alone')
    expect(stderr).toContain('API_KEYS_FILE')
    expect(stderr).toContain('ALLOW_ANONYMOUS=true')
  })

  it('all faults of the configuration are named at once', async () => {
    const { stderr } = await runService({ PORT: 'x', LOG_LEVEL: 'y' })
    expect(stderr).toContain('PORT="x"')
    expect(stderr).toContain('LOG_LEVEL="y"')
  })
})

describe('MODELS_FILE', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-models-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.for([
    [
      'a value of the wrong type',
      'compositions:\n  - id: a\n    inputTokens: many\n',
      3,
      'compositions[0].inputTokens: "many"',
    ],
    [
      'a state that is none',
      'profiles:\n  - id: p\n    inputTokens: 9\n    metadata: fresh\n',
      4,
      'profiles[0].metadata: "fresh"',
    ],
    ['a field that is missing', 'compositions:\n  - id: a\n', 2, 'compositions[0].inputTokens'],
    [
      'an id given twice',
      'compositions:\n  - { id: a, inputTokens: 9 }\n  - { id: a, inputTokens: 8 }\n',
      3,
      'compositions[1].id',
    ],
  ] as const)('%s ends the start with 1 and names file, line and field', async ([, source, line, field]) => {
    const file = join(folder, 'models.yaml')
    await writeFile(file, source)
    const { code, stderr } = await runService({ MODELS_FILE: file })
    expect(code).toBe(1)
    expect(stderr).toContain(`${file}:${line}: ${field}`)
  })

  it('a field that is not known is named with its own line', async () => {
    const file = join(folder, 'models.yaml')
    await writeFile(file, 'compositions:\n  - id: a\n    inputTokens: 9\n    colour: red\n')
    const { code, stderr } = await runService({ MODELS_FILE: file })
    expect(code).toBe(1)
    expect(stderr).toContain(`${file}:4: compositions[0].colour`)
  })

  it('a file that is no YAML ends the start with 1 and names file and line', async () => {
    const file = join(folder, 'models.yaml')
    await writeFile(file, 'compositions:\n  - id: "a\n')
    const { code, stderr } = await runService({ MODELS_FILE: file })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`${file}:\\d+: `))
  })

  it('a file that is not there ends the start with 1 and names it', async () => {
    const file = join(folder, 'absent.yaml')
    const { code, stderr } = await runService({ MODELS_FILE: file })
    expect({ code, named: stderr.includes(`MODELS_FILE ${file}`) }).toEqual({ code: 1, named: true })
  })

  it('the window of an installed composition reaches the answer', async () => {
    const file = join(folder, 'models.json')
    await writeFile(file, JSON.stringify({ compositions: [{ id: 'large', inputTokens: 1_050_000 }] }))
    const address = await addressOf(startService({ MODELS_FILE: file }))
    const { step, graph } = JSON.parse(PACKET_REQUEST)
    const body = JSON.stringify({ step: { ...step, model: { composition: 'large' } }, graph })
    const { budget } = JSON.parse((await post(address, '/v1/packets', body)).text)
    expect(budget).toMatchObject({
      tokens: 32_865,
      window: { declared: 1_050_000, effective: 1_050_000, source: 'composition', inflated: false },
    })
  })
})

describe('log', () => {
  it('a client that leaves amid its request is no fault of the service, and its request has its line', async () => {
    const service = startService()
    const address = await addressOf(service)
    const left = await halfSentRequest(address, '/v1/packets', PACKET_REQUEST)
    left.socket.destroy()
    await bounded(left.closed, 'the end of the connection')
    // A request behind it: what the log tells of the first is there by now.
    await fetch(`${address}/livez`)
    service.child.kill('SIGTERM')
    await bounded(service.ended, 'the end')
    const lines = service
      .stdout()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ level }) => level >= 50)).toEqual([])
    expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(2)
  })

  it('an address that cannot be decoded has its line too', async () => {
    const service = startService()
    const answer = await fetch(`${await addressOf(service)}/%zz`)
    expect(answer.status).toBe(400)
    service.child.kill('SIGTERM')
    await bounded(service.ended, 'the end')
    expect(service.stdout()).toContain('"msg":"request"')
  })

  it('is JSON lines on standard output, one a request with id, route, status, duration and the budget', async () => {
    const service = startService()
    const address = await addressOf(service)
    await post(address, '/v1/packets', PACKET_REQUEST, { 'x-request-id': 'step-17' })
    await post(address, '/v1/tool-outputs/truncate', '{"output":"abc","maxBytes":2}', { 'x-request-id': 'cut-1' })
    await fetch(`${address}/nowhere`)
    const lines = await requestLines(service, 3)
    expect(lines[0]).toMatchObject({
      reqId: 'step-17',
      method: 'POST',
      route: '/v1/packets',
      status: 200,
      durationMs: expect.any(Number),
      preflight: 'complete',
      budgetTokens: 2051,
      packetTokens: expect.any(Number),
      windowTokens: 65_536,
      pagesKept: 1,
      pagesTotal: 1,
    })
    expect(lines[1]).toMatchObject({
      reqId: 'cut-1',
      route: '/v1/tool-outputs/truncate',
      bytesOriginal: 3,
      bytesKept: 2,
    })
    expect(lines[2]).toMatchObject({ route: null, status: 404 })
    expect(service.stderr()).toBe(`Stowage listens at ${address}\nSwagger UI: ${address}/docs\n`)
  })

  it('holds nothing of what was sent, at any level', async () => {
    const service = startService({ LOG_LEVEL: 'trace', BODY_LIMIT_BYTES: '20000', MAX_FIELD_BYTES: '4096' })
    const address = await addressOf(service)
    const requests = secretRequests()
    for (const { method = 'POST', path, body, headers, status } of requests) {
      const answer = await fetch(new URL(path, address), {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body }),
      })
      await answer.text()
      expect({ path, body: body?.slice(0, 80), status: answer.status }).toEqual({
        path,
        body: body?.slice(0, 80),
        status,
      })
    }
    await requestLines(service, requests.length)

    const broken = await rawConnection(address, `GARBAGE ${SECRET}\r\n\r\n`)
    await bounded(broken.closed, 'the end of a broken request')
    expect(broken.received()).toContain(' 400 ')
    const left = await halfSentRequest(address, '/v1/packets', JSON.stringify({ [SECRET]: SECRET.repeat(9) }))
    left.socket.destroy()
    await bounded(left.closed, 'the end of a request that its client left')
    // A request behind it: what the log tells of the two above is there by now.
    await fetch(`${address}/livez`, { headers: { 'x-request-id': 'last' } })
    await until(
      () => service.stdout().includes('"reqId":"last"'),
      () => service.stdout(),
    )

    service.child.kill('SIGTERM')
    expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
    expect(service.stdout()).not.toContain(SECRET)
    expect(service.stderr()).not.toContain(SECRET)
    for (const line of service.stdout().trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  })
})

describe.for(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('ends an idle service with 0 though a client holds its connection open', async () => {
    const service = startService()
    const address = await addressOf(service)
    const agent = new Agent({ keepAlive: true })
    await new Promise<void>((resolve, reject) => {
      request(`${address}/livez`, { agent }, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
    service.child.kill(signal)
    expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
    agent.destroy()
  })

  it('takes no new connection, answers the request in flight with connection: close, and ends with 0', async () => {
    const service = startService()
    const address = await addressOf(service)
    const inFlight = await halfSentRequest(address, '/v1/packets', PACKET_REQUEST)
    service.child.kill(signal)
    await until(
      async () => !(await takesConnections(address)),
      () => 'a closed door',
    )
    expect(service.child.exitCode).toBe(null)
    inFlight.sendRest()
    await bounded(inFlight.closed, 'the answer')
    const answer = inFlight.received().slice('HTTP/1.1 100 Continue\r\n\r\n'.length)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(answer).toContain('"contextPreflight":{"status":"complete"')
    expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
  })
})

it('SIGTERM: a graph in the making is answered, one that waits for a thread too, then the threads end and so does the process', async () => {
  const service = startService({ WORKER_THREADS: '1', SHUTDOWN_GRACE_MS: '60000' })
  const address = await addressOf(service)
  const files = [{ path: 'a.md', content: '# A\n\n[b](b.md)\n\n'.repeat(5_000) }]
  const body = JSON.stringify({ files })
  const inFlight = [
    await halfSentRequest(address, '/v1/graphs/from-markdown', body),
    await halfSentRequest(address, '/v1/graphs/from-markdown', body),
  ]
  for (const request of inFlight) request.sendRest()
  service.child.kill('SIGTERM')
  for (const request of inFlight) {
    await bounded(request.closed, 'the answer')
    const answer = request.received().slice('HTTP/1.1 100 Continue\r\n\r\n'.length)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(answer).toContain('"missingAnchors":{"count":0')
  }
  expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
})

it('SIGTERM ends a service whose threads are idle with 0', async () => {
  const service = startService({ WORKER_THREADS: '2' })
  const address = await addressOf(service)
  const body = JSON.stringify({ files: [{ path: 'a.md', content: 'text' }] })
  const answers = await Promise.all([1, 2].map(() => post(address, '/v1/graphs/from-markdown', body)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  service.child.kill('SIGTERM')
  expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
})

it('SIGTERM to npm start ends the service', async () => {
  const npm = start('npm', ['start'], { env: environment({ PORT: '0' }) })
  const address = await addressOf(npm)
  npm.child.kill('SIGTERM')
  // Not the end of its output, which a service that is left behind would hold open.
  await until(
    () => npm.child.exitCode !== null || npm.child.signalCode !== null,
    () => 'the end of npm',
  )
  expect(await takesConnections(address)).toBe(false)
})

it('a request that is still not whole after SHUTDOWN_GRACE_MS does not hold the process: it ends with 1', async () => {
  const service = startService({ SHUTDOWN_GRACE_MS: '200' })
  const inFlight = await halfSentRequest(await addressOf(service), '/v1/packets', PACKET_REQUEST)
  service.child.kill('SIGTERM')
  expect(await bounded(service.ended, 'the end')).toEqual({ code: 1, signal: null })
  await bounded(inFlight.closed, 'the end of the connection')
})

const SECRET = 'xMARKERx'

/** The marker in every place that a client can fill, in requests that are answered and in those that are refused. */
function secretRequests(): {
  method?: string
  path: string
  body?: string
  headers?: Record<string, string>
  status: number
}[] {
  const step = {
    id: `step ${SECRET}`,
    runId: `run ${SECRET}`,
    scope: 'local',
    access: 'read',
    targets: [`${SECRET}/a.md`, `${SECRET}/absent.md`],
    requestedPages: [`${SECRET}/requested.md`],
    model: { endpoint: `https://${SECRET}.example`, composition: SECRET, profile: { id: SECRET } },
    host: { capsule: { [SECRET]: SECRET } },
  }
  const graph = {
    revision: `rev-${SECRET}`,
    nodes: [
      { path: `${SECRET}/a.md`, title: `Title ${SECRET}`, summary: `Summary ${SECRET}`, kind: `kind-${SECRET}` },
      { path: `${SECRET}/b.md`, title: `Title ${SECRET}` },
    ],
    edges: [
      { from: `${SECRET}/a.md`, to: `${SECRET}/b.md`, kind: SECRET },
      { from: `${SECRET}/a.md`, to: `${SECRET}/dangling.md` },
    ],
    paths: [{ nodes: [`${SECRET}/a.md`, `${SECRET}/b.md`], kind: SECRET }],
  }
  const packet = (changes: object) => JSON.stringify({ step, graph, ...changes })
  const { host: _host, ...notHosted } = step
  const packets = '/v1/packets'
  const truncate = '/v1/tool-outputs/truncate'
  const capList = '/v1/tool-outputs/cap-list'
  const graphs = '/v1/graphs/from-markdown'
  const page = { path: `${SECRET}/a.md`, content: `# ${SECRET}\n\n${SECRET} [${SECRET}](${SECRET}.md#${SECRET})` }
  const markdown = (changes: object) => JSON.stringify({ files: [page], ...changes })
  const output = JSON.stringify({ output: SECRET.repeat(20), maxBytes: 30 })
  const own = (name: string, value: string) => ({ headers: { [name]: value } })
  return [
    { path: packets, body: packet({}), status: 200 },
    { path: packets, body: packet({ step: { ...step, budgetTokens: 1 } }), status: 200 },
    { path: packets, body: packet({ step: { ...notHosted, access: 'write', budgetTokens: 1 } }), status: 422 },
    { path: packets, body: packet({ step: { ...notHosted, access: 'write', targets: [SECRET] } }), status: 422 },
    { path: packets, body: packet({ graph: { ...graph, nodes: [graph.nodes[0], graph.nodes[0]] } }), status: 422 },
    { path: packets, body: packet({ graph: { ...graph, nodes: [{ path: SECRET.repeat(600) }] } }), status: 422 },
    { path: packets, body: packet({ step: { ...step, scope: SECRET } }), status: 400 },
    { path: packets, body: packet({ [SECRET]: SECRET }), status: 400 },
    { path: packets, body: packet({ include: [SECRET] }), status: 400 },
    { path: packets, body: `{"step": "${SECRET}", ${SECRET}`, status: 400 },
    { path: packets, body: `{"__proto__": "${SECRET}"}`, status: 400 },
    { path: packets, body: `"${SECRET}"`, status: 400 },
    { path: packets, body: packet({ big: SECRET.repeat(3000) }), status: 413 },
    { path: packets, body: packet({ deep: `${'['.repeat(3000)}"${SECRET}"` }), status: 400 },
    { path: packets, body: `{"step":${'['.repeat(3000)}"${SECRET}"${']'.repeat(3000)}}`, status: 400 },
    { path: graphs, body: markdown({ options: { revision: SECRET, sites: [SECRET] } }), status: 200 },
    { path: graphs, body: markdown({ flavour: SECRET }), status: 400 },
    { path: graphs, body: markdown({ [SECRET]: SECRET }), status: 400 },
    { path: graphs, body: `{"files": "${SECRET}", ${SECRET}`, status: 400 },
    { path: graphs, body: markdown({ files: [page, page] }), status: 422 },
    { path: graphs, body: markdown({ files: [{ ...page, path: `/${SECRET}` }] }), status: 422 },
    { path: graphs, body: markdown({ files: [{ ...page, content: `# ${SECRET.repeat(600)}` }] }), status: 200 },
    { path: truncate, body: output, status: 200 },
    { path: truncate, body: JSON.stringify({ output: SECRET, maxBytes: SECRET }), status: 400 },
    { path: capList, body: JSON.stringify({ items: [SECRET, { [SECRET]: SECRET }], maxItems: 1 }), status: 200 },
    { path: capList, body: JSON.stringify({ items: SECRET, maxItems: 1 }), status: 400 },
    { path: `/${SECRET}`, body: output, status: 404 },
    { path: `${packets}/${SECRET}?${SECRET}`, body: output, status: 404 },
    { path: `${truncate}?${SECRET}=${SECRET}`, body: output, status: 400 },
    { method: 'GET', path: `/livez?${SECRET}=${SECRET}`, status: 400 },
    { method: 'GET', path: `/docs/${SECRET}?${SECRET}`, status: 404 },
    { method: 'GET', path: `${packets}?${SECRET}`, status: 405 },
    { path: truncate, body: output, ...own('content-type', `text/${SECRET}`), status: 415 },
    { path: truncate, body: output, ...own('content-type', `application/json; charset=${SECRET}`), status: 200 },
    { path: truncate, body: output, ...own('content-encoding', SECRET), status: 415 },
    { path: truncate, body: output, ...own('x-request-id', `not an id: ${SECRET}`), status: 200 },
    { path: truncate, body: output, ...own('authorization', `Bearer ${SECRET}`), status: 200 },
    { path: truncate, body: output, ...own('cookie', `session=${SECRET}`), status: 200 },
    { path: truncate, body: output, ...own('user-agent', SECRET), status: 200 },
    { path: truncate, body: output, ...own('referer', `https://${SECRET}.example/`), status: 200 },
    { path: truncate, body: output, ...own('x-forwarded-for', SECRET), status: 200 },
    { path: truncate, body: output, ...own(SECRET, SECRET), status: 200 },
  ]
}

/** The log's lines of requests, once there are as many as were sent; fails where there are more. */
async function requestLines(service: ReturnType<typeof startService>, sent: number) {
  const lines = () =>
    service
      .stdout()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
  await until(
    () => lines().length >= sent,
    () => `${sent} lines: ${service.stdout()}`,
  )
  expect(lines()).toHaveLength(sent)
  return lines()
}

function runService(settings: Record<string, string>) {
  return run(process.execPath, ['src/main.ts'], { env: environment({ PORT: '0', ...settings }) })
}
