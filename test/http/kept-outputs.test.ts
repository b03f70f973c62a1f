import { afterAll, expect, test } from 'vitest'
import { KeptOutputs } from '../../src/kept-outputs.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { startService } from './service.ts'

const store = await openSqliteStore({ folder: ':memory:', now: () => 0, partBytes: 16 })
afterAll(() => store.close())
const outputs = new KeptOutputs(store.outputs, 1_000_000)
const server = await startService({}, { outputs })

const LOG = 'start\nwarning: größer 😀\nerror: disk full\nerror: gave up\n'
const ref = (await outputs.retain(LOG, 'nightly')).ref as string
const get = (query = '', range?: string) =>
  server.inject({ url: `/v1/tool-outputs/${ref}${query}`, headers: range === undefined ? {} : { range } })

test('a kept output comes back whole, named by its content', async () => {
  const answer = await get()
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(LOG)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(LOG)),
    'accept-ranges': 'bytes',
    etag: `"${ref}"`,
  })
})

test('a range of bytes is answered with 206, its ends moved back to where a character begins', async () => {
  const answer = await get('', 'bytes=18-25')
  expect(answer.statusCode).toBe(206)
  expect(answer.body).toBe('ößer ')
  expect(answer.headers['content-range']).toBe(`bytes 17-23/${Buffer.byteLength(LOG)}`)
  expect((await get('', 'bytes=-8')).body).toBe('gave up\n')
})

test('a range that holds nothing is 416 with the size', async () => {
  // The second and third byte of a character alone.
  for (const range of ['bytes=1000-', 'bytes=25-26']) {
    const answer = await get('', range)
    expect(answer.statusCode).toBe(416)
    expect(answer.json().code).toBe('range-unsatisfiable')
    expect(answer.headers['content-range']).toBe(`bytes */${Buffer.byteLength(LOG)}`)
  }
})

test.each([
  ['3', 'error: disk full\n', '3-3'],
  ['2-3', 'warning: größer 😀\nerror: disk full\n', '2-3'],
  ['4-', 'error: gave up\n', '4-4'],
  ['3-99', 'error: disk full\nerror: gave up\n', '3-4'],
  ['9', '', '*'],
])('lines=%s', async (lines, text, shown) => {
  const answer = await get(`?lines=${lines}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(text)
  expect(answer.headers['content-range']).toBe(`lines ${shown}/4`)
})

test('a search answers lines, bytes, and how many there are, of which it lists so many', async () => {
  const { hits, total } = (await get('?search=error%3A&limit=1')).json()
  expect(hits).toEqual([{ line: 3, startByte: 29, text: 'error: disk full', isWholeLine: true }])
  expect(total).toBe(2)
  expect((await get('?search=nowhere')).json()).toEqual({ ref, hits: [], total: 0 })
})

test.each([
  ['?lines=0', '/lines'],
  ['?lines=5-4', '/lines'],
  ['?lines=a', '/lines'],
  ['?search=', '/search'],
  [`?search=${'x'.repeat(1025)}`, '/search'],
  ['?search=x&limit=0', '/limit'],
  ['?search=x&lines=1', ''],
  ['?limit=1', ''],
  ['?line=1', '/line'],
])('a bad question is named: %s', async (query, path) => {
  const answer = await get(query)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].path).toBe(path)
})

test('an output that is not there is told from a name that cannot be one', async () => {
  const unknown = await server.inject(`/v1/tool-outputs/${'0'.repeat(64)}`)
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'output-unknown'])
  const odd = await server.inject('/v1/tool-outputs/latest')
  expect([odd.statusCode, odd.json().errors[0].path]).toEqual([400, '/ref'])
})

test('the outputs of a run are listed, page by page; another run has none', async () => {
  await outputs.retain('later', 'nightly')
  const first = (await server.inject('/v1/tool-outputs?runId=nightly&limit=1')).json()
  expect(first.items.map(({ bytes }: { bytes: number }) => bytes)).toEqual([5])
  const second = (await server.inject(`/v1/tool-outputs?runId=nightly&cursor=${first.next}`)).json()
  expect(second).toMatchObject({ items: [{ ref, lines: 4 }] })
  expect((await server.inject('/v1/tool-outputs?runId=other')).json()).toEqual({ items: [] })
  expect((await server.inject('/v1/tool-outputs')).json().errors[0].path).toBe('/runId')
  expect((await server.inject('/v1/tool-outputs?runId=a%00b')).statusCode).toBe(400)
})

test('a removed output is gone', async () => {
  const { ref: gone } = await outputs.retain('short-lived')
  const url = `/v1/tool-outputs/${gone}`
  expect((await server.inject({ method: 'DELETE', url })).statusCode).toBe(204)
  expect((await server.inject({ method: 'DELETE', url })).statusCode).toBe(404)
  expect((await server.inject(url)).statusCode).toBe(404)
})
