import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startOne } from './service.ts'

const server = await startOne({ BODY_LIMIT_BYTES: '200000' })
await server.listen({ host: '127.0.0.1', port: 0 })
const { port } = server.server.address() as { port: number }
const body = JSON.stringify({
  step: { scope: 'local', access: 'read', targets: ['a.md'] },
  graph: { nodes: [{ path: 'a.md', title: 'x'.repeat(150_000) }], edges: [], paths: [] },
})

/** Sends the head and then the parts, each on its own, and answers what comes back. */
function send(head: string, parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', async () => {
      const start = 'POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n'
      for (const part of [`${start}${head}\r\n\r\n`, ...parts]) {
        await new Promise((written) => socket.write(part, written))
      }
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const halves = [body.slice(0, 70_000), body.slice(70_000)]

test('a body is the same whole, in parts, and in chunks that do not say how long it is', async () => {
  const answers = [
    await send(`content-length: ${body.length}`, [body]),
    await send(`content-length: ${body.length}`, halves),
    await send('transfer-encoding: chunked', [...halves.map(chunk), '0\r\n\r\n']),
  ].map((answer) => answer.split('\r\n\r\n')[1])
  expect(JSON.parse(answers[0])).toMatchObject({ packet: null, contextPreflight: { status: 'degraded' } })
  expect(new Set(answers).size).toBe(1)
})

test.each([
  ['whole', 'content-length: 200001', []],
  ['in chunks', 'transfer-encoding: chunked', [chunk(' '.repeat(150_000)), chunk(' '.repeat(50_001))]],
])('a body over BODY_LIMIT_BYTES, %s, is a 413 before its end', async (_name, head, parts) => {
  expect(await send(head, parts)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"body-too-large"/)
})

test('a body of the limit is taken', async () => {
  const padded = body.padEnd(200_000)
  expect(await send(`content-length: ${padded.length}`, [padded])).toMatch(/^HTTP\/1\.1 200/)
  expect(await send('transfer-encoding: chunked', [chunk(padded), '0\r\n\r\n'])).toMatch(/^HTTP\/1\.1 200/)
})
