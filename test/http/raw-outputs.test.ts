import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { post, startService } from './service.ts'

const server = await startService()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const raw = (payload: string | Buffer, query = '', headers: Record<string, string> = {}) =>
  server.inject({
    method: 'POST',
    url: `/v1/tool-outputs/truncate${query}`,
    headers: { 'content-type': 'text/plain', ...headers },
    payload,
  })

test('an output sent as a text is answered as the same in JSON is', async () => {
  const output = `${'größer 你好\n'.repeat(30)}end`
  const asked = {
    maxBytes: 200,
    maxChars: 150,
    strategy: 'head-tail',
    headRatio: 0.25,
    isError: true,
    sanitize: true,
    redact: true,
    render: {},
  }
  const query =
    '?maxBytes=200&maxChars=150&strategy=head-tail&headRatio=0.25&isError=true&sanitize=true&redact=true&render=true'
  const json = await post(server, '/v1/tool-outputs/truncate', { output, ...asked })
  expect(json.statusCode).toBe(200)
  for (const type of ['text/plain', 'text/plain; charset=utf-8', 'application/octet-stream']) {
    expect((await raw(output, query, { 'content-type': type })).body).toBe(json.body)
  }
  expect((await raw(gzipSync(output), query, { 'content-encoding': 'gzip' })).body).toBe(json.body)
  const large = 'line of a log\n'.repeat(200_000)
  const inThread = await raw(large, '?strategy=tail')
  expect(inThread.body).toBe(
    (await post(server, '/v1/tool-outputs/truncate', { output: large, strategy: 'tail' })).body,
  )
})

test('T5: a character that lies across chunks is one; bytes that are no UTF-8 become U+FFFD', async () => {
  const text = '你'.repeat(50_000)
  expect((await raw(text, '?maxBytes=200000')).json().output).toBe(text)
  expect((await raw(Buffer.from([0x61, 0xff, 0xe4, 0xbd, 0x62]))).json().output).toBe('a\ufffd\ufffdb')
  expect((await raw(Buffer.from('W\0s\0l\0'))).json()).toMatchObject({ output: 'Wsl', repairs: { nul: 3 } })
  expect((await raw('')).json()).toMatchObject({ output: '', truncated: false })
})

test('TOOL_OUTPUT_LIMIT_BYTES bounds the text, also decompressed', async () => {
  const small = await startService({ TOOL_OUTPUT_LIMIT_BYTES: '1000' })
  const send = (payload: Buffer, headers: Record<string, string> = {}) =>
    small.inject({
      method: 'POST',
      url: '/v1/tool-outputs/truncate',
      headers: { 'content-type': 'text/plain', ...headers },
      payload,
    })
  expect((await send(Buffer.alloc(1000, 'x'))).statusCode).toBe(200)
  for (const answer of [
    await send(Buffer.alloc(1001, 'x')),
    await send(gzipSync(Buffer.alloc(1_000_000, 'x')), { 'content-encoding': 'gzip' }),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body-too-large'])
    expect(answer.json().detail).toContain('TOOL_OUTPUT_LIMIT_BYTES')
  }
})

test.each([
  ['?maxBytes=-5', '/maxBytes'],
  ['?maxBytes=2.5', '/maxBytes'],
  ['?maxBytes=010', '/maxBytes'],
  ['?headRatio=2', '/headRatio'],
  ['?strategy=middle', '/strategy'],
  ['?redact=yes', '/redact'],
  ['?runId=a%00', '/runId'],
  ['?max=1', '/max'],
])('a bad option in the query is named: %s', async (query, path) => {
  const answer = await raw('x', query)
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path])
})

test('options of a JSON body stand in it: in the query they would count for nothing', async () => {
  const answer = await post(server, '/v1/tool-outputs/truncate?maxBytes=3', { output: 'abcdef' })
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, '/maxBytes'])
})

test('other encodings and types are refused by name', async () => {
  expect((await raw('x', '', { 'content-encoding': 'br' })).json().code).toBe('content-encoding-unsupported')
  expect((await raw('x', '', { 'content-type': 'text/html' })).json().code).toBe('media-type-unsupported')
  expect((await raw('no gzip', '', { 'content-encoding': 'gzip' })).json().code).toBe('body-not-gzip')
})

test('T30: a kept output can be read on: preview inline, its name in the report, how to ask in the instruction', async () => {
  const output = `${'step done\n'.repeat(500)}the needle\n${'more\n'.repeat(500)}`
  for (const answer of [
    (await post(server, '/v1/tool-outputs/truncate', { output, maxBytes: 100, retain: true, runId: 'kept' })).json(),
    (await raw(output, '?maxBytes=100&retain=true&runId=kept')).json(),
  ]) {
    const { ref } = answer.report
    expect([answer.retained, ref, answer.output.length]).toEqual([true, sha256(output), 100])
    expect(answer.instruction).toContain(ref)
    expect((await server.inject(`/v1/tool-outputs/${ref}`)).body).toBe(output)
    expect((await server.inject(`/v1/tool-outputs/${ref}?search=needle`)).json().hits[0].line).toBe(501)
  }
  expect((await server.inject('/v1/tool-outputs?runId=kept')).json().items).toHaveLength(1)
})

test('what is kept is free of secrets, and holds what cleaning took out of the cut', async () => {
  const secret = `AKIA${'QWERTYUIOP234567'}`
  const output = `\u001b[31mred\u001b[0m key ${secret}\n`
  const { report, output: cut } = (
    await post(server, '/v1/tool-outputs/truncate', { output, redact: true, sanitize: true, retain: true })
  ).json()
  const kept = (await server.inject(`/v1/tool-outputs/${report.ref}`)).body
  expect(kept).not.toContain(secret)
  expect(kept).toContain('\u001b[31m')
  expect(cut).not.toContain('\u001b')
})

test('a store that is full or fails is no fault of the cut: the answer says why, and the model is told of no name', async () => {
  const full = await startService({ TOOL_OUTPUT_STORE_BYTES: '10' })
  for (const output of ['longer than ten bytes', 'x'.repeat(300_000)]) {
    const answer = (await post(full, '/v1/tool-outputs/truncate', { output, maxBytes: 5, retain: true })).json()
    expect(answer).toMatchObject({ retained: false, retainFault: 'output-quota', truncated: true })
    expect(answer.report).not.toHaveProperty('ref')
    expect(answer.instruction).toContain('narrower request')
  }
})

test('a large output is kept through a thread as through the loop', async () => {
  const output = 'a line of a large output\n'.repeat(20_000)
  const { report, retained } = (await post(server, '/v1/tool-outputs/truncate', { output, retain: true })).json()
  expect([retained, report.ref]).toEqual([true, sha256(output)])
  const lines = await server.inject(`/v1/tool-outputs/${report.ref}?lines=19999-`)
  expect(lines.body).toBe('a line of a large output\n'.repeat(2))
})
