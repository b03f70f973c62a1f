import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countElements, jsonFault, nestingOf, valueSpan, withPlainKeys } from '../../src/core/json-text.ts'

const offsetOf = (text: string) => jsonFault(text)?.offset

/** JSON source with the white space, escapes and number forms that JSON.stringify never writes. */
const { source: jsonSource } = fc.letrec<{ source: string; string: string; number: string }>((tie) => ({
  string: fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('"\\u0041"', '"\\\\"', '"\\\\\\""', '"[{,]}"', '"\\ud83d"'),
  ),
  number: fc.constantFrom('0', '-0', '1e400', '12345678901234567890', '1.10', '-2.5E-3'),
  source: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('true', 'false', 'null'),
    tie('number'),
    tie('string'),
    fc
      .tuple(space(), fc.array(fc.tuple(space(), tie('source'), space()), { maxLength: 4 }))
      .map(([inside, elements]) => `[${inside}${elements.map((part) => part.join('')).join(',')}]`),
    fc
      .tuple(space(), fc.array(fc.tuple(space(), tie('string'), space(), tie('source'), space()), { maxLength: 4 }))
      .map(
        ([inside, members]) =>
          `{${inside}${members.map(([a, key, b, value, c]) => `${a}${key}${b}:${a}${value}${c}`).join(',')}}`,
      ),
  ),
}))

function space() {
  return fc.constantFrom('', ' ', '\n', '\t\r ')
}

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('JSON has no error offset', () => {
  fc.assert(
    fc.property(jsonSource, (text) => offsetOf(text) === undefined),
    { numRuns: 2000 },
  )
})

test('a broken text has an offset up to which some JSON text goes, and no text on from there', () => {
  const broken = fc
    .tuple(
      jsonSource,
      fc.nat(),
      fc.constantFrom('', '"', ',', '}', ']', '{', '[', ':', 'x', '\u0001', '-', '0', '\\', 'e'),
    )
    .map(([text, at, insert]) => {
      const place = at % (text.length + 1)
      return insert === '' ? text.slice(0, place) : text.slice(0, place) + insert + text.slice(place)
    })
    .filter((text) => !isJson(text))
  fc.assert(
    fc.property(broken, (text) => {
      const offset = offsetOf(text) as number
      expect(offset).toBeGreaterThanOrEqual(0)
      expect(offset).toBeLessThanOrEqual(text.length)
      // What stands before the offset is fine: cut there, the only fault left is that the text ends.
      expect(offsetOf(text.slice(0, offset)) ?? offset).toBe(offset)
    }),
    { numRuns: 5000 },
  )
})

test('the source of a member parses to the member that JSON.parse gives, also where a key is repeated', () => {
  fc.assert(
    fc.property(jsonSource, jsonSource, fc.constantFrom('k', 'k"', 'ä', '\\'), space(), (value, other, key, gap) => {
      const name = JSON.stringify(key)
      const text = `{${gap}${name}:${other},"o":{${name}:${value}}${gap},${name}${gap}:${gap}${value}${gap}}`
      const span = valueSpan(text, [key]) as { start: number; end: number }
      expect(text.slice(span.start, span.end)).toBe(value)
      const inner = valueSpan(text, ['o', key]) as { start: number; end: number }
      expect(text.slice(inner.start, inner.end)).toBe(value)
      expect(valueSpan(text, ['none'])).toBeUndefined()
      expect(valueSpan(text, ['none', 'there'])).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test('counting elements agrees with JSON.parse, and the kept ones are a prefix', () => {
  const list = fc
    .array(jsonSource, { maxLength: 6 })
    .map((elements) => ({ elements, text: `[${elements.join(' ,\n')}]` }))
  fc.assert(
    fc.property(list, fc.nat(8), ({ elements, text }, limit) => {
      const { total, end } = countElements(text, { start: 0, end: text.length }, limit)
      expect(total).toBe(elements.length)
      expect(text.slice(1, end).trim()).toBe(elements.slice(0, limit).join(' ,\n').trim())
    }),
    { numRuns: 2000 },
  )
})

test('nesting counts the arrays and objects around the deepest value', () => {
  for (const [text, depth] of [
    ['1', 0],
    ['"[["', 0],
    ['[]', 1],
    ['[{"a":[1]},[]]', 3],
  ] as const) {
    expect(nestingOf(text, { start: 0, end: text.length })).toBe(depth)
  }
})

test('neither depth nor length uses up the stack', () => {
  const deep = '['.repeat(300_000)
  expect(offsetOf(deep)).toBe(300_000)
  expect(nestingOf(deep + ']'.repeat(300_000), { start: 0, end: 600_000 })).toBe(300_000)
  expect(offsetOf(`"${'\\n'.repeat(3_000_000)}`)).toBe(6_000_001)
})

test('keys are written without escapes, and nothing else changes', () => {
  fc.assert(
    fc.property(jsonSource, (text) => {
      const plain = withPlainKeys(text)
      expect(offsetOf(plain)).toBeUndefined()
      expect(withPlainKeys(plain)).toBe(plain)
      if (!text.includes('\\')) expect(plain).toBe(text)
    }),
    { numRuns: 2000 },
  )
  const values = '"a\\": \\\\","c\\n"'
  expect(withPlainKeys(`{"st\\u0065p" :[${values}],"\\"":1,"path\\n":2,"\\\\":3}`)).toBe(
    `{"step" :[${values}],"\ufffd":1,"path\ufffd":2,"\ufffd":3}`,
  )
})

test.each([
  ['{"output":"x","maxBytes":NaN}', ['maxBytes']],
  ['{"a":{"b":[1,{"c":tru}]}}', ['a', 'b', 1, 'c']],
  ['{"a":1,b:2}', []],
  ['{"a":{"k":1,}}', ['a']],
  ['[1,2', [1]],
  ['x', []],
  ['{"a":1}x', []],
])('the fault of %s lies at %j', (text, path) => {
  expect(jsonFault(text)?.path).toEqual(path)
})
