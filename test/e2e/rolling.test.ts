import { readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { PostgresServer } from '../store/postgres-server.ts'
import { freePort, proxyFolder, startProxy } from './proxy.ts'
import { addressOf, bounded, endStarted, REPOSITORY, type Started, startService, until } from './service-process.ts'

const folder = await proxyFolder()
const server = await PostgresServer.start()
afterAll(async () => {
  await endStarted()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const { url } = await server.database()
const example = JSON.parse(await readFile(join(REPOSITORY, 'openapi/examples/packet-complete.json'), 'utf8'))
const { graph, step } = example.request

const ports = [await freePort(), await freePort()]
const startReplica = async (port: number): Promise<Started> => {
  const replica = startService({ DATABASE_URL: url, PORT: String(port), SHUTDOWN_GRACE_MS: '60000' })
  const address = await addressOf(replica)
  await until(
    async () => (await fetch(`${address}/readyz`)).ok,
    () => 'readiness',
  )
  return replica
}

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

function send(
  proxy: string,
  method: string,
  path: string,
  body = '',
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    request(new URL(path, proxy), { method, headers, agent }, async (answer) => {
      resolve({ status: answer.statusCode, body: await text(answer) })
    })
      .on('error', reject)
      .end(body)
  })
}

it('two replicas that are restarted one after the other, twice, under load: no request fails', async () => {
  const replicas = await Promise.all(ports.map(startReplica))
  const proxy = await startProxy(
    folder,
    ports.map((port) => `http://127.0.0.1:${port}`),
  )
  expect((await send(proxy, 'PUT', '/v1/graphs/kettle', JSON.stringify({ ...graph, revision: '1' }))).status).toBe(201)
  const inline = JSON.stringify({ step, graph })
  const named = JSON.stringify({ step: { ...step, id: 's', runId: 'rolling' }, graph: { id: 'kettle' } })
  const output = JSON.stringify({ output: 'x'.repeat(20_000) })
  const requests = [
    ['POST', '/v1/packets', inline],
    ['POST', '/v1/packets', named],
    ['POST', '/v1/tool-outputs/truncate', output],
    ['GET', '/v1/runs/rolling'],
    ['GET', '/v1/graphs/kettle'],
  ] as const
  await send(proxy, 'POST', '/v1/packets', named)

  let isOver = false
  const failed: unknown[] = []
  let answered = 0
  const client = async (at: number) => {
    for (let i = at; !isOver; i++) {
      const [method, path, body] = requests[i % requests.length] ?? requests[0]
      const answer = await send(proxy, method, path, body).catch((error: Error) => ({ status: 0, body: error.message }))
      if (answer.status === 200) answered++
      else failed.push({ path, status: answer.status, body: answer.body.slice(0, 300) })
    }
  }
  const clients = Array.from({ length: 12 }, (_, i) => client(i))
  for (const round of [1, 2]) {
    for (const [i, port] of ports.entries()) {
      replicas[i]?.child.kill('SIGTERM')
      expect(await bounded((replicas[i] as Started).ended, `the end of a replica in round ${round}`)).toEqual({
        code: 0,
        signal: null,
      })
      replicas[i] = await startReplica(port)
      await until(
        // The proxy gives one that did not answer nothing for a second.
        () => replicas[i]?.stdout().includes('"route":"/v1/packets"') === true,
        () => 'requests that the proxy sends it',
      )
    }
  }
  isOver = true
  await Promise.all(clients)
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(200)
}, 300_000)
