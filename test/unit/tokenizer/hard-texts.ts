import fc from 'fast-check'

/** Pieces of text at which pre-tokenisers and counters go wrong. */
const HARD_PARTS: readonly string[][] = [
  ['a', 'b', 'z', 'the', 'ing', 'er', 'A', 'B', 'Z', 'ABC', 'HTML', 'Word', 'iPhone', 'ß', 'é', 'ſ', 'K', 'Å'],
  [
    "'s",
    "'S",
    "'t",
    "'T",
    "'re",
    "'rE",
    "'Re",
    "'ve",
    "'VE",
    "'m",
    "'M",
    "'ll",
    "'lL",
    "'LL",
    "'d",
    "'D",
    "'ſ",
    "'l",
    "'v",
    "'",
    '’s',
  ],
  ['1', '12', '123', '1234', '12345', '123456', '1234567', '٣', '½', 'Ⅷ', '²', '๓', '𝟘', '〇'],
  [' ', '  ', '   ', '\t', '\u00a0', '\u3000', '\u2028', '\u0085', '\ufeff', '\u200b', '\u180e', '\u1680', '\v', '\f'],
  ['\n', '\r', '\r\n', '\n\n', '\n \n', '\r\r', ' \n', '\n '],
  ['/', '//', '!/', '.\n/', '/\n/', '!\r\n', '*/\n', '-\n\n'],
  [
    '.',
    ',',
    '!',
    '-',
    '--',
    '=',
    '====',
    '#',
    '**',
    '```',
    '()',
    '{}',
    '":"',
    '<|endoftext|>',
    '<|im_start|>',
    '…',
    '—',
    '。',
    '、',
    '「',
  ],
  ['\u0301', '\u0300\u0301', '\u093f', '\u0e31', '\u20e3', '\ufe0f', '\u{e0100}', '\u0488', '\u0903'],
  ['ǅ', 'ǈ', 'ǲ', 'ᾈ', 'ʰ', 'ˈ', 'ª', 'ⁿ', 'ー', 'ʼ'],
  [
    '\u0378',
    '\u{10ffff}',
    '\ue000',
    '\u{1fffe}',
    '\u{2fa20}',
    '\u1c8a',
    '\u{105c0}',
    '\ua7cb',
    '\u{16d40}',
    '\ud800',
    '\udc00',
    '\udbff',
  ],
  [
    '中',
    '文',
    '日本語',
    'かな',
    'カナ',
    '한국어',
    'ไทย',
    'हिन्दी',
    'العربية',
    'עברית',
    'Ελλ',
    'Русский',
    'ქართ',
    'Ა',
    'ა',
  ],
  ['😀', '👩‍👩‍👧', '🇩🇪', '\u200d', '👍🏽', '☃', '\u{1f900}', '𝐀', '𝐚', '𐐀', '𐐨', '𠀀'],
  ['\0', '\u0001', '\u007f', '\u0080', '\u00ad', '\uffff', '\ufffd'],
]

/** Short strings over the hard parts: a few alphabets at a time, so that each border meets each other often. */
export const hardText: fc.Arbitrary<string> = fc
  .uniqueArray(fc.integer({ min: 0, max: HARD_PARTS.length - 1 }), { minLength: 1, maxLength: 4 })
  .chain((alphabets) =>
    fc.array(fc.constantFrom(...alphabets.flatMap((alphabet) => HARD_PARTS[alphabet] ?? [])), {
      minLength: 1,
      maxLength: 14,
    }),
  )
  .map((parts) => parts.join(''))

/** Strings of any UTF-16 units, whole code points and halves. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
)

/** Runs and mixtures of some hundred to some thousand units: single pieces that are long, and many of them. */
export const longText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.tuple(hardText, fc.integer({ min: 1, max: 120 })).map(([text, times]) => text.repeat(times)),
      fc
        .tuple(fc.constantFrom(...HARD_PARTS.flat()), fc.integer({ min: 1, max: 400 }))
        .map(([text, times]) => text.repeat(times)),
      fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'),
        maxLength: 600,
      }),
      fc.string({ unit: fc.constantFrom(...'=-_*~#'), maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'的一是不了人我在有他这为之大来以个中上们'), maxLength: 200 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join('').slice(0, 4000))
