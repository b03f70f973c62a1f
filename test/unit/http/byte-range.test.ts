import { expect, test } from 'vitest'
import { byteRangeOf } from '../../../src/http/byte-range.ts'

test.each([
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=0-9', { start: 0, end: 10 }],
  ['Bytes=3-', { start: 3, end: 10 }],
  ['bytes=3-99', { start: 3, end: 10 }],
  ['bytes=-4', { start: 6, end: 10 }],
  ['bytes=-99', { start: 0, end: 10 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=1-2', undefined],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
] as const)('Range: %s of ten bytes', (header, expected) => {
  expect(byteRangeOf(header, 10)).toEqual(expected)
})

test('nothing of an empty output can be asked for', () => {
  for (const header of ['bytes=0-', 'bytes=-1', 'bytes=0-0']) expect(byteRangeOf(header, 0)).toBe('unsatisfiable')
})
