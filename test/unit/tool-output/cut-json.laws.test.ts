import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutJson, type JsonTextCut, MOST_CUTS_LISTED } from '../../../src/core/tool-output/cut-json.ts'
import { cutOutput } from '../../../src/core/tool-output/cut-output.ts'
import { SHORT } from '../../../src/core/tool-output/json-cut.ts'
import type { Limits } from '../../../src/core/tool-output/limits.ts'
import { countingFor } from '../../../src/token-counters.ts'

const cutter = countingFor('o200k_base').counter
const ports = { cutter, sha256: () => '0'.repeat(64) }
const cut = (text: string, limits: Limits) => cutJson(text, { limits, cutter })
const cutOf = (text: string, maxBytes: number) => {
  const answer = cut(text, { maxBytes })
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

const NUMBERS = ['0', '-0', '12345678901234567890', '1e400', '1.10', '-1.5E+3', 'true', 'null']
const STRINGS = [
  '""',
  '"a"',
  '"\\n\\"\\\\"',
  '"\\u00e4"',
  '"\\ud83d\\ude00\\ud83d\\ude00"',
  '"\\ud83d"',
  `"${'x'.repeat(300)}"`,
  '"你好😀"',
  '"\\\\\\\\"',
  `"${'\\\\'.repeat(200)}"`,
]
const space = fc.constantFrom('', '', ' ', '\n  ')
/** JSON source with numbers, white space and repeated keys that no writer would give. */
const { json } = fc.letrec<{ json: string; value: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 5, withCrossShrink: true }, tie('value'), tie('value')),
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(...NUMBERS),
    fc.constantFrom(...STRINGS),
    fc
      .tuple(space, fc.array(tie('value'), { maxLength: 12 }), space)
      .map(([a, items, b]) => `[${a}${items.join(`,${a}`)}${b}]`),
    fc
      .tuple(
        space,
        fc.array(fc.tuple(fc.constantFrom('"a"', '"__proto__"', '"k/~"', '"\\u0061"', '"b c"'), tie('value')), {
          maxLength: 6,
        }),
      )
      .map(([a, members]) => `{${a}${members.map(([key, value]) => `${key}:${a}${value}`).join(',')}${a}}`),
  ),
}))

const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (given: T) => void, numRuns = 3_000) =>
  fc.assert(fc.property(arbitrary, law), { numRuns, seed: Number(process.env.FAST_CHECK_SEED ?? 9) })

/** Whether `part` is what is left of `whole` where lists lose their ends and strings too; nothing else changes. */
function isLeftOf(part: unknown, whole: unknown): boolean {
  if (typeof whole === 'string') return typeof part === 'string' && whole.startsWith(part)
  if (Array.isArray(whole)) {
    return Array.isArray(part) && part.length <= whole.length && part.every((item, i) => isLeftOf(item, whole[i]))
  }
  if (typeof whole !== 'object' || whole === null) return Object.is(part, whole)
  const keys = Object.keys(whole)
  return (
    JSON.stringify(Object.keys(part as object)) === JSON.stringify(keys) &&
    keys.every((key) => isLeftOf((part as Record<string, unknown>)[key], (whole as Record<string, unknown>)[key]))
  )
}

/** The value at a JSON Pointer. */
function at(value: unknown, pointer: string): unknown {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return parts.reduce((found, part) => (found as Record<string, unknown>)[part], value)
}

const numbersIn = (text: string): string[] => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? []

describe('JSON stays JSON', () => {
  test('what is left parses, is within the limit, and is what was there without ends of lists and strings', () => {
    holds(fc.tuple(json, fc.nat(300)), ([text, maxBytes]) => {
      if (Buffer.byteLength(text) <= maxBytes) return
      const answer = cut(text, { maxBytes })
      if (answer === 'does-not-fit') return
      const { text: left } = answer as JsonTextCut
      expect(Buffer.byteLength(left)).toBeLessThanOrEqual(maxBytes)
      expect(isLeftOf(JSON.parse(left), JSON.parse(text))).toBe(true)
      const source = numbersIn(text)
      let next = 0
      // Every number that is left stands in the source, byte for byte and in this order.
      for (const number of numbersIn(left)) next = source.indexOf(number, next) + 1 || Number.NaN
      expect(next).not.toBeNaN()
    })
  })

  test('each cut is named with what is shown and what there was', () => {
    // Repeated keys have one pointer, so none here.
    const plain = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value))
    holds(fc.tuple(plain, fc.nat(200)), ([text, maxBytes]) => {
      const answer = Buffer.byteLength(text) <= maxBytes ? 'fits' : cut(text, { maxBytes })
      if (typeof answer === 'string') return
      const [whole, left] = [JSON.parse(text), JSON.parse(answer.text)]
      for (const { path, kind, shown, total } of answer.cuts) {
        if (kind === 'array')
          expect([(at(left, path) as unknown[]).length, (at(whole, path) as unknown[]).length]).toEqual([shown, total])
        else {
          const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) - 2
          expect([bytesOf(at(left, path)), bytesOf(at(whole, path))]).toEqual([shown, total])
        }
        expect(shown).toBeLessThan(total)
      }
      expect(answer.cuts.length + answer.moreCuts).toBeGreaterThan(0)
    })
  })

  test('a larger limit keeps no less; cut again, nothing changes', () => {
    holds(
      fc.tuple(json, fc.nat(300), fc.nat(100)),
      ([text, maxBytes, more]) => {
        const ask = (given: string, limit: number) =>
          cutOutput(given, { limits: { maxBytes: limit }, strategy: 'json', headRatio: 0.4 }, ports)
        const [small, large] = [ask(text, maxBytes), ask(text, maxBytes + more)]
        if (small.report.strategy === 'json' && large.report.strategy === 'json') {
          expect(Buffer.byteLength(large.text)).toBeGreaterThanOrEqual(Buffer.byteLength(small.text))
        }
        if (small.report.strategy === 'json') expect(large.report.strategy).toBe('json')
        expect(ask(small.text, maxBytes).text).toBe(small.text)
      },
      1_500,
    )
  })

  test('characters and tokens are limits like bytes', () => {
    holds(
      fc.tuple(json, fc.nat(120), fc.nat(60)),
      ([text, maxChars, maxTokens]) => {
        for (const limits of [{ maxChars }, { maxTokens }, { maxChars, maxTokens, maxBytes: 200 }]) {
          const answer = cut(text, limits)
          if (typeof answer === 'string') continue
          expect([...answer.text].length <= (limits.maxChars ?? Infinity)).toBe(true)
          expect(cutter.count(answer.text) <= (limits.maxTokens ?? Infinity)).toBe(true)
          expect(isLeftOf(JSON.parse(answer.text), JSON.parse(text))).toBe(true)
        }
      },
      600,
    )
  })
})

