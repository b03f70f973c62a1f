import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PostgresServer } from '../store/postgres-server.ts'
import {
  addressOf,
  bounded,
  endStarted,
  environment,
  post,
  REPOSITORY,
  run,
  startService,
  until,
} from './service-process.ts'

const example = JSON.parse(await readFile(join(REPOSITORY, 'openapi/examples/packet-complete.json'), 'utf8'))
const { graph, step } = example.request

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-kept-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(endStarted)

const service = () => startService({ DATA_DIR: folder })
const stowage = (...args: string[]) =>
  run('npm', ['run', '-s', 'stowage', '--', ...args], { env: environment({ DATA_DIR: folder }) })

describe('what is kept', () => {
  it('is there after the process was killed: graph, revision, runs', async () => {
    const first = service()
    const address = await addressOf(first)
    const body = JSON.stringify(graph)
    const put = await fetch(`${address}/v1/graphs/kettle`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(put.status).toBe(201)
    const request = JSON.stringify({ step: { ...step, runId: 'run-1', budgetTokens: 110 }, graph: { id: 'kettle' } })
    const before = await post(address, '/v1/packets', request)
    first.child.kill('SIGKILL')
    await bounded(first.ended, 'the end')

    const second = service()
    const again = await addressOf(second)
    expect((await post(again, '/v1/packets', request)).text).toBe(before.text)
    const { steps } = (await (await fetch(`${again}/v1/runs/run-1`)).json()) as { steps: { attempts: number }[] }
    expect(steps.map(({ attempts }) => attempts)).toEqual([2])

    const overHttp = await stowage('runs', 'show', 'run-1', '--url', again)
    const fromStore = await stowage('runs', 'show', 'run-1')
    expect(fromStore).toEqual(overHttp)
    expect(fromStore.stdout).toContain(
      'LIMITATIONS\n  rewrite-install: step.budgetTokens allowed 110 tokens, 175 were needed',
    )
    expect(JSON.parse((await stowage('runs', 'show', 'run-1', '--json')).stdout)).toMatchObject({ runId: 'run-1' })
    expect((await stowage('runs', 'list')).stdout).toContain('"run-1"  1 steps, 1 degraded')
    expect(JSON.parse((await stowage('runs', 'list', '--degraded', '--json', '--url', again)).stdout)).toHaveLength(1)
  })

  it('a run that is not there ends with 1, wrong usage with 2', async () => {
    expect((await stowage('runs', 'show', 'nowhere')).code).toBe(1)
    expect((await stowage('runs', 'show', 'nowhere', '--url', 'http://127.0.0.1:1')).code).toBe(1)
    expect((await stowage('runs')).code).toBe(2)
    expect((await stowage('runs', 'list', '--limit', '0')).code).toBe(2)
    expect((await stowage('runs', '--help')).code).toBe(0)
  })

  it('a data folder that cannot be made ends the start with 1 and is named', async () => {
    const fails = startService({ DATA_DIR: '/dev/null/stowage' })
    expect(await bounded(fails.ended, 'the end')).toMatchObject({ code: 1 })
    expect(fails.stderr()).toContain('/dev/null/stowage')
  })
})

describe('replicas on one PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server?.stop())

  it('a graph that is put through one is served by the other at once, and both see the same runs', async () => {
    const database = await server.database()
    const replicas = [startService({ DATABASE_URL: database.url }), startService({ DATABASE_URL: database.url })]
    const [one, other] = await Promise.all(replicas.map(addressOf))
    const request = (id: string) => JSON.stringify({ step: { ...step, runId: 'shared', id }, graph: { id: 'kettle' } })
    for (let round = 1; round <= 20; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one]
      const revision = `r${round}`
      const body = JSON.stringify({ ...graph, revision })
      const headers = { 'content-type': 'application/json' }
      const put = await fetch(`${writer}/v1/graphs/kettle`, { method: 'PUT', headers, body })
      expect(put.status).toBe(201)
      const served = async () => JSON.parse((await post(reader, '/v1/packets', request(revision))).text).packet.revision
      // The notice travels behind the answer.
      await until(
        async () => (await served()) === revision,
        () => `revision ${revision}`,
      )
    }
    const runs = await Promise.all(
      [one, other].map(async (address) => (await fetch(`${address}/v1/runs/shared`)).text()),
    )
    expect(runs[0]).toBe(runs[1])
    expect(JSON.parse(runs[0]).steps).toHaveLength(20)
    for (const { child } of replicas) child.kill('SIGTERM')
    for (const { ended } of replicas) expect(await bounded(ended, 'the end')).toEqual({ code: 0, signal: null })
    await database.drop()
  })

  it('a database that is not there ends the start with 1, and its password is nowhere', async () => {
    const fails = startService({ DATABASE_URL: 'postgres://stowage:SECRET@127.0.0.1:1/nowhere' })
    expect(await bounded(fails.ended, 'the end')).toMatchObject({ code: 1 })
    expect(fails.stderr()).not.toBe('')
    expect(fails.stderr() + fails.stdout()).not.toContain('SECRET')
  })
})
