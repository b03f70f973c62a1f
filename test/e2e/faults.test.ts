import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { PostgresServer } from '../store/postgres-server.ts'
import {
  addressOf,
  bounded,
  endStarted,
  environment,
  post,
  REPOSITORY,
  start,
  startService,
  until,
} from './service-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'stowage-faults-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(endStarted)

const example = JSON.parse(await readFile(join(REPOSITORY, 'openapi/examples/packet-complete.json'), 'utf8'))
const { graph, step } = example.request
const inline = (id: string, runId = 'run') => JSON.stringify({ step: { ...step, id, runId }, graph })
const named = (id: string) => JSON.stringify({ step: { ...step, id }, graph: { id } })

async function put(address: string, id: string, revision: string, title = 'Page'): Promise<number> {
  const body = JSON.stringify({ ...graph, revision, nodes: graph.nodes.map((node: object) => ({ ...node, title })) })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${address}/v1/graphs/${id}`, { method: 'PUT', headers, body })).status
}

const stepsOf = async (address: string, runId = 'run') => {
  const run = (await (await fetch(`${address}/v1/runs/${runId}`)).json()) as { steps: { stepId: string }[] }
  return new Set(run.steps.map(({ stepId }) => stepId))
}

it('PostgreSQL stops and comes back under load: packets keep coming and say what is not recorded; then records resume by themselves', async () => {
  const server = await PostgresServer.start()
  const { url } = await server.database()
  const service = startService({ DATABASE_URL: url })
  const address = await addressOf(service)
  expect(await put(address, 'kept', '1')).toBe(201)
  expect((await post(address, '/v1/packets', named('kept'))).status).toBe(200)

  const recorded: string[] = []
  const faults = new Set<string>()
  const statuses = new Set<number>()
  let isOver = false
  let answered = 0
  const client = async (name: string) => {
    for (let i = 0; !isOver; i++) {
      const id = `${name}${i}`
      const answer = await post(address, '/v1/packets', inline(id))
      const body = JSON.parse(answer.text)
      statuses.add(answer.status)
      answered++
      if (body.recorded === true) recorded.push(id)
      else faults.add(body.recordFault)
    }
  }
  const clients = ['a', 'b', 'c', 'd'].map(client)
  const answers = async (more: number) => {
    const from = answered
    await until(
      () => answered >= from + more,
      () => 'answers',
    )
  }
  await answers(20)
  await server.halt()
  await answers(20)
  expect((await fetch(`${address}/readyz`)).status).toBe(503)
  // A graph that is in memory serves on where its name need not be looked up anew; else the refusal says that it can be tried again.
  const kept = await post(address, '/v1/packets', named('kept'))
  if (kept.status !== 200)
    expect(JSON.parse(kept.text)).toMatchObject({ status: 503, code: 'store-unavailable', retryable: true })
  await server.resume()
  const before = recorded.length
  await until(
    () => recorded.length > before + 20,
    () => 'records',
  )
  isOver = true
  await Promise.all(clients)
  expect([...statuses]).toEqual([200])
  expect([...faults].filter((fault) => fault !== 'store-unavailable' && fault !== 'store-busy')).toEqual([])
  expect(faults.size).toBeGreaterThan(0)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const there = await stepsOf(address)
  expect(recorded.filter((id) => !there.has(id))).toEqual([])
  expect(await put(address, 'kept', '2')).toBe(201)
  service.child.kill('SIGTERM')
  expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
  await server.stop()
}, 240_000)

it('the disk is full: what is to be kept is refused as worth another try, packets come, what was kept stays, and with room all is well', async () => {
  const at = join(folder, 'full')
  // So many half kibibytes may a file have; past them a write fails as on a full disk.
  const limited = (blocks: number) =>
    start('sh', ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" src/main.ts`, process.execPath], {
      env: environment({ PORT: '0', DATA_DIR: at }),
    })
  const service = limited(2000)
  const address = await addressOf(service)
  const acknowledged: string[] = []
  let status = 201
  for (let i = 0; status === 201 && i < 200; i++) {
    status = await put(address, 'g', `r${i}`, `Page ${i} ${'title '.repeat(2000)}`)
    if (status === 201) acknowledged.push(`r${i}`)
  }
  expect(status).toBe(503)
  expect(acknowledged.length).toBeGreaterThan(0)
  const packet = JSON.parse((await post(address, '/v1/packets', inline('s'))).text)
  expect(packet.contextPreflight.status).toBe('complete')
  if (packet.recorded === false) expect(packet.recordFault).toBe('store-unavailable')
  expect((await post(address, '/v1/packets', named('g'))).status).toBe(200)
  service.child.kill('SIGTERM')
  expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })

  const roomy = startService({ DATA_DIR: at })
  const again = await addressOf(roomy)
  const listed = (await (await fetch(`${again}/v1/graphs/g?limit=1000`)).json()) as { items: { revision: string }[] }
  const revisions = listed.items.map(({ revision }) => revision)
  // Retention leaves the newest.
  expect(revisions.slice(0, 5)).toEqual(acknowledged.toReversed().slice(0, 5))
  expect(await put(again, 'g', 'more')).toBe(201)
  expect(JSON.parse((await post(again, '/v1/packets', inline('t'))).text).recorded).toBe(true)
}, 120_000)

it('the clock is set back by a day: everything is kept, found and counted as before', async () => {
  const set = join(folder, 'clock')
  const hook = join(folder, 'clock.mjs')
  await writeFile(
    hook,
    `import { existsSync } from 'node:fs'
     const now = Date.now
     Date.now = () => now() - (existsSync(${JSON.stringify(set)}) ? 86_400_000 : 0)`,
  )
  const at = join(folder, 'back')
  const service = start(process.execPath, ['--import', hook, 'src/main.ts'], {
    env: environment({ PORT: '0', DATA_DIR: at }),
  })
  const address = await addressOf(service)
  expect(await put(address, 'g', 'before')).toBe(201)
  expect(JSON.parse((await post(address, '/v1/packets', inline('before'))).text).recorded).toBe(true)
  await writeFile(set, '')
  expect(await put(address, 'g', 'after')).toBe(201)
  expect(JSON.parse((await post(address, '/v1/packets', inline('after'))).text).recorded).toBe(true)
  expect(JSON.parse((await post(address, '/v1/packets', inline('before'))).text).recorded).toBe(true)
  expect(await stepsOf(address)).toEqual(new Set(['before', 'after']))
  const shown = (await (await fetch(`${address}/v1/graphs/g`)).json()) as { items: { revision: string }[] }
  expect(shown.items.map(({ revision }) => revision)).toEqual(['after', 'before'])
  const answer = JSON.parse((await post(address, '/v1/packets', named('g'))).text)
  expect(answer.packet.revision).toBe('after')
  const late = await fetch(`${address}/v1/packets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'request-timeout': '30' },
    body: inline('in time'),
  })
  expect(late.status).toBe(200)
  service.child.kill('SIGTERM')
  expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
}, 60_000)
