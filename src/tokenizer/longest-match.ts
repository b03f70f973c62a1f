import type { TokenTables } from './token-tables.ts'

/** The longest token that the bytes from `at` on begin with; a single byte always is one. */
export function longestMatch(tables: TokenTables, bytes: Uint8Array, at: number, end: number): number {
  const { trieLabels, trieChildren, trieTokens } = tables
  // The children of the root are all bytes in their order, right behind it.
  let node = 1 + (bytes[at] as number)
  let token = trieTokens[node] as number
  for (let i = at + 1; i < end; i++) {
    const byte = bytes[i] as number
    let low = trieChildren[node] as number
    const behind = trieChildren[node + 1] as number
    let high = behind
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((trieLabels[middle] as number) < byte) low = middle + 1
      else high = middle
    }
    if (low === behind || trieLabels[low] !== byte) break
    node = low
    const found = trieTokens[node] as number
    if (found >= 0) token = found
  }
  return token
}
