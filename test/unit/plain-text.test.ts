import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cleanText,
  compareCodePoints,
  fieldText,
  oneLine,
  pathIdentity,
  pathText,
  utf8Length,
} from '../../src/core/plain-text.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'a',
        ' ',
        '|',
        '\n',
        '\r',
        '\u0085',
        '\u2028',
        '\u0000',
        '\u007f',
        '\ufeff',
        '\ud800',
        '\udc00',
        'e\u0301',
        '😀',
        '\u00a0',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

test('all normal forms are idempotent', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const form of [cleanText, oneLine, fieldText, pathIdentity]) expect(form(form(text))).toBe(form(text))
    }),
    { numRuns: 3000 },
  )
})

test('one line has no control character, no line break and no space but single ones inside', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(oneLine(text)).not.toMatch(/\p{Cc}|[\u2028\u2029\ufeff]|[^\S ]| {2}|^ | $/u)
      expect(oneLine(text).isWellFormed()).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('a page line is split at its field borders into just its fields', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (path, title, summary) => {
      const fields = [pathText(pathIdentity(path)), fieldText(title), fieldText(summary)]
      fc.pre(fields.every((field) => field !== ''))
      expect(fields.join(' | ').split(' | ')).toEqual(fields)
    }),
    { numRuns: 5000 },
  )
})

test('nothing of a path can break its line', () => {
  fc.assert(
    fc.property(hostile, (path) => {
      expect(pathText(pathIdentity(path))).not.toMatch(/\p{Cc}|[\u2028\u2029]/u)
    }),
  )
  expect(pathText('a\nb\u2028c | d')).toBe('a%0Ab%E2%80%A8c %7C d')
})

test.each([
  ['a\r\n\tb', 'a b'],
  ['a \u0000 b', 'a b'],
  ['a\u0000b', 'ab'],
  ['  Home  ', 'Home'],
  ['x\ud800y', 'x\ufffdy'],
  ['\ufeffx', 'x'],
  ['A | B', 'A ¦ B'],
  ['|', '¦'],
  ['a || b|c', 'a || b|c'],
  ['| | |', '¦ ¦ ¦'],
])('%j is shown as %j', (text, shown) => {
  expect(fieldText(text)).toBe(shown)
})

test('a path in NFD and in NFC is one page', () => {
  expect(pathIdentity('cafe\u0301.md')).toBe(pathIdentity('caf\u00e9.md'))
  // Cleaning comes first: what it takes away must not keep two characters from composing.
  expect(pathIdentity('e\ufeff\u0301')).toBe('\u00e9')
})

test('code point order, also across the surrogates', () => {
  const byCodePoints = (a: string, b: string) => {
    const [x, y] = [Array.from(a, (c) => c.codePointAt(0) as number), Array.from(b, (c) => c.codePointAt(0) as number)]
    const at = x.findIndex((point, i) => point !== y[i])
    return at < 0 ? x.length - y.length : at >= y.length ? 1 : x[at] - y[at]
  }
  const text = fc
    .array(fc.constantFrom('a', 'Z', '\uffff', '\ue000', '\ud7ff', '😀', '\u{10ffff}'), { maxLength: 4 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(byCodePoints(a, b)))
    }),
  )
  expect(compareCodePoints('\uffff', '😀')).toBeLessThan(0)
})

test('bytes of UTF-8 are those that the platform writes', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text))
    }),
    { numRuns: 3000 },
  )
})
