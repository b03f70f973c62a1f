import { toNfc } from './nfc.ts'

/**
 * The normal forms of the texts that a packet shows. All are idempotent and linear.
 *
 * White space is what Unicode calls so (JavaScript's `\s` and U+0085); control characters are the general
 * category Cc.
 */

/** Unpaired surrogates become U+FFFD, U+FEFF goes. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes('\uFEFF') ? wellFormed.replaceAll('\uFEFF', '') : wellFormed
}

/** The identity of a page: its path, cleaned, in Unicode NFC. */
export function pathIdentity(path: string): string {
  return toNfc(cleanText(path))
}

/** `text` as a single line: no control characters, each white space run one space, none at the ends. */
export function oneLine(text: string): string {
  const clean = cleanText(text)
  if (!NEEDS_FOLDING.test(clean)) return clean
  return clean.replace(CONTROL_NO_SPACE, '').replace(SPACE_RUN, ' ').trim()
}

/** A title or summary as a page line shows it: one line in which no ` | ` can stand for a field border. */
export function fieldText(text: string): string {
  const line = oneLine(text)
  return line.includes('|') ? line.replace(LONE_BAR, '$1¦') : line
}

/** A page's path as a page line shows it: what could break the line or pass for a field border is percent-encoded. */
export function pathText(path: string): string {
  const encoded = path.replace(LINE_BREAKING, percentEncode)
  return encoded.includes('|') ? encoded.replace(LONE_BAR, '$1%7C') : encoded
}

/** Order by code point. `a < b` would compare UTF-16 units, which puts U+10000 before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const unitA = a.charCodeAt(i)
    const unitB = b.charCodeAt(i)
    if (unitA !== unitB) return codePointRank(unitA) - codePointRank(unitB)
  }
  return a.length - b.length
}

/** The size of `text` in bytes of UTF-8; an unpaired surrogate counts as U+FFFD, three bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    bytes += unit < 0x800 ? 1 : 2
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) i++
  }
  return bytes
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

const NEEDS_FOLDING = /[\p{Cc}\u2028\u2029]|[^\S ]| {2}|^ | $/u
const CONTROL_NO_SPACE = /[^\P{Cc}\s\u0085]/gu
const SPACE_RUN = /[\s\u0085]+/gu
const LINE_BREAKING = /[\p{Cc}\u2028\u2029]/gu
const LONE_BAR = /(^| )\|(?= |$)/gu

function percentEncode(character: string): string {
  return encodeURIComponent(character)
}

/** Surrogates, which stand for the code points from U+10000 up, rank above U+E000 to U+FFFF. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
