import { expect, test } from 'vitest'
import { countingFor } from '../../src/token-counters.ts'
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

const batch = (body: unknown) => post(server, '/v1/tool-outputs/truncate-batch', body)

test.each([
  [{ maxChars: 2.5 }, '/maxChars'],
  [{ maxTokens: -1 }, '/maxTokens'],
  [{ maxTokens: '10' }, '/maxTokens'],
  [{ strategy: 'middle' }, '/strategy'],
  [{ headRatio: 1.1 }, '/headRatio'],
  [{ tokenizer: 'gpt2' }, '/tokenizer'],
  [{ isError: 'yes' }, '/isError'],
  [{ prior: {} }, '/prior/truncated'],
  [{ limit: 3 }, '/limit'],
])('%j is a 400 that names the field', async (more, path) => {
  const answer = await truncate({ output: 'x', ...more })
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path])
})

test('limits in characters and tokens hold beside the one in bytes, which stays the setting’s where none is given', async () => {
  const output = '你'.repeat(60_000)
  const chars = (await truncate({ output, maxChars: 50_000 })).json()
  expect([chars.report.limit.name, chars.report.kept.bytes]).toEqual(['maxBytes', 99_999])
  const both = (await truncate({ output, maxBytes: 180_000, maxChars: 50_000 })).json()
  expect(both.report.limit).toEqual({ name: 'maxChars', configured: 50_000, observed: 60_000 })
  const tokens = (await truncate({ output, maxTokens: 7 })).json()
  expect([tokens.report.limit.name, tokens.report.kept.tokens <= 7]).toEqual(['maxBytes', true])
})

test('isError comes back as it was given, and only then', async () => {
  for (const isError of [true, false]) expect((await truncate({ output: 'x', isError })).json().isError).toBe(isError)
  expect((await truncate({ output: 'x' })).json()).not.toHaveProperty('isError')
})

test('a report of another output is refused by name', async () => {
  const { report } = (await truncate({ output: 'abcdef', maxBytes: 3 })).json()
  const answer = await truncate({ output: 'other', maxBytes: 3, prior: report })
  expect([answer.statusCode, answer.json().code, answer.json().errors[0].path]).toEqual([
    422,
    'prior-mismatch',
    '/prior',
  ])
  expect((await truncate({ output: 'abc', maxBytes: 2, prior: report })).json().bytes).toEqual({
    original: 6,
    kept: 2,
    omitted: 4,
  })
})

test('rendered outputs keep to the limit in each unit, delimiters and notice with them', async () => {
  const output = 'word '.repeat(2_000)
  for (const limits of [{ maxBytes: 900 }, { maxChars: 900 }, { maxTokens: 300 }]) {
    for (const strategy of ['head', 'tail', 'head-tail']) {
      const { rendered, report } = (await truncate({ output, strategy, ...limits, render: {} })).json()
      if ('maxTokens' in limits) expect(countingFor('o200k_base').counter.count(rendered)).toBeLessThanOrEqual(300)
      else expect(rendered.length).toBeLessThanOrEqual(900)
      const [[name, configured]] = Object.entries(limits)
      expect(report.limit).toMatchObject({ name, configured })
      expect(report.limit.observed).toBeGreaterThan(configured)
    }
  }
})

test('a batch shares its budget, and a budget with no room for each is refused with what it takes', async () => {
  const outputs = [1000, 40_000, 40_000].map((size) => ({ output: 'x'.repeat(size), isError: size === 1000 }))
  const answer = (await batch({ maxBytes: 65_000, outputs })).json().outputs
  expect(answer.map(({ bytes }: { bytes: { kept: number } }) => bytes.kept)).toEqual([1000, 32_000, 32_000])
  expect(answer[0].isError).toBe(true)
  const refused = await batch({ maxBytes: 10, outputs })
  expect([refused.statusCode, refused.json().code, refused.json().errors[0].path]).toEqual([
    422,
    'batch-too-large',
    '/maxBytes',
  ])
  expect(refused.json().detail).toContain('at least 192')
  expect((await batch({ maxBytes: 1, outputs: [] })).json().errors[0].path).toBe('/outputs')
  expect((await batch({ maxBytes: 1, outputs: [{ output: 'x', maxBytes: 1 }] })).json().errors[0].path).toBe(
    '/outputs/0/maxBytes',
  )
})

test('lists inside a document are capped; what nothing was left out of has no field for it', async () => {
  const document = { a: [1, 2, 3], b: { c: [4] } }
  const cut = (
    await capList({
      document,
      lists: [
        { pointer: '/a', maxItems: 1 },
        { pointer: '/x', maxItems: 1 },
      ],
    })
  ).json()
  expect(cut).toMatchObject({
    document: { a: [1], b: { c: [4] } },
    truncated: [{ pointer: '/a', shown: 1, total: 3 }],
    missing: ['/x'],
  })
  expect(cut.instruction).toContain('how many')
  expect((await capList({ document, lists: [{ pointer: '/b/c', maxItems: 1 }] })).json()).toEqual({ document })
  for (const pointer of ['a', '/~2']) {
    const bad = await capList({ document, lists: [{ pointer, maxItems: 1 }] })
    expect([bad.statusCode, bad.json().errors[0].path]).toEqual([400, '/lists/0/pointer'])
  }
  const known = (await capList({ items: [1, 2], maxItems: 2, total: { atLeast: 7 } })).json()
  expect(known).toEqual({ items: [1, 2], truncated: { shown: 2, total: { atLeast: 7 } } })
})
