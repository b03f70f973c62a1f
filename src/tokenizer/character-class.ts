/**
 * What the pre-tokenisers tell apart, one bit each, so that a set of classes is one mask.
 * `END` is the class of the byte that stands behind the text.
 */
export const END = 0
/** `\p{Lu}` and `\p{Lt}` */
export const UPPER = 1
/** `\p{Ll}` */
export const LOWER = 2
/** `\p{Lm}` and `\p{Lo}` */
export const CASELESS = 4
/** `\p{M}` */
export const MARK = 8
/** `\p{N}` */
export const NUMBER = 16
/** everything else, unassigned code points too */
export const OTHER = 32
/** `\s` without CR and LF */
export const SPACE = 64
/** CR and LF */
export const NEWLINE = 128

export const LETTER = UPPER | LOWER | CASELESS

/** A byte that UTF-8 never holds: behind the text it ends every run without a bounds check. */
export const END_BYTE = 0xff

const BLOCK_BITS = 6
const CODE_POINTS = 0x110000

/** Class of every code point in two steps: `blocks[index[codePoint >> 6] * 64 + (codePoint & 63)]`. */
export interface CharacterClasses {
  readonly index: Uint16Array
  readonly blocks: Uint8Array
}

export const CLASS_BLOCK = 1 << BLOCK_BITS
export const CLASS_INDEX_LENGTH = CODE_POINTS >> BLOCK_BITS

/** Class of a code point. */
export function classOf(classes: CharacterClasses, codePoint: number): number {
  return classes.blocks[((classes.index[codePoint >> BLOCK_BITS] as number) << BLOCK_BITS) | (codePoint & 63)] as number
}

/** Class of the character of two or more bytes that begins at `at` in valid UTF-8, or {@link END}. */
export function wideClass(classes: CharacterClasses, bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  let prefix: number
  let last: number
  if (first < 0xe0) {
    prefix = first & 0x1f
    last = bytes[at + 1] as number
  } else if (first < 0xf0) {
    prefix = ((first & 0x0f) << 6) | ((bytes[at + 1] as number) & 0x3f)
    last = bytes[at + 2] as number
  } else if (first < END_BYTE) {
    prefix = ((first & 0x07) << 12) | (((bytes[at + 1] as number) & 0x3f) << 6) | ((bytes[at + 2] as number) & 0x3f)
    last = bytes[at + 3] as number
  } else {
    return END
  }
  return classes.blocks[((classes.index[prefix] as number) << BLOCK_BITS) | (last & 0x3f)] as number
}

/** Bytes of the character whose first byte is `first`, in valid UTF-8. */
export function widthOf(first: number): number {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/** Class by byte for ASCII. Other bytes have no bit, so a loop over a run stops at them. */
export const ASCII_CLASS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return END
  const character = String.fromCharCode(byte)
  if (character === '\n' || character === '\r') return NEWLINE
  if (/\s/.test(character)) return SPACE
  if (/[A-Z]/.test(character)) return UPPER
  if (/[a-z]/.test(character)) return LOWER
  return /\d/.test(character) ? NUMBER : OTHER
})
