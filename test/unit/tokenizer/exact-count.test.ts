import fc from 'fast-check'
import { get_encoding, type Tiktoken } from 'tiktoken'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTokenCounter } from '../../../src/tokenizer/token-counters.ts'
import { corpusTexts, installedFiles } from './corpora.ts'
import { anyText, hardText, longText } from './hard-texts.ts'
import { vocabularyText } from './vocabulary-texts.ts'

describe.each(['o200k_base', 'cl100k_base'] as const)('%s counts what tiktoken counts', (encoding) => {
  const counter = createTokenCounter(encoding)
  let reference: Tiktoken
  const expected = (text: string): number => reference.encode_ordinary(text).length

  beforeAll(() => {
    reference = get_encoding(encoding)
  })
  afterAll(() => reference.free())

  test.each([
    ['nothing', ''],
    ['an unpaired surrogate as U+FFFD', 'a\ud800b\udc00\ud83d'],
    ['a byte order mark as no white space', '\ufeff\ufeff a \ufeff\n'],
    ['U+0085 as white space', 'a\u0085\u0085b \u0085'],
    ['line ends of all kinds', '!\r\n/\r/\n//\n\r\n  \r \n x'],
    ['contractions in any case', "it's IT'S we'Re I'LL you'Ve don'T I'ſx o'clock 'll"],
    ['title-case letters and marks', 'ǅabcǅ ǈAB\u0301AB\u0301ab \u0301\u0301AB'],
    ['upper case after a letter without case', 'ʰABC日本ABC中a'],
    ['unassigned code points', '\u0378x \u{2fa20}\u{10ffff}A'],
    ['letters younger than the Unicode version of the reference', "\u{16ea0}'s \u{11de0}1 \ua7ce's"],
    ['one to seven digits', '1 12 123 1234 12345 123456 1234567 ٣٣٣٣'],
    ['special tokens as ordinary text', '<|endoftext|><|im_start|>user<|endofprompt|>'],
  ])('%s', (_, text) => {
    expect(counter.count(text)).toBe(expected(text))
  })

  test('on short strings over hard alphabets', () => {
    fc.assert(
      fc.property(hardText, (text) => counter.count(text) === expected(text)),
      { numRuns: 20_000, seed: 1 },
    )
  })

  test('on tokens and parts of tokens side by side', () => {
    fc.assert(
      fc.property(vocabularyText(encoding), (text) => counter.count(text) === expected(text)),
      { numRuns: 10_000, seed: 15 },
    )
  })

  test('on strings of any code units', () => {
    fc.assert(
      fc.property(anyText, (text) => counter.count(text) === expected(text)),
      { numRuns: 5_000, seed: 2 },
    )
  })

  test('on long pieces', () => {
    fc.assert(
      fc.property(longText, (text) => counter.count(text) === expected(text)),
      { numRuns: 150, seed: 3 },
    )
  })

  test('on documentation and code', () => {
    const texts = [...corpusTexts(17), ...installedFiles('**/*.md', 40), ...installedFiles('**/dist/**/*.js', 40)]
    for (const text of texts) expect(counter.count(text), text.slice(0, 80)).toBe(expected(text))
  })

  test('around every change of character class', () => {
    // Each context lets one class show: contraction after a letter, digits in threes, white space, case.
    const contexts = [
      (c: string) => `${c}'s`,
      (c: string) => `1${c}234`,
      (c: string) => `  ${c} x`,
      (c: string) => `A${c}Ab${c}BC`,
    ]
    const differing: string[] = []
    for (const codePoint of classChanges()) {
      for (const context of contexts) {
        const text = context(String.fromCodePoint(codePoint))
        if (counter.count(text) !== expected(text)) differing.push(codePoint.toString(16))
      }
    }
    expect(differing).toEqual([])
  })
})

test('o200k_harmony counts ordinary text as o200k_base does', () => {
  const harmony = createTokenCounter('o200k_harmony')
  const base = createTokenCounter('o200k_base')
  fc.assert(
    fc.property(hardText, (text) => harmony.count(text) === base.count(text)),
    { numRuns: 500, seed: 4 },
  )
})

const CATEGORIES = [/\p{Lu}|\p{Lt}/u, /\p{Ll}/u, /\p{Lm}|\p{Lo}/u, /\p{M}/u, /\p{N}/u, /\s/u, /\p{Cn}/u]

/** Code points whose general category differs from that of the one before or after. */
function classChanges(): number[] {
  const category = (codePoint: number): number => {
    const text = String.fromCodePoint(codePoint)
    return CATEGORIES.findIndex((pattern) => pattern.test(text))
  }
  const changes: number[] = []
  let before = category(0)
  for (let codePoint = 1; codePoint < 0x110000; codePoint++) {
    const kind = category(codePoint)
    if (kind !== before) changes.push(codePoint - 1, codePoint)
    before = kind
  }
  return changes
}
