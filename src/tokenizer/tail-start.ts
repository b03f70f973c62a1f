import {
  CASELESS,
  type CharacterClasses,
  classOf,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
} from './character-class.ts'
import { type BorderSource, isSurrogate } from './sure-border.ts'

const SLASH = 0x2f

/** No piece ends between two of these; where it ends is known if a sure border follows the last of them, or nothing. */
const TOGETHER = CASELESS | MARK | NEWLINE

/**
 * A place at or before `needed` from which on pieces end where they end in the whole text. The first may begin there in
 * the midst of the true one, but then it goes over `needed` only if it is longer than `bytes`.
 *
 * Reads little more than so many units, with two exceptions: of a run of numbers all, because its pieces are three
 * each from its start on; and runs of line ends and slashes, or of marks and letters without case, where both are mixed.
 */
export function tailStart(
  text: string,
  needed: number,
  bytes: number,
  borders: BorderSource,
  classes: CharacterClasses,
): number {
  const far = characterStart(text, needed - bytes - 1)
  const isRun = runsToBorder(text, far, needed, borders, classes)
  for (let at = needed; at > 0; at--) {
    if (borders.isBorder(at)) return at
    if (at === far && isRun) return at
    if (at <= far && isKnownInside(text, at, classes)) return at
    if (isNumber(text, at, classes) && isNumber(text, at - 1, classes)) {
      let first = at - 1
      while (isNumber(text, first - 1, classes)) first--
      // A number of two units may stand before.
      if (!isSurrogate(text.charCodeAt(first - 1))) return at - ((at - first) % 3)
      at = first + 1
    }
  }
  return 0
}

/**
 * Whether a piece that holds the character at `at` ends where one would end that begins there, whatever stands before:
 * a letter with case tells how far its word has come, a blank is in a row of white space, and two symbols in one of symbols.
 */
function isKnownInside(text: string, at: number, classes: CharacterClasses): boolean {
  if (characterStart(text, at) !== at) return false
  const kind = classAt(text, at, classes)
  if ((kind & (UPPER | LOWER)) !== 0) return !text.slice(Math.max(0, at - 3), at).includes("'")
  if (kind === SPACE) return true
  const next = classAt(text, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1), classes)
  return kind === OTHER && next === OTHER && text.charCodeAt(at) !== SLASH
}

/** Whether all from `first` to `needed` is of one class that {@link TOGETHER} holds, or slashes, up to a sure border. */
function runsToBorder(
  text: string,
  first: number,
  needed: number,
  borders: BorderSource,
  classes: CharacterClasses,
): boolean {
  if (first <= 0) return false
  const kind = classAt(text, first, classes)
  const slashes = text.charCodeAt(first) === SLASH
  if (!slashes && (kind & TOGETHER) === 0) return false
  let end = first + 1
  while (end < text.length && (slashes ? text.charCodeAt(end) === SLASH : classAt(text, end, classes) === kind)) end++
  return end > needed && (end === text.length || borders.isBorder(end))
}

/** Class of the character to which a unit belongs. Half a character counts as U+FFFD. */
function classAt(text: string, at: number, classes: CharacterClasses): number {
  const unit = text.charCodeAt(at)
  if (!isSurrogate(unit)) return unit >= 0 ? classOf(classes, unit) : 0
  const codePoint = text.codePointAt(characterStart(text, at)) ?? 0
  return codePoint > 0xffff ? classOf(classes, codePoint) : OTHER
}

function characterStart(text: string, at: number): number {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at
}

/** Whether there is a number of one unit. */
function isNumber(text: string, at: number, classes: CharacterClasses): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0 && !isSurrogate(unit) && classOf(classes, unit) === NUMBER
}