test('a list loses its end, as much as the limit takes', () => {
  const rows = Array.from({ length: 5000 }, (_, i) => ({ id: i, name: `row ${i}` }))
  const answer = cutOf(JSON.stringify({ rows }), 1000)
  const { rows: left } = JSON.parse(answer.text)
  expect(answer.cuts).toEqual([{ path: '/rows', kind: 'array', shown: left.length, total: 5000 }])
  const oneMore = JSON.stringify({ rows: rows.slice(0, left.length + 1) })
  expect(oneMore.length).toBeGreaterThan(1000)
})

test('long strings are clipped before lists lose items for them, each to the same size', () => {
  const items = Array.from({ length: 10 }, (_, i) => ({ i, big: 'x'.repeat(100_000), small: 'y'.repeat(50) }))
  const answer = cutOf(JSON.stringify(items), 50_000)
  const left = JSON.parse(answer.text)
  expect(left.length).toBe(10)
  expect(new Set(left.map(({ big }: { big: string }) => big.length)).size).toBe(1)
  expect(left[0].small.length).toBe(50)
  expect(answer.text.length).toBeGreaterThan(49_900)
})

test('lists in a list share: the outer one stays whole as long as it is the smaller', () => {
  const groups = Array.from({ length: 100 }, (_, i) => ({
    id: i,
    pages: Array.from({ length: 200 }, (_, j) => `page ${j}`),
  }))
  const answer = cutOf(JSON.stringify({ groups }), 60_000)
  const left = JSON.parse(answer.text).groups as { pages: string[] }[]
  expect(left.length).toBe(100)
  expect(new Set(left.map(({ pages }) => pages.length)).size).toBe(1)
  expect([answer.cuts.length, answer.moreCuts]).toEqual([MOST_CUTS_LISTED, 0])
})

test('strings end on whole characters: no half escape, no half pair, no half code point', () => {
  for (const unit of ['\\u00e4', '\\ud83d\\ude00', '\\\\', '\\n', '😀', '你', '\\\\\\u0041']) {
    const text = `"${unit.repeat(100)}"`
    const whole: string = JSON.parse(text)
    for (let maxBytes = 2; maxBytes < 40; maxBytes++) {
      const left: string = JSON.parse(cutOf(text, maxBytes).text)
      expect(whole.startsWith(left) && left.isWellFormed()).toBe(true)
    }
  }
})

test('what no cut makes small enough falls back to text, with the reason; what is no JSON too', () => {
  const keys = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`key number ${i}`, i]))
  const asked = { limits: { maxBytes: 200 }, strategy: 'json' as const, headRatio: 0.4 }
  const wide = cutOutput(JSON.stringify(keys), asked, ports)
  expect(wide.report).toMatchObject({ strategy: 'head-tail', fallback: 'does-not-fit' })
  expect(Buffer.byteLength(wide.text)).toBeLessThanOrEqual(200)
  const lines = cutOutput('{"a":1}\n'.repeat(100), asked, ports)
  expect(lines.report).toMatchObject({ strategy: 'head-tail', fallback: 'not-json' })
  const auto = cutOutput('{"a":1}\n'.repeat(100), { ...asked, strategy: 'auto' }, ports)
  expect(auto.report.strategy).toBe('head-tail')
  expect(auto.report).not.toHaveProperty('fallback')
  const list = cutOutput(JSON.stringify(Array(100).fill('item')), { ...asked, strategy: 'auto' }, ports)
  expect(list.report.strategy).toBe('json')
})

test.each([
  ['deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['deep objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
])('nesting of thousands of levels: %s', (_name, text) => {
  const answer = cut(text, { maxBytes: 1_000 })
  if (typeof answer !== 'string') JSON.parse(answer.text)
  else expect(answer).toBe('does-not-fit')
})

test('a string that is short is not clipped while lists can still be cut', () => {
  const lines = Array.from({ length: 500 }, (_, i) => `${i} ${'z'.repeat(SHORT - 20)}`)
  const left: string[] = JSON.parse(cutOf(JSON.stringify(lines), 5_000).text)
  expect(left).toEqual(lines.slice(0, left.length))
  expect(left.length).toBeGreaterThan(20)
})
