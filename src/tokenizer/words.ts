/**
 * Words of four bytes are read at any offset and masked at the end, so that a comparison of two strings of bytes
 * takes a quarter of the steps. The memory must go on for three bytes behind the last string.
 */

/** `LAST_WORD[length & 3]` keeps the bytes of the last word of a string that belong to it. */
const LAST_WORD = Int32Array.of(-1, 0xff, 0xffff, 0xffffff)

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
