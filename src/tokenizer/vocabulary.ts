/**
 * Words of four bytes are read at any offset and masked at the end, so that a comparison of two strings of bytes
 * takes a quarter of the steps. The memory must go on for three bytes behind the last string.
 */

/** `LAST_WORD[length & 3]` keeps the bytes of the last word of a string that belong to it. */
const LAST_WORD = Int32Array.of(-1, 0xff, 0xffff, 0xffffff)

const PLACE_BITS = 18
const PLACE_MASK = (1 << PLACE_BITS) - 1

/** Hash of `length` bytes, at least one. */
export function hashBytes(words: DataView, start: number, length: number): number {
  const last = start + ((length - 1) & ~3)
  let hash = length
  for (let at = start; at < last; at += 4) {
    hash = Math.imul(hash ^ words.getInt32(at, true), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (words.getInt32(last, true) & (LAST_WORD[length & 3] as number)), 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** Whether two strings of `length` bytes are equal. */
export function sameBytes(a: DataView, aStart: number, b: DataView, bStart: number, length: number): boolean {
  const last = (length - 1) & ~3
  for (let at = 0; at < last; at += 4) {
    if (a.getInt32(aStart + at, true) !== b.getInt32(bStart + at, true)) return false
  }
  const difference = a.getInt32(aStart + last, true) ^ b.getInt32(bStart + last, true)
  return (difference & (LAST_WORD[length & 3] as number)) === 0
}

/** Tokens by their bytes. A slot holds `place + 1` and bits of the hash above it, or 0. */
export interface Vocabulary {
  readonly vocabulary: Int32Array
  readonly offsets: Int32Array
  readonly words: DataView
}

/** Enters the token at `place` in the order of the bytes. The table must have an empty slot. */
export function addToken(into: Vocabulary, place: number): void {
  const { vocabulary, offsets, words } = into
  const start = offsets[place] as number
  const hash = hashBytes(words, start, (offsets[place + 1] as number) - start)
  const mask = vocabulary.length - 1
  let slot = hash & mask
  while (vocabulary[slot] !== 0) slot = (slot + 1) & mask
  vocabulary[slot] = (place + 1) | (hash & ~PLACE_MASK)
}

/** Place in the order of the bytes of the token that is the string of bytes with this hash, or -1. */
export function findToken(inside: Vocabulary, hash: number, text: DataView, start: number, length: number): number {
  const { vocabulary, offsets, words } = inside
  const mask = vocabulary.length - 1
  let slot = hash & mask
  for (;;) {
    const found = vocabulary[slot] as number
    if (found === 0) return -1
    if (((found ^ hash) & ~PLACE_MASK) === 0) {
      const place = (found & PLACE_MASK) - 1
      const offset = offsets[place] as number
      if ((offsets[place + 1] as number) - offset === length && sameBytes(words, offset, text, start, length)) {
        return place
      }
    }
    slot = (slot + 1) & mask
  }
}
