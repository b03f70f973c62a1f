import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capDocument, type ListToCap } from '../../../src/core/tool-output/cap-list.ts'

const cap = (source: string, lists: readonly ListToCap[]) =>
  capDocument(source, { start: 0, end: source.length }, lists)

test('a hundred groups of two hundred pages: each list is capped and named', () => {
  const groups = Array.from({ length: 100 }, (_, i) => ({ id: i, pages: Array.from({ length: 200 }, (_, j) => j) }))
  const { document, truncated, missing } = cap(JSON.stringify({ groups }), [
    { pointer: '/groups', maxItems: 3 },
    { pointer: '/groups/*/pages', maxItems: 2 },
  ])
  expect(JSON.parse(document)).toEqual({ groups: [0, 1, 2].map((id) => ({ id, pages: [0, 1] })) })
  expect(truncated).toEqual([
    { pointer: '/groups', shown: 3, total: 100 },
    ...[0, 1, 2].map((i) => ({ pointer: `/groups/${i}/pages`, shown: 2, total: 200 })),
  ])
  expect(missing).toEqual([])
})

test('what stays keeps its bytes; pointers that lead to no list are named', () => {
  const source = '{ "a" : [ 1e400 , 12345678901234567890,\n 3 ] , "__proto__":{"k/~":[1,2]}, "s": "x" }'
  const { document, truncated, missing } = cap(source, [
    { pointer: '/a', maxItems: 2 },
    { pointer: '/__proto__/k~1~0', maxItems: 0 },
    { pointer: '/s', maxItems: 1 },
    { pointer: '/none/0', maxItems: 1 },
  ])
  expect(document).toBe('{ "a" : [ 1e400 , 12345678901234567890] , "__proto__":{"k/~":[]}, "s": "x" }')
  expect(truncated.map(({ pointer }) => pointer)).toEqual(['/a', '/__proto__/k~1~0'])
  expect(missing).toEqual(['/s', '/none/0'])
})

test('a total that is known to be more than came is told, exactly or as at least', () => {
  expect(cap('[1,2,3]', [{ pointer: '', maxItems: 5, total: 993 }]).truncated).toEqual([
    { pointer: '', shown: 3, total: 993 },
  ])
  expect(cap('[1,2,3]', [{ pointer: '', maxItems: 2, total: { atLeast: 50 } }]).truncated).toEqual([
    { pointer: '', shown: 2, total: { atLeast: 50 } },
  ])
  expect(cap('[1,2,3]', [{ pointer: '', maxItems: 2, total: 1 }]).truncated).toEqual([
    { pointer: '', shown: 2, total: 3 },
  ])
  expect(cap('[1,2,3]', [{ pointer: '', maxItems: 3, total: 3 }]).truncated).toEqual([])
})

test('every list of any document, capped: what is left is what slices leave', () => {
  const slow = (value: unknown, most: number): unknown => {
    if (Array.isArray(value)) return value.slice(0, most).map((item) => slow(item, most))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, slow(item, most)]))
  }
  const pointersIn = (value: unknown, at = ''): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const inner = Object.entries(value).flatMap(([key, item]) =>
      pointersIn(item, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    )
    return Array.isArray(value) ? [at, ...inner] : inner
  }
  const law = ([value, most]: [unknown, number]) => {
    const source = JSON.stringify(value)
    const lists = pointersIn(JSON.parse(source)).map((pointer) => ({ pointer, maxItems: most }))
    const { document, missing } = cap(source, lists)
    expect(JSON.parse(document)).toEqual(slow(JSON.parse(source), most))
    expect(missing).toEqual([])
  }
  fc.assert(fc.property(fc.tuple(fc.jsonValue({ maxDepth: 4 }), fc.nat(3)), law), { numRuns: 1_000, seed: 4 })
})
