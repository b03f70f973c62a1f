import type { TokenTables } from './token-tables.ts'
import { childOf, tokenOfNode } from './trie.ts'

/** Bytes of a run that are looked at ahead of the place at hand. */
const RUN_WINDOW = 1024

/**
 * Finds the longest token at a place. Rules, dividers and blanks make long runs of one byte, whose tokens are long
 * too: from inside a run the walk down the trie begins where the run leaves it.
 */
export class LongestMatch {
  readonly #tables: TokenTables
  /** Nodes of each byte twice, three times and so on, one byte after the other. */
  readonly #runNodes: Int32Array
  /** The longest token on the way to each of them. */
  readonly #runTokens: Int32Array
  /** 257: where the nodes of a byte begin. */
  readonly #runStarts = new Int32Array(257)
  #runStart = 0
  #runEnd = 0
  /** Bytes of the run at the last place looked at, at least up to half of {@link RUN_WINDOW}; 0 where there is none of three. */
  run = 0

  constructor(tables: TokenTables) {
    this.#tables = tables
    const nodes: number[] = []
    const tokens: number[] = []
    for (let byte = 0; byte < 256; byte++) {
      this.#runStarts[byte] = nodes.length
      let token = tables.byteTokens[byte] as number
      let node = tables.pairNodes[(byte << 8) | byte] as number
      while (node > 0) {
        const found = tokenOfNode(tables.nodes[node] as number)
        if (found >= 0) token = found
        nodes.push(node)
        tokens.push(token)
        node = childOf(tables, node, byte)
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
    const tables = this.#tables
    const byte = bytes[at] as number
    let token = tables.byteTokens[byte] as number
    this.run = 0
    if (at + 1 >= end) return token
    const second = bytes[at + 1] as number
    let node = tables.pairNodes[(byte << 8) | second] as number
    if (node === 0) return token
    const found = tokenOfNode(tables.nodes[node] as number)
    if (found >= 0) token = found
    let next = at + 2
    if (byte === second && bytes[next] === byte) {
      const first = this.#runStarts[byte] as number
      const deepest = (this.#runStarts[byte + 1] as number) - first
      this.run = this.#runLength(bytes, at, end)
      const more = this.run - 1
      const depth = Math.min(more, deepest)
      token = this.#runTokens[first + depth - 1] as number
      if (more > deepest) return token
      node = this.#runNodes[first + depth - 1] as number
      next = at + depth + 1
    }
    for (; next < end; next++) {
      node = childOf(tables, node, bytes[next] as number)
      if (node === 0) break
      const longer = tokenOfNode(tables.nodes[node] as number)
      if (longer >= 0) token = longer
    }
    return token
  }

  /** Bytes from `at` on that equal the one there, at least up to half of {@link RUN_WINDOW}. */
  #runLength(bytes: Uint8Array, at: number, end: number): number {
    const byte = bytes[at]
    if (at >= this.#runEnd) {
      this.#runEnd = at
    } else if (at < this.#runStart) {
      let next = at + 1
      while (next < this.#runStart && bytes[next] === byte) next++
      if (next < this.#runStart || bytes[next] !== byte) this.#runEnd = next
    }
    this.#runStart = Math.min(at, this.#runEnd)
    if (this.#runEnd - at < RUN_WINDOW >> 1) {
      const limit = Math.min(end, at + RUN_WINDOW)
      let runEnd = Math.max(this.#runEnd, at + 1)
      while (runEnd < limit && bytes[runEnd] === byte) runEnd++
      this.#runEnd = runEnd
    }
    return this.#runEnd - at
  }
}
