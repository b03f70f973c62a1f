import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CutOptions,
  type CutReport,
  cutOutput,
  priorFault,
  type Strategy,
} from '../../../src/core/tool-output/cut-output.ts'
import { LIMITS, type Limits } from '../../../src/core/tool-output/limits.ts'
import { bytesOf, charsOf, jsonBytesOf, linesOf, sizeOf } from '../../../src/core/tool-output/measure.ts'
import { countingFor } from '../../../src/token-counters.ts'

const cutter = countingFor('o200k_base').counter
const ports = { cutter, sha256: () => '0'.repeat(64) }
const piece = fc.constantFrom(
  'a',
  'word ',
  'line\n',
  '\n',
  '\r\n',
  'ä',
  '你好',
  '😀',
  '👩‍👩‍👧',
  '🇩🇪',
  'e\u0301',
  '12',
  '[... 3 bytes in 1 line left out here ...]\n',
  '"',
  '{',
  '    ',
)
const text = fc.array(piece, { maxLength: 120, size: 'max' }).map((parts) => parts.join(''))
const limits: fc.Arbitrary<Limits> = fc
  .record({
    maxBytes: fc.option(fc.nat(400), { nil: undefined }),
    maxChars: fc.option(fc.nat(300), { nil: undefined }),
    maxTokens: fc.option(fc.nat(120), { nil: undefined }),
  })
  .filter((given) => LIMITS.some((name) => given[name] !== undefined))
const sided = fc.constantFrom<Strategy>('head', 'tail', 'head-tail')
const ratio = fc.constantFrom(0, 0.25, 0.4, 0.5, 1)

const cut = (given: string, options: Partial<CutOptions> & Pick<CutOptions, 'limits'>) =>
  cutOutput(given, { strategy: 'head', headRatio: 0.4, ...options }, ports)

const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (given: T) => void, numRuns = 2_000) =>
  fc.assert(fc.property(arbitrary, law), { numRuns, seed: Number(process.env.FAST_CHECK_SEED ?? 5) })

const within = (given: string, { maxBytes = Infinity, maxChars = Infinity, maxTokens = Infinity }: Limits) =>
  Buffer.byteLength(given) <= maxBytes && [...given].length <= maxChars && cutter.count(given) <= maxTokens

test('sizes are those of a slow count', () => {
  holds(text, (given) => {
    expect(bytesOf(given)).toBe(Buffer.byteLength(given))
    expect(charsOf(given)).toBe([...given].length)
    expect(linesOf(given)).toBe(given.split(/(?<=\n)/).filter((line) => line !== '').length)
    expect(jsonBytesOf(given, bytesOf(given))).toBe(Buffer.byteLength(JSON.stringify(given)))
  })
  const long = 'ä😀'.repeat(60_000)
  expect(sizeOf(`a${long}`)).toEqual({ bytes: 1 + 6 * 60_000, chars: 1 + 2 * 60_000, lines: 1 })
})

/** What was cut is what the report says: parts add up, ranges and lines are those of the original. */
function reportAgrees(original: string, answered: string, report: CutReport): void {
  const bytes = Buffer.from(original)
  const { kept, omitted, omittedBytes } = report
  expect(kept.bytes).toBe(Buffer.byteLength(answered))
  expect(kept.chars).toBe([...answered].length)
  expect(kept.headBytes + kept.gapBytes + kept.tailBytes).toBe(kept.bytes)
  expect(kept.headBytes + kept.tailBytes + omittedBytes).toBe(bytes.length)
  expect(omitted.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0)).toBe(omittedBytes)
  const head = bytes.subarray(0, kept.headBytes).toString()
  const tail = bytes.subarray(bytes.length - kept.tailBytes).toString()
  expect(answered.startsWith(head) && answered.endsWith(tail)).toBe(true)
  for (const { startByte, endByte, lines } of omitted) {
    const gone = bytes.subarray(startByte, endByte).toString()
    expect(Buffer.byteLength(gone)).toBe(endByte - startByte)
    expect(lines).toBe(linesOf(gone))
    expect(kept.headEndsMidLine).toBe(head !== '' && !head.endsWith('\n'))
    expect(kept.tailStartsMidLine).toBe(tail !== '' && !gone.endsWith('\n'))
    if (kept.gapBytes > 0) {
      const gap = Buffer.from(answered)
        .subarray(kept.headBytes, kept.headBytes + kept.gapBytes)
        .toString()
      expect(gap.trim()).toBe(
        `[... ${omittedBytes} bytes in ${lines} ${lines === 1 ? 'line' : 'lines'} left out here ...]`,
      )
    }
  }
  expect(report.original).toMatchObject(sizeOf(original))
}

