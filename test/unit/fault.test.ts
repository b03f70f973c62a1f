import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorOf, faultOf } from '../../src/fault.ts'

const lines = fc.array(
  fc.oneof(
    fc.string(),
    fc.string().map((text) => `    at ${text}`),
  ),
  { maxLength: 4 },
)

test('a fault has the places of the error and no line of its message', () => {
  fc.assert(
    fc.property(lines, (texts) => {
      const message = texts.join('\n')
      const { name, frames } = faultOf(new TypeError(message))
      expect(name).toBe('TypeError')
      expect(frames[0]).toContain('fault.test.ts')
      expect(frames.length).toBe(faultOf(new Error('plain')).frames.length)
    }),
  )
})

test('an error whose message was changed has no place, rather than lines of the first message', () => {
  const error = new Error('secret\n    at secret')
  expect(error.stack).toContain('secret')
  error.message = 'another'
  expect(faultOf(error).frames).toEqual([])
})

test('the error that stands for a fault of another thread has the same fault', () => {
  const fault = faultOf(new RangeError('a\n    at b'))
  expect(faultOf(errorOf(fault, 'a thread failed'))).toEqual(fault)
})
