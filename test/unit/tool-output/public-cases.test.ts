import { expect, test } from 'vitest'
import { truncateOutput } from '../../../src/tool-output-service.ts'

/** Failures that tools had in public, as small inputs with the right value; each stands for its kind. */

const bytesOf = (text: string) => Buffer.byteLength(text)

test('T1: a cut inside a surrogate pair leaves half a character behind', () => {
  const { output, bytes } = truncateOutput('aaaaaaaaa😀', { maxBytes: 10 })
  expect([output, output.isWellFormed(), bytes.omitted]).toEqual(['aaaaaaaaa', true, 4])
})

test('T8, T9: a list that is cut twice still tells how many there were at first', () => {
  const rows = Array.from({ length: 5000 }, (_, i) => ({ id: i, name: `row ${i}` }))
  const first = truncateOutput(JSON.stringify({ rows }), { maxBytes: 2000, strategy: 'json' })
  const second = truncateOutput(first.output, { maxBytes: 1000, strategy: 'json', prior: first.report })
  const left = JSON.parse(second.output).rows
  expect(left).toEqual(rows.slice(0, left.length))
  expect(second.report.cuts).toEqual([{ path: '/rows', kind: 'array', shown: left.length, total: 5000 }])
  expect(second.report.original).toEqual(first.report.original)
})

test('T10, T11: numbers, order, repeated keys and __proto__ keep their bytes', () => {
  const big = 'x'.repeat(500)
  const numbers = truncateOutput(`{"id":12345678901234567890,"n":1e400,"d":1.10,"big":"${big}"}`, {
    maxBytes: 120,
    strategy: 'json',
  })
  expect(numbers.output.startsWith('{"id":12345678901234567890,"n":1e400,"d":1.10,"big":"xx')).toBe(true)
  const keys = truncateOutput(`{"z":1,"__proto__":{"keep":1},"a":2,"z":3,"big":"${big}"}`, {
    maxBytes: 80,
    strategy: 'json',
  })
  expect(keys.output.startsWith('{"z":1,"__proto__":{"keep":1},"a":2,"z":3,"big":"xx')).toBe(true)
})

test('T12: a list nested 2,000 deep and an object of 4,000 keys are answered', () => {
  const deep = truncateOutput(`${'['.repeat(2000)}1${']'.repeat(2000)}`, { maxBytes: 1000, strategy: 'json' })
  expect(() => JSON.parse(deep.output)).not.toThrow()
  const keys = Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`k${i}`, 'value '.repeat(20)]))
  const wide = truncateOutput(JSON.stringify(keys), { maxBytes: 100_000, strategy: 'json' })
  expect(Object.keys(JSON.parse(wide.output)).length).toBe(4000)
})

test('T14: one line longer than the budget gives as much of it as fits, and says that the line is not whole', () => {
  const { output, report } = truncateOutput('x'.repeat(60_000), { maxBytes: 51_200 })
  expect([output.length, report.kept.headEndsMidLine]).toEqual([51_200, true])
})

test('T15: the last line, the only one that matters, stays', () => {
  const log = `${Array.from({ length: 1400 }, (_, i) => `${i} INFO still working on the thing that was asked for\n`).join('')}RuntimeError: FATAL disk full\n`
  const { output } = truncateOutput(log, { maxBytes: 50_000, strategy: 'head-tail' })
  expect(output.endsWith('RuntimeError: FATAL disk full\n')).toBe(true)
})

test('T17: two halves are never glued: a line says exactly what is missing', () => {
  const { output, report } = truncateOutput(`${'9'.repeat(400)}12${'5'.repeat(2000)}34${'8'.repeat(600)}`, {
    maxBytes: 1000,
    strategy: 'head-tail',
  })
  const [, bytes] = /\[\.\.\. (\d+) bytes in 1 line left out here \.\.\.\]/.exec(output) ?? []
  expect(Number(bytes)).toBe(report.omittedBytes)
  expect(report.kept.headBytes + report.kept.tailBytes + report.omittedBytes).toBe(3004)
})

test('T18: never over the budget, and where the gap line has no room a plain beginning', () => {
  for (const maxBytes of [0, 1, 2, 10, 44, 45, 46, 90, 100, 2000]) {
    const { output, truncated, report } = truncateOutput('x'.repeat(50_000), { maxBytes, strategy: 'head-tail' })
    expect(bytesOf(output)).toBeLessThanOrEqual(maxBytes)
    expect(truncated).toBe(true)
    if (report.kept.gapBytes === 0) expect(output).toBe('x'.repeat(maxBytes))
  }
})

test('T19: a cut text that is given again stays, and is not cut for this pass', () => {
  const once = truncateOutput('line\n'.repeat(5000), { maxBytes: 2000, strategy: 'head-tail' })
  expect(truncateOutput(once.output, { maxBytes: 2000, strategy: 'head-tail' })).toMatchObject({
    output: once.output,
    truncated: false,
  })
})

test('T23: the size as text and the size as JSON are both told, and the one that was asked for is bounded', () => {
  const { report } = truncateOutput('"'.repeat(60_000), { maxBytes: 100_000 })
  expect([report.kept.bytes, report.kept.jsonBytes, report.truncated]).toEqual([60_000, 120_002, false])
})

test('T31: an error of five megabytes keeps its report', () => {
  const { output, report } = truncateOutput('    at frame (file.js:1:1)\n'.repeat(200_000), { maxBytes: 100_000 })
  expect(bytesOf(output)).toBeLessThanOrEqual(100_000)
  expect(report.original.lines).toBe(200_000)
})
