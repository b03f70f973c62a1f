import { expect, test } from 'vitest'
import { post, startService } from './service.ts'

const server = await startService()
const truncate = (body: unknown) => post(server, '/v1/tool-outputs/truncate', body)
const capList = (body: unknown) => post(server, '/v1/tool-outputs/cap-list', body)

test.each([
  ['100,000 bytes', 'x'.repeat(100_000), 100_000],
  ['ä × 100,000', 'ä'.repeat(100_000), 100_000],
  ['a and ä × 100,000', `a${'ä'.repeat(100_000)}`, 99_999],
  ['a and 😀 × 30,000', `a${'😀'.repeat(30_000)}`, 99_997],
])('%s is cut as the contract says', async (_name, output, kept) => {
  const answer = (await truncate({ output })).json()
  const original = Buffer.byteLength(output)
  expect(Buffer.byteLength(answer.output)).toBe(kept)
  expect(output.startsWith(answer.output)).toBe(true)
  expect(answer.bytes).toEqual({ original, kept, omitted: original - kept })
  expect(answer.truncated).toBe(kept < original)
  expect(answer.instruction === null).toBe(kept === original)
})

test('the instruction tells how much is missing, and stands in no output', async () => {
  const { output, instruction } = (await truncate({ output: 'x'.repeat(100_001) })).json()
  expect(instruction).toContain('100000 of 100001 bytes')
  expect(instruction).toMatch(/narrower/)
  expect(output).toBe('x'.repeat(100_000))
})

test.each([
  [0, ''],
  [9, 'aaaaaaaaa'],
  [10, 'aaaaaaaaa'],
  [13, 'aaaaaaaaa😀'],
])('maxBytes %d never cuts inside a code point', async (maxBytes, expected) => {
  const answer = (await truncate({ output: 'aaaaaaaaa😀', maxBytes })).json()
  expect(answer.output).toBe(expected)
})

test('an empty output is whole under a budget of 0', async () => {
  expect((await truncate({ output: '', maxBytes: 0 })).json()).toMatchObject({ truncated: false, instruction: null })
})

test('an unpaired surrogate is answered as U+FFFD and counted', async () => {
  const answer = (await truncate('{"output":"x\\ud83dy\\ude00"}')).json()
  expect(answer).toMatchObject({
    output: 'x\ufffdy\ufffd',
    repairs: { surrogates: 2 },
    bytes: { original: 8, kept: 8 },
  })
})

test('each step is asked for by itself, and counted', async () => {
  const output = '\u001b[1mx\u0000\u001b[0m 10%\r20% AKIAIOSFODNN7EXAMPLE data:image/gif;base64,R0lGODlh'
  const counts = async (asked: object) => (await truncate({ output, ...asked })).json().repairs
  const none = { surrogates: 0, nul: 1, secrets: 0, dataUris: 0, base64: 0, ansi: 0, carriageReturns: 0 }
  expect(await counts({})).toEqual(none)
  expect(await counts({ redact: true })).toEqual({ ...none, secrets: 1 })
  expect(await counts({ sanitize: { blobs: true } })).toEqual({ ...none, dataUris: 1 })
  expect(await counts({ sanitize: { ansi: true } })).toEqual({ ...none, ansi: 2 })
  expect(await counts({ sanitize: true })).toEqual({ ...none, dataUris: 1, ansi: 2, carriageReturns: 1 })
  expect((await truncate({ output: 'W\0s\0', nul: 'replace' })).json().output).toBe('W\ufffds\ufffd')
})

test.each([
  [{ redact: 'yes' }, '/redact'],
  [{ redact: { patterns: [{ id: 'A', pattern: 'a' }] } }, '/redact/patterns/0/id'],
  [
    {
      redact: {
        patterns: [
          { id: 'a', pattern: 'a' },
          { id: 'b', pattern: '(' },
        ],
      },
    },
    '/redact/patterns/1/pattern',
  ],
  [{ redact: { patterns: [{ id: 'a', pattern: 'a'.repeat(1001) }] } }, '/redact/patterns/0/pattern'],
  [{ redact: { patterns: [{ id: 'a', pattern: '((a{100}){10}){10}' }] } }, '/redact/patterns/0/pattern'],
  [{ redact: { patterns: Array.from({ length: 21 }, () => ({ id: 'a', pattern: 'a' })) } }, '/redact/patterns'],
  [{ sanitize: { colours: true } }, '/sanitize'],
  [{ nul: 'keep' }, '/nul'],
  [{ render: true }, '/render'],
])('%j is a 400 that names the field', async (asked, path) => {
  const answer = await truncate({ output: 'x', ...asked })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].path.startsWith(path)).toBe(true)
})

test.each(['-5', '2.5', '"10"', 'NaN', 'null', '1e400', '9007199254740993'])(
  'maxBytes %s is a 400 that names the field',
  async (maxBytes) => {
    const answer = await truncate(`{"output":"x","maxBytes":${maxBytes}}`)
    expect(answer.statusCode).toBe(400)
    const problem = answer.json()
    expect(problem.errors[0].path).toBe('/maxBytes')
    if (maxBytes === 'NaN') expect(problem).toMatchObject({ code: 'body-invalid-json', position: { offset: 25 } })
  },
)

test('TOOL_OUTPUT_MAX_BYTES is the budget where the request names none', async () => {
  const small = await startService({ TOOL_OUTPUT_MAX_BYTES: '3' })
  expect((await post(small, '/v1/tool-outputs/truncate', { output: 'abcd' })).json().output).toBe('abc')
})

test('a list of 15 out of 993 says so; a list of exactly 15 has no such field', async () => {
  const items = Array.from({ length: 993 }, (_, i) => ({ i }))
  const cut = (await capList({ items, maxItems: 15 })).json()
  expect(cut).toEqual({ items: items.slice(0, 15), truncated: { shown: 15, total: 993 } })
  const whole = (await capList({ items: items.slice(0, 15), maxItems: 15 })).json()
  expect(whole).toEqual({ items: items.slice(0, 15) })
})

test('items keep their bytes', async () => {
  const source = '[12345678901234567890, 1e400 ,1.10,"a,]\\"",{"b":[1,2]}, [ ] ,null]'
  const whole = await capList(`{"maxItems":9,"items":${source}}`)
  expect(whole.body).toBe(`{"items":${source}}`)
  const cut = await capList(`{"items":${source},"maxItems":4}`)
  expect(cut.body).toBe('{"items":[12345678901234567890, 1e400 ,1.10,"a,]\\""],"truncated":{"shown":4,"total":7}}')
  const none = await capList(`{"items": ${source} ,"maxItems":0}`)
  expect(none.json()).toEqual({ items: [], truncated: { shown: 0, total: 7 } })
  expect((await capList('{"items":[ ],"maxItems":0}')).body).toBe('{"items":[]}')
})

test.each([-1, 1.5, '3', null])('maxItems %j is a 400 that names the field', async (maxItems) => {
  const answer = await capList({ items: [1], maxItems })
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, '/maxItems'])
})
