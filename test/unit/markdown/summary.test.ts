import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText } from '../../../src/markdown/summary.ts'
import { counterOf } from '../core/ports.ts'

/** One character is one token, so that limits read exactly. */
const counter = counterOf('characters', (text) => [...text].length)
const cut = (text: string, tokens: number) => cutText(text, { counter, tokens })

describe('a text is cut', () => {
  it.each([
    ['not at all where it fits', 'One. Two.', 9, 'One. Two.'],
    ['at the end of a sentence', 'One two. Three four.', 12, 'One two.'],
    ['at the last sentence that fits', 'Ab. Cd. Ef gh.', 9, 'Ab. Cd.'],
    ['at the end of a word, with a mark that is counted', 'One two three', 9, 'One two…'],
    ['not behind an abbreviation', 'See e.g. the other page.', 12, 'See e.g.…'],
    ['between two ideographs', '一二三四五六七八', 5, '一二三四…'],
    ['at the end of a Japanese sentence', '一二。三四五六。', 6, '一二。'],
    ['inside an endless word', 'abcdefghij', 5, 'abcd…'],
    ['to nothing where nothing fits', 'abc def', 0, ''],
  ])('%s', (_, text, tokens, expected) => {
    expect(cut(text, tokens)).toBe(expected)
  })

  it('at 300 characters where nobody counts tokens', () => {
    const text = cutText('word '.repeat(100).trim(), { tokens: 48 })
    expect([...text].length).toBeLessThanOrEqual(300)
    expect(text.endsWith('word…')).toBe(true)
  })

  it('never above the limit, and to a beginning of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 0, max: 60 }), (text, tokens) => {
        const short = cut(text, tokens)
        expect(counter.count(short)).toBeLessThanOrEqual(tokens)
        expect(text.startsWith(short.replace(/…$/, '')) || text === short).toBe(true)
      }),
    )
  })
})
