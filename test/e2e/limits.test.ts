import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { addressOf, bounded, endStarted, startService, until } from './service-process.ts'

afterEach(endStarted)

async function service(settings: Record<string, string>) {
  const started = startService(settings)
  const { port } = new URL(await addressOf(started))
  const open = (): Socket => connect(Number(port), '127.0.0.1').on('error', () => {})
  /** All that is answered to this, until the connection closes. */
  const ask = (sent: string) => {
    const socket = open()
    socket.write(sent)
    return bounded(text(socket), 'the end of the connection')
  }
  return { started, open, ask, url: `http://127.0.0.1:${port}` }
}

const codeOf = (answer: string) => (JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { code: string }).code
const HEAD = 'POST /v1/packets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

it('HEADER_LIMIT_BYTES: a larger header is a 431 that says so', async () => {
  const { ask } = await service({ HEADER_LIMIT_BYTES: '2000' })
  const answer = await ask(`GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(2000)}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(codeOf(answer)).toBe('header-too-large')
  expect(
    await ask(`GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ${'x'.repeat(1500)}\r\n\r\n`),
  ).toMatch(/ 200 /)
})

it('HEADER_TIMEOUT_MS: who sends its header slowly is answered 408 and cut off', async () => {
  const { ask } = await service({ HEADER_TIMEOUT_MS: '100' })
  const answer = await ask('GET /livez HTTP/1.1\r\nHost: x\r\nX-Sl')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(codeOf(answer)).toBe('request-timeout')
})

it('ARRIVAL_TIMEOUT_MS: who sends its body slowly is answered 408 and cut off', async () => {
  const { ask } = await service({ ARRIVAL_TIMEOUT_MS: '200' })
  const answer = await ask(`${HEAD}Content-Length: 100\r\n\r\n{"st`)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(codeOf(answer)).toBe('request-timeout')
})

it('KEEP_ALIVE_MS: a connection that asks for nothing more is closed after its answer', async () => {
  const { ask } = await service({ KEEP_ALIVE_MS: '100' })
  expect(await ask('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/ 200 /)
})

it('IDLE_CONNECTION_MS: a connection over which nothing goes while its request comes is closed', async () => {
  const { ask } = await service({ IDLE_CONNECTION_MS: '100' })
  expect(await ask(`${HEAD}Content-Length: 100\r\n\r\n{"st`)).not.toContain(' 200 ')
})

it('MAX_CONNECTIONS: over one more requests are refused and it is closed, a probe is answered; there is room again after', async () => {
  const { open, ask } = await service({ MAX_CONNECTIONS: '1' })
  const first = open()
  await once(first, 'connect')
  first.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(first, 'data')
  const refused = await ask('GET /v1/graphs HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(codeOf(refused)).toBe('connections-busy')
  expect(await ask('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  first.destroy()
  const last = 'GET /v1/graphs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  await until(
    async () => (await ask(last)).startsWith('HTTP/1.1 200 '),
    () => 'room for a connection',
  )
})

it('SHUTDOWN_GRACE_MS: past it the process exits with 1 and says how many requests it left', async () => {
  const { started, open } = await service({ SHUTDOWN_GRACE_MS: '300' })
  const sockets = [open(), open()]
  for (const socket of sockets) socket.write(`${HEAD}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n`)
  for (const socket of sockets) await once(socket, 'data')
  started.child.kill('SIGTERM')
  expect(await bounded(started.ended, 'the end')).toEqual({ code: 1, signal: null })
  const lines = started
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; requests?: number })
  expect(lines.at(-1)).toMatchObject({ level: 60, requests: 2 })
})
