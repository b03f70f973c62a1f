import { isMergeOf } from './token-record.ts'

/**
 * Hash table from a pair of tokens to the token they merge to. A slot is one number, 0 if it is empty:
 *
 *     (merged + 1) << 14 | bits of the hash
 *
 * Pairs that do not merge are asked for most, and they differ in those bits almost always; else the record of the
 * token says whether it is made of the pair.
 */

/** Greater than every rank: these two do not merge. */
export const NO_MERGE = 0x7fffffff

const CHECK_BITS = 14
const CHECK_MASK = (1 << CHECK_BITS) - 1

function hashOf(left: number, right: number): number {
  const mixed = Math.imul(left ^ Math.imul(right, 0x9e3779b1), 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

/** The bits of the hash that do not choose the slot. */
function checkOf(hash: number): number {
  return hash >>> (32 - CHECK_BITS)
}

/** Enters one pair. The table must have an empty slot. */
export function addPair(pairs: Int32Array, left: number, right: number, merged: number): void {
  const mask = pairs.length - 1
  const hash = hashOf(left, right)
  let slot = hash & mask
  while (pairs[slot] !== 0) slot = (slot + 1) & mask
  pairs[slot] = ((merged + 1) << CHECK_BITS) | checkOf(hash)
}

/** The token that `left` and `right` merge to, or {@link NO_MERGE}. */
export function mergedPair(pairs: Int32Array, records: Int32Array, left: number, right: number): number {
  const mask = pairs.length - 1
  const hash = hashOf(left, right)
  const check = checkOf(hash)
  let slot = hash & mask
  for (;;) {
    const found = pairs[slot] as number
    if (found === 0) return NO_MERGE
    if ((found & CHECK_MASK) === check) {
      const merged = (found >>> CHECK_BITS) - 1
      if (isMergeOf(records, merged, left, right)) return merged
    }
    slot = (slot + 1) & mask
  }
}
