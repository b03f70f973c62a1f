import { expect, test } from 'vitest'
import { hasRoom, jsonHeapBytes, MOST_HEAP } from '../../src/json-heap.ts'

const COUNT = 300_000
const list = (item: (i: number) => string) => `[${Array.from({ length: COUNT }, (_, i) => item(i)).join(',')}]`
const SHAPES: Record<string, string> = {
  'empty objects': list(() => '{}'),
  'empty lists': list(() => '[]'),
  numbers: list((i) => `${i}`),
  fractions: list((i) => `${i}.5`),
  'short texts': list((i) => `"${i}"`),
  'texts beyond Latin-1': list(() => '"日本語"'),
  'ASCII and one character beyond Latin-1': list(() => `"${'a'.repeat(50)}日"`),
  'objects of one shape': list((i) => `{"path":"${i}","title":"t"}`),
  'objects of other shapes': list((i) => `{"k${i}":1}`),
  'one object of many keys': `{${Array.from({ length: COUNT }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  'lists in lists': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
}

test.each(Object.keys(SHAPES))('%s take no more of the heap than is said, and no byte more than the most', (name) => {
  const bytes = new TextEncoder().encode(SHAPES[name])
  const text = new TextDecoder().decode(bytes)
  const before = process.memoryUsage().heapUsed
  const value: unknown = JSON.parse(text)
  const taken = process.memoryUsage().heapUsed - before
  expect(value).toBeDefined()
  const said = jsonHeapBytes(bytes)
  expect(taken).toBeLessThan(said)
  expect(said).toBeLessThanOrEqual(bytes.length * MOST_HEAP)
})

test('what stands in a string is no structure, whatever is escaped in it; an open string ends with the text', () => {
  const sizeOf = (text: string) => jsonHeapBytes(new TextEncoder().encode(text)) - 4 * text.length
  expect(sizeOf('"{[,:"')).toBe(sizeOf('"    "'))
  expect(sizeOf('"\\"{"')).toBe(sizeOf('"    "'))
  expect(sizeOf('"\\\\",{}')).toBe(sizeOf('"a",{}'))
  expect(sizeOf('"{{{')).toBe(sizeOf('"'))
  expect(sizeOf('')).toBe(0)
})

test('there is room for a text where it takes no more than that, and for one so short that it cannot', () => {
  const bytes = new TextEncoder().encode('[{},{}]')
  const needed = jsonHeapBytes(bytes)
  expect([hasRoom(bytes, needed - 1), hasRoom(bytes, needed), hasRoom(bytes, bytes.length * MOST_HEAP)]).toEqual([
    false,
    true,
    true,
  ])
})