describe('head, tail, head-tail', () => {
  test('the cut is within every limit, well-formed, and its report adds up to the original', () => {
    holds(fc.tuple(text, limits, sided, ratio), ([given, bounds, strategy, headRatio]) => {
      const { text: kept, report } = cut(given, { limits: bounds, strategy, headRatio })
      expect(within(kept, bounds)).toBe(true)
      expect(kept.isWellFormed()).toBe(true)
      expect(report.truncated).toBe(!within(given, bounds))
      if (!report.truncated) expect(kept).toBe(given)
      expect(report.limit === null).toBe(!report.truncated)
      if (report.limit !== null) {
        const { name, configured, observed } = report.limit
        expect(bounds[name]).toBe(configured)
        expect(observed).toBe(
          { maxBytes: Buffer.byteLength(given), maxChars: [...given].length, maxTokens: cutter.count(given) }[name],
        )
        expect(observed).toBeGreaterThan(configured)
      }
      reportAgrees(given, kept, report)
    })
  })

  test('head is the longest prefix of whole code points, tail the longest suffix, in bytes and characters', () => {
    const bounds = fc.record({ maxBytes: fc.nat(200), maxChars: fc.nat(200) })
    holds(
      fc.tuple(text, bounds),
      ([given, asked]) => {
        const points = [...given]
        const longest = (part: (count: number) => string[]) => {
          let best = ''
          for (let count = 0; count <= points.length; count++) {
            const tried = part(count).join('')
            if (within(tried, asked)) best = tried
          }
          return best
        }
        expect(cut(given, { limits: asked }).text).toBe(longest((count) => points.slice(0, count)))
        const last = (count: number) => (count === 0 ? [] : points.slice(-count))
        expect(cut(given, { limits: asked, strategy: 'tail' }).text).toBe(longest(last))
      },
      600,
    )
  })

  test('cut again within the same limits, nothing changes, whatever stands in the text', () => {
    holds(fc.tuple(text, limits, sided, sided, ratio), ([given, bounds, strategy, again, headRatio]) => {
      const once = cut(given, { limits: bounds, strategy, headRatio })
      const twice = cut(once.text, { limits: bounds, strategy: again, headRatio })
      expect([twice.text, twice.report.truncated]).toEqual([once.text, false])
      const told = cut(once.text, { limits: bounds, strategy, headRatio, prior: once.report })
      expect(told.text).toBe(once.text)
      expect(told.report).toEqual({ ...once.report, truncated: false, limit: null, kept: told.report.kept })
      expect(told.report.kept).toEqual(once.report.kept)
    })
  })

  test('a larger limit keeps no less', () => {
    const kept = ({ report: { kept } }: ReturnType<typeof cut>) => kept.headBytes + kept.tailBytes
    const bytesOrChars = fc.oneof(fc.record({ maxBytes: fc.nat(400) }), fc.record({ maxChars: fc.nat(300) }))
    holds(fc.tuple(text, bytesOrChars, fc.nat(60), sided, ratio), ([given, bounds, more, strategy, headRatio]) => {
      const larger = Object.fromEntries(Object.entries(bounds).map(([name, value]) => [name, (value ?? 0) + more]))
      const [small, large] = [bounds, larger].map((asked) => cut(given, { limits: asked, strategy, headRatio }))
      // From where the gap line fits on, it takes its place from what is kept: once.
      if (small.report.kept.gapBytes === 0 && large.report.kept.gapBytes > 0) return
      expect(kept(large)).toBeGreaterThanOrEqual(kept(small))
    })
  })

  test('told of an earlier cut, a tighter one tells what the original lost', () => {
    holds(
      fc.tuple(text, limits, fc.double({ min: 0, max: 1, noNaN: true }), sided, ratio),
      ([given, bounds, share, strategy, headRatio]) => {
        const first = cut(given, { limits: bounds, strategy, headRatio })
        const tighter = Object.fromEntries(
          Object.entries(bounds).map(([name, value]) => [name, value && Math.floor(value * share)]),
        )
        const second = cut(first.text, { limits: tighter, strategy, headRatio, prior: first.report })
        expect(within(second.text, tighter)).toBe(true)
        reportAgrees(given, second.text, second.report)
        const third = cut(second.text, { limits: { maxBytes: 20 }, strategy, headRatio, prior: second.report })
        reportAgrees(given, third.text, third.report)
      },
    )
  })

  test('a prior report of another text is told from one of this', () => {
    const { text: kept, report } = cut('abcdefgh', { limits: { maxBytes: 4 } })
    expect(priorFault(kept, report)).toBeUndefined()
    expect(priorFault('abc', report)).toBe('it kept 4 bytes, and the output has 3')
    expect(priorFault(kept, { ...report, kept: { ...report.kept, tailBytes: 1 } })).toMatch('add up')
    expect(priorFault(kept, { ...report, original: { ...report.original, bytes: 3 } })).toMatch('more than there was')
  })

  test('sides of head-tail end at a line’s end where that costs at most a fifth, never inside a grapheme where one ends nearby', () => {
    const lines = Array.from({ length: 200 }, (_, i) => `line number ${i}\n`).join('')
    const { text: kept, report } = cut(lines, { limits: { maxBytes: 1000 }, strategy: 'head-tail' })
    expect([report.kept.headEndsMidLine, report.kept.tailStartsMidLine]).toEqual([false, false])
    expect(kept.endsWith('line number 199\n')).toBe(true)
    const families = `x${'👩‍👩‍👧'.repeat(200)}`
    const family = cut(`${families}x${families}`, { limits: { maxBytes: 160 }, strategy: 'head-tail' })
    const [head] = family.text.split('\n[...')
    expect(head).toMatch(/^x(?:👩‍👩‍👧)*$/u)
  })

  test('one endless line gives its two ends', () => {
    const { text: kept, report } = cut(`start${'x'.repeat(60_000)}end`, {
      limits: { maxBytes: 1000 },
      strategy: 'head-tail',
    })
    expect(kept.startsWith('start') && kept.endsWith('end')).toBe(true)
    expect(Buffer.byteLength(kept)).toBeGreaterThan(990)
    expect(report.kept).toMatchObject({ headEndsMidLine: true, tailStartsMidLine: true })
  })
})
