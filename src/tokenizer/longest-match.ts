import type { TokenTables } from './token-tables.ts'

/** Bytes of a run that are looked at ahead of the place at hand. */
const RUN_WINDOW = 256

/**
 * Finds the longest token at a place. Rules, dividers and blanks make long runs of one byte, whose tokens are long
 * too: from inside a run the walk down the trie begins where the run leaves it.
 */
export class LongestMatch {
  readonly #tables: TokenTables
  /** Nodes on the way down of each byte repeated, one byte after the other. */
  readonly #runNodes: Int32Array
  /** The longest token on the way to each of them. */
  readonly #runTokens: Int32Array
  /** 257: where the nodes of a byte begin. */
  readonly #runStarts = new Int32Array(257)
  #runStart = 0
  #runEnd = 0

  constructor(tables: TokenTables) {
    this.#tables = tables
    const nodes: number[] = []
    const tokens: number[] = []
    for (let byte = 0; byte < 256; byte++) {
      this.#runStarts[byte] = nodes.length
      let token = -1
      for (let node = childOf(tables, 0, byte); node >= 0; node = childOf(tables, node, byte)) {
        const found = tables.trieTokens[node] as number
        if (found >= 0) token = found
        nodes.push(node)
        tokens.push(token)
      }
    }
    this.#runStarts[256] = nodes.length
    this.#runNodes = Int32Array.from(nodes)
    this.#runTokens = Int32Array.from(tokens)
  }

  /** To be called before the first place of another text. */
  begin(): void {
    this.#runStart = 0
    this.#runEnd = 0
  }

  /** The longest token that the bytes from `at` on begin with; a single byte always is one. */
  at(bytes: Uint8Array, at: number, end: number): number {
    const byte = bytes[at] as number
    const first = this.#runStarts[byte] as number
    const deepest = (this.#runStarts[byte + 1] as number) - first
    let depth = 1
    if (deepest > 1 && bytes[at + 1] === byte) {
      depth = this.#runLength(bytes, at, end)
      if (depth > deepest) return this.#runTokens[first + deepest - 1] as number
    }
    const { trieTokens } = this.#tables
    let node = this.#runNodes[first + depth - 1] as number
    let token = this.#runTokens[first + depth - 1] as number
    for (let i = at + depth; i < end; i++) {
      node = childOf(this.#tables, node, bytes[i] as number)
      if (node < 0) break
      const found = trieTokens[node] as number
      if (found >= 0) token = found
    }
    return token
  }

  /** Bytes from `at` on that equal the one there, at least up to {@link RUN_WINDOW}. */
  #runLength(bytes: Uint8Array, at: number, end: number): number {
    if (at < this.#runStart || at >= this.#runEnd) {
      this.#runStart = at
      this.#runEnd = at
    }
    if (this.#runEnd - at < RUN_WINDOW >> 1) {
      const byte = bytes[at]
      const limit = Math.min(end, at + RUN_WINDOW)
      let runEnd = this.#runEnd
      while (runEnd < limit && bytes[runEnd] === byte) runEnd++
      this.#runEnd = runEnd
    }
    return this.#runEnd - at
  }
}

/** Child of a node by the next byte, or -1. */
function childOf(tables: TokenTables, node: number, byte: number): number {
  const { trieLabels, trieChildren } = tables
  let low = trieChildren[node] as number
  const last = (trieChildren[node + 1] as number) - 1
  if (low > last) return -1
  // Labels ascend, so the child cannot stand further on than this; where they have no gaps it stands right there.
  let high = low + byte - (trieLabels[low] as number)
  if (high < low) return -1
  if (high > last) high = last
  if (trieLabels[high] === byte) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((trieLabels[middle] as number) < byte) low = middle + 1
    else high = middle
  }
  return trieLabels[low] === byte ? low : -1
}
