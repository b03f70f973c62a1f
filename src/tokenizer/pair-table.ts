/**
 * Hash table from a pair of tokens to the token they merge to. A slot is two numbers that hold left, right and
 * merged in 18 bits each, so that one cache line settles a lookup:
 *
 *     first  = left + 1 | (right & 0x3fff) << 18
 *     second = right >> 14 | merged << 4
 *
 * An empty slot is 0 in its first number. Tokens are less than 2^18 - 1.
 */

/** Greater than every rank: these two do not merge. */
export const NO_MERGE = 0x7fffffff

const TOKEN_BITS = 18
const LOW_BITS = 14
const LOW_MASK = (1 << LOW_BITS) - 1
const HIGH_BITS = TOKEN_BITS - LOW_BITS
const HIGH_MASK = (1 << HIGH_BITS) - 1

function slotOf(left: number, right: number): number {
  const mixed = Math.imul(left ^ Math.imul(right, 0x9e3779b1), 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

/** Enters one pair. The table must have an empty slot. */
export function addPair(pairs: Int32Array, left: number, right: number, merged: number): void {
  const mask = pairs.length - 2
  let slot = (slotOf(left, right) << 1) & mask
  while (pairs[slot] !== 0) slot = (slot + 2) & mask
  pairs[slot] = (left + 1) | ((right & LOW_MASK) << TOKEN_BITS)
  pairs[slot + 1] = (right >>> LOW_BITS) | (merged << HIGH_BITS)
}

/** The token that `left` and `right` merge to, or {@link NO_MERGE}. */
export function mergedPair(pairs: Int32Array, left: number, right: number): number {
  const mask = pairs.length - 2
  const first = (left + 1) | ((right & LOW_MASK) << TOKEN_BITS)
  const high = right >>> LOW_BITS
  let slot = (slotOf(left, right) << 1) & mask
  for (;;) {
    const found = pairs[slot] as number
    if (found === 0) return NO_MERGE
    if (found === first) {
      const second = pairs[slot + 1] as number
      if ((second & HIGH_MASK) === high) return second >>> HIGH_BITS
    }
    slot = (slot + 2) & mask
  }
}
