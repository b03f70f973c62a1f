import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadTables } from '../../../src/tokenizer/load-tables.ts'
import { o200kPieceEnd } from '../../../src/tokenizer/o200k-pieces.ts'
import { createTokenCounter } from '../../../src/tokenizer/token-counters.ts'
import { hardText, longText } from './hard-texts.ts'

const counter = createTokenCounter('o200k_base')
const classes = loadTables('o200k_base')

/** Pieces of a whole text without unpaired surrogates. */
function piecesOf(text: string): string[] {
  const utf8 = Buffer.from(text)
  const bytes = Uint8Array.from([...utf8, 0xff, 0, 0, 0])
  const pieces: string[] = []
  for (let at = 0; at < utf8.length; ) {
    const end = o200kPieceEnd(bytes, at, { classes, reach: 0 })
    pieces.push(utf8.toString('utf8', at, end))
    at = end
  }
  return pieces
}

const wholeText = fc.oneof(hardText, longText).map((text) => text.toWellFormed())
const someLimit = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 400 }))

/** Letters, white space and symbols that stay together for long, with what may cut their prefixes apart. */
const longPiece = fc
  .tuple(
    fc.constantFrom('', 'a ', ' ', '\n', '  ', 'x'),
    fc.constantFrom(
      ['A', 'ʰ', '中', 'B\u0301', "a'"],
      ['A', 'AAAA', 'é', 'ß', "'s"],
      [' ', '\n', '\u3000', '\t', '    '],
      ['-', '--------', '=', '*', '/', '\n'],
      ['中', '文文', 'かな', 'カ', '。'],
      ['😀', '👩‍👩‍👧', '\u200d'],
    ),
  )
  .chain(([before, parts]) =>
    fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 120 }).map((run) => before + run.join('')),
  )

describe('countUpTo', () => {
  test('is the count up to the limit, else one more', () => {
    fc.assert(
      fc.property(fc.oneof(hardText, longText), someLimit, (text, limit) => {
        expect(counter.countUpTo(text, limit)).toBe(Math.min(counter.count(text), limit + 1))
      }),
      { numRuns: 2_000, seed: 10 },
    )
  })
})

