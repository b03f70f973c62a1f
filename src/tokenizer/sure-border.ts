import {
  ASCII_CLASS,
  type CharacterClasses,
  classOf,
  LETTER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  SPACE,
  wideClass,
} from './character-class.ts'
import { isContinuation } from './utf8-units.ts'

/**
 * Whether a piece ends between two characters of these classes whatever stands around them, in every encoding
 * here. `code` is the second character. There a text can be taken apart and its counts added.
 *
 * The first part then ends in no white space but a line end, because blanks at the end of a text are one piece where
 * the last one before other text goes with that.
 *
 * Letters are followed in their piece by letters, marks and an apostrophe alone, numbers by numbers, and white
 * space after anything else only where a line ends; nothing but a slash or white space follows a line end.
 */
export function isSureBorder(before: number, after: number, code: number): boolean {
  if (before === NUMBER) return after !== NUMBER
  if (after === NUMBER) return before !== SPACE
  if ((before & LETTER) !== 0) return (after & (SPACE | NEWLINE)) !== 0 || (after === OTHER && code !== 0x27)
  if (before === NEWLINE) return (after & LETTER) !== 0 || (after === OTHER && code !== 0x2f)
  return (before & (OTHER | MARK)) !== 0 && after === SPACE
}

/** Where a text can be taken apart: positions of {@link isSureBorder} in some form of text. */
export interface BorderSource {
  readonly length: number
  isBorder(at: number): boolean
}

/** Borders of a string, in UTF-16 units. Next to a surrogate there is none. */
export function stringBorders(text: string, classes: CharacterClasses): BorderSource {
  return {
    length: text.length,
    isBorder(at) {
      const before = text.charCodeAt(at - 1)
      const after = text.charCodeAt(at)
      // Long runs are passed quickly: nothing ends between equals.
      if (before === after || isSurrogate(before) || isSurrogate(after)) return false
      return isSureBorder(classOf(classes, before), classOf(classes, after), after)
    },
  }
}

/** Borders of valid UTF-8, in bytes. */
export function byteBorders(bytes: Uint8Array, classes: CharacterClasses): BorderSource {
  const classAt = (at: number): number => {
    const byte = bytes[at] as number
    return byte < 0x80 ? (ASCII_CLASS[byte] as number) : wideClass(classes, bytes, at)
  }
  return {
    length: bytes.length,
    isBorder(at) {
      if (bytes[at] === bytes[at - 1] || isContinuation(bytes[at] as number)) return false
      let before = at - 1
      while (isContinuation(bytes[before] as number)) before--
      return isSureBorder(classAt(before), classAt(at), bytes[at] as number)
    },
  }
}

/**
 * End of a part that begins at `from`: a sure border at most `size` further on if one is near there, else the next
 * one behind, else the end of the text.
 */
export function partEnd(source: BorderSource, from: number, size: number): number {
  const wanted = from + size
  if (wanted >= source.length) return source.length
  for (let at = wanted; at > wanted - (size >> 2); at--) {
    if (source.isBorder(at)) return at
  }
  for (let at = wanted + 1; at < source.length; at++) {
    if (source.isBorder(at)) return at
  }
  return source.length
}

/** Whether a unit is half of a character. */
export function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800
}
