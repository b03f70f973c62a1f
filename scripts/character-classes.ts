import {
  CASELESS,
  type CharacterClasses,
  CLASS_BLOCK,
  CLASS_INDEX_LENGTH,
  LETTER,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
} from '../src/tokenizer/character-class.ts'

/** Class of a code point by the Unicode version of this Node. */
export function platformClass(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint < 0xe000) return OTHER
  const character = String.fromCodePoint(codePoint)
  if (character === '\n' || character === '\r') return NEWLINE
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return UPPER
  if (/\p{Ll}/u.test(character)) return LOWER
  if (/[\p{Lm}\p{Lo}]/u.test(character)) return CASELESS
  if (/\p{M}/u.test(character)) return MARK
  if (/\p{N}/u.test(character)) return NUMBER
  // Not \s: JavaScript counts U+FEFF as white space and U+0085 not.
  return /\p{White_Space}/u.test(character) ? SPACE : OTHER
}

/**
 * Class of a code point to tiktoken, whose regular expressions know an older Unicode version than Node may: what
 * that version leaves unassigned is no letter, mark or number to it. Seen from outside by the contraction, which
 * is one piece after those (`<c>` + `'s`) and is torn apart after anything else (`<c>'` + `s`).
 *
 * @param count tokens of a text in `o200k_base` by tiktoken
 */
export function referenceClass(codePoint: number, count: (text: string) => number): number {
  const kind = platformClass(codePoint)
  if ((kind & (LETTER | MARK | NUMBER)) === 0) return kind
  const character = String.fromCodePoint(codePoint)
  return count(`${character}'s`) - count(character) < 2 ? kind : OTHER
}

/** The tables of these classes. */
export function makeClasses(classOf: (codePoint: number) => number): CharacterClasses {
  const index = new Uint16Array(CLASS_INDEX_LENGTH)
  const blocks: Buffer[] = []
  const seen = new Map<string, number>()
  for (let i = 0; i < CLASS_INDEX_LENGTH; i++) {
    const block = Buffer.from(Array.from({ length: CLASS_BLOCK }, (_, j) => classOf(i * CLASS_BLOCK + j)))
    const key = block.toString('latin1')
    if (!seen.has(key)) seen.set(key, blocks.push(block) - 1)
    index[i] = seen.get(key) ?? 0
  }
  return { index, blocks: Buffer.concat(blocks) }
}