describe('cut', () => {
  test('is a prefix within the limit, and the text where that fits', () => {
    fc.assert(
      fc.property(wholeText, someLimit, (text, limit) => {
        const prefix = counter.cut(text, limit)
        expect(text.startsWith(prefix)).toBe(true)
        expect(prefix.isWellFormed()).toBe(true)
        expect(counter.count(prefix)).toBeLessThanOrEqual(limit)
        if (counter.count(text) <= limit) expect(prefix).toBe(text)
      }),
      { numRuns: 3_000, seed: 11 },
    )
  })

  test('ends where the next piece would go over the limit, or inside a piece that is over it alone', () => {
    fc.assert(
      fc.property(wholeText, someLimit, (text, limit) => {
        const prefix = counter.cut(text, limit)
        let whole = ''
        let tokens = 0
        for (const piece of piecesOf(text)) {
          const more = counter.count(piece)
          if (tokens + more > limit) {
            if (more <= limit) expect(prefix).toBe(whole)
            else expect(prefix.startsWith(whole) && `${whole}${piece}`.startsWith(prefix)).toBe(true)
            return
          }
          tokens += more
          whole += piece
        }
        expect(prefix).toBe(text)
      }),
      { numRuns: 3_000, seed: 12 },
    )
  })

  test('inside a piece that is over the limit alone it is the longest prefix within the limit', () => {
    fc.assert(
      fc.property(fc.oneof(longPiece, wholeText), fc.integer({ min: 0, max: 9 }), (text, limit) => {
        let whole = ''
        const oversized = piecesOf(text).find((piece) => {
          const fits = counter.count(whole + piece) <= limit
          if (fits) whole += piece
          return !fits
        })
        if (oversized === undefined || counter.count(oversized) <= limit) return
        const characters = [...oversized]
        const prefixes = characters.slice(0, -1).map((_, i) => whole + characters.slice(0, i + 1).join(''))
        const longest = prefixes.findLast((prefix) => counter.count(prefix) <= limit)
        if (longest !== undefined) expect(counter.cut(text, limit)).toBe(longest)
      }),
      { numRuns: 1_500, seed: 16 },
    )
  })

  test('of a piece that goes on for long it is the longest prefix too', () => {
    const cuts = fc.tuple(
      fc.array(
        fc
          .tuple(
            fc.constantFrom('-', '=', 'A', 'ʰ', 'ab', '\r\n', '*', '中', '\u3000'),
            fc.integer({ min: 1, max: 90 }),
          )
          .map(([unit, times]) => unit.repeat(times)),
        { minLength: 1, maxLength: 5 },
      ),
      fc.integer({ min: 1, max: 6 }),
    )
    fc.assert(
      fc.property(cuts, ([runs, limit]) => {
        const text = `${runs.join('')}${runs[0]?.repeat(4)}`
        const cut = counter.cut(text, limit)
        expect(counter.count(cut)).toBeLessThanOrEqual(limit)
        const [piece = ''] = piecesOf(text)
        const characters = [...piece]
        if (counter.count(piece) <= limit) return
        let end = piece.length
        while (counter.count(piece.slice(0, end)) > limit) end -= (characters.pop() as string).length
        expect(cut).toBe(piece.slice(0, end))
      }),
      { numRuns: 150, seed: 20 },
    )
  })

  test.each([
    ['letters', 'abcdefghij'.repeat(60)],
    ['one letter', 'a'.repeat(500)],
    ['a rule', '='.repeat(700)],
    ['Chinese', '中文文档没有空格的长句子'.repeat(30)],
    ['emoji', '😀🎉'.repeat(60)],
  ])('inside an oversized piece no longer prefix fits: %s', (_, text) => {
    for (const limit of [1, 2, 3, 7, 10]) {
      const characters = [...text]
      const prefixes = characters.map((_character, i) => characters.slice(0, i + 1).join(''))
      const longest = prefixes.findLast((prefix) => counter.count(prefix) <= limit) ?? ''
      expect(counter.cut(text, limit)).toBe(longest)
      const suffixes = characters.map((_character, i) => characters.slice(i).join(''))
      expect(counter.cutTail(text, limit)).toBe(suffixes.find((suffix) => counter.count(suffix) <= limit) ?? '')
    }
  })

  test('reads no more of a text than the limit can fill', () => {
    const hostile = [' ', 'a', '=', '\n', '中', 'ʰA', ' \n']
    for (const unit of hostile) {
      const text = unit.repeat(3_000_000)
      const near = text.slice(0, 60_000)
      expect(counter.cut(text, 100)).toBe(counter.cut(near, 100))
      expect(counter.countUpTo(text, 100)).toBe(101)
    }
  })
})

describe('cutTail', () => {
  test('is a suffix within the limit, and the text where that fits', () => {
    fc.assert(
      fc.property(wholeText, someLimit, (text, limit) => {
        const suffix = counter.cutTail(text, limit)
        expect(text.endsWith(suffix)).toBe(true)
        expect(suffix.isWellFormed()).toBe(true)
        expect(counter.count(suffix)).toBeLessThanOrEqual(limit)
        if (counter.count(text) <= limit) expect(suffix).toBe(text)
      }),
      { numRuns: 3_000, seed: 13 },
    )
  })

  test('begins where the piece before would go over the limit, or inside a piece that is over it alone', () => {
    fc.assert(
      fc.property(wholeText, someLimit, (text, limit) => {
        const suffix = counter.cutTail(text, limit)
        let whole = ''
        let tokens = 0
        for (const piece of piecesOf(text).toReversed()) {
          const more = counter.count(piece)
          if (tokens + more > limit) {
            if (more <= limit) expect(suffix).toBe(whole)
            else expect(suffix.endsWith(whole) && `${piece}${whole}`.endsWith(suffix)).toBe(true)
            return
          }
          tokens += more
          whole = piece + whole
        }
        expect(suffix).toBe(text)
      }),
      { numRuns: 3_000, seed: 14 },
    )
  })
})
