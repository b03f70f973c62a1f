import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cl100kPieceEnd } from '../../../src/tokenizer/cl100k-pieces.ts'
import { loadTables } from '../../../src/tokenizer/load-tables.ts'
import { o200kPieceEnd } from '../../../src/tokenizer/o200k-pieces.ts'
import { stringBorders } from '../../../src/tokenizer/sure-border.ts'
import { tailStart } from '../../../src/tokenizer/tail-start.ts'
import { createTokenCounter } from '../../../src/tokenizer/token-counters.ts'
import { hardText } from './hard-texts.ts'

const classes = loadTables('o200k_base')

/** Where the pieces end of a text without unpaired surrogates from a unit on, in units. */
function pieceEnds(text: string, from: number, pieceEnd: typeof o200kPieceEnd): number[] {
  const utf8 = Buffer.from(text.slice(from))
  const bytes = Uint8Array.from([...utf8, 0xff, 0, 0, 0])
  const ends: number[] = []
  for (let at = 0; at < utf8.length; ) {
    at = pieceEnd(bytes, at, { classes, reach: 0 })
    ends.push(from + utf8.toString('utf8', 0, at).length)
  }
  return ends
}

/** Runs without a sure border of what the pre-tokenisers join. */
const joined = fc.oneof(
  fc
    .constantFrom(
      "'sss",
      "A'LLLLLL",
      'ʰAAAAAAAA',
      'AAAʰʰʰAAA',
      'a中中中A',
      '!\n///-',
      '!\n\n\n\n\n \n',
      'a中中中中中AAA',
      'A中中中中中AAAb',
      '-\n////////-x',
      '１２３',
      "''''s",
    )
    .chain((unit) => fc.nat(8).map((times) => unit.repeat(times))),
  fc.constantFrom(..." /\n-'7aAʰ中😀𝟘\u0301").chain((unit) => fc.nat(40).map((times) => unit.repeat(times))),
  hardText,
)

describe.each([
  ['o200k_base', o200kPieceEnd],
  ['cl100k_base', cl100kPieceEnd],
] as const)('%s: from the start of a tail on', (encoding, pieceEnd) => {
  test('pieces end where they end in the whole text, and the first is true or long', () => {
    fc.assert(
      fc.property(
        fc.array(joined, { minLength: 1, maxLength: 4 }).map((texts) => texts.join('').slice(0, 80).toWellFormed()),
        fc.nat(6),
        (text, bytes) => {
          const whole = pieceEnds(text, 0, pieceEnd)
          const borders = stringBorders(text, classes)
          for (let needed = 0; needed < text.length; needed++) {
            const start = tailStart(text, needed, bytes, borders, classes)
            expect(start).toBeLessThanOrEqual(needed)
            const tail = pieceEnds(text, start, pieceEnd)
            expect(tail.filter((end) => end > needed)).toEqual(whole.filter((end) => end > needed))
            const first = tail[0] as number
            if (first > needed && start > 0 && !whole.includes(start)) {
              const trueStart = whole.findLast((end) => end < first) ?? 0
              expect(Buffer.byteLength(text.slice(Math.max(start, trueStart), first))).toBeGreaterThan(bytes)
            }
          }
        },
      ),
      { numRuns: 700, seed: 18 },
    )
  })

  test('a cut of a tail behind a long run costs what its limit holds', () => {
    const counter = createTokenCounter(encoding)
    const isBorderless = { length: 0, isBorder: () => false }
    for (const unit of ['a', 'A', ' ', '=', '/', '\n', '\r\n', '中', '😀', 'ʰAAAA', 'aB', '\u0301']) {
      const text = unit.repeat(5_000)
      const start = tailStart(text, text.length - 1_000, 1_000, { ...isBorderless, length: text.length }, classes)
      expect(text.length - start, unit).toBeLessThan(2_100)
      expect(counter.cutTail(text.repeat(20), 5)).toBe(counter.cutTail(text, 5))
    }
  })
})
