import { mergedPair, NO_MERGE } from './pair-table.ts'
import type { TokenTables } from './token-tables.ts'

/** Bytes up to which merging pair by pair is quicker than {@link LongEncoder}, whose time grows with the length alone. */
export const SHORT_BYTES = 16

const parts = new Int32Array(SHORT_BYTES + 1)
const merges = new Int32Array(SHORT_BYTES + 1)

/**
 * Tokens of a piece of two to {@link SHORT_BYTES} bytes, by the definition of byte pair encoding: merge the pair
 * of lowest rank, the leftmost of equals, until no pair merges. Quadratic, hence the bound.
 */
export function countShort(tables: TokenTables, bytes: Uint8Array, start: number, end: number): number {
  const { bytePairs, byteTokens, pairs, records } = tables
  let last = end - start - 1
  for (let i = 0; i < last; i++) {
    const byte = bytes[start + i] as number
    parts[i] = byteTokens[byte] as number
    merges[i] = bytePairs[(byte << 8) | (bytes[start + i + 1] as number)] as number
  }
  parts[last] = byteTokens[bytes[end - 1] as number] as number
  for (;;) {
    let merged = NO_MERGE
    let at = 0
    for (let i = 0; i < last; i++) {
      const candidate = merges[i] as number
      if (candidate < merged) {
        merged = candidate
        at = i
      }
    }
    if (merged === NO_MERGE) return last + 1
    parts[at] = merged
    last--
    for (let i = at + 1; i <= last; i++) {
      parts[i] = parts[i + 1] as number
      merges[i] = merges[i + 1] as number
    }
    if (at > 0) merges[at - 1] = mergedPair(pairs, records, parts[at - 1] as number, merged)
    if (at < last) merges[at] = mergedPair(pairs, records, merged, parts[at + 1] as number)
  }
}
