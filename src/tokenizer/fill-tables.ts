import type { CharacterClasses } from './character-class.ts'
import { addPair, NO_MERGE } from './pair-table.ts'
import { readU24, type TableFile } from './table-file.ts'
import { allocateTables, LEFT, LENGTH, PREFIX, RIGHT, type TokenTables } from './token-tables.ts'
import { addEdge, HAS_CHILD, HAS_CHILDREN, nodeOfToken } from './trie.ts'

/** Tokens between two entries of the loop, so that the engine can swap in the code it has optimised meanwhile. */
const STRETCH = 2048

/** Expands a table file into the shared tables of one encoding. Takes some tens of milliseconds. */
export function fillTables(file: TableFile, classes: CharacterClasses): TokenTables {
  const tables = allocateTables({
    tokens: file.tokens,
    longest: file.longest,
    trieNodes: file.rests.length,
    classBlockBytes: classes.blocks.length,
  })
  tables.index.set(classes.index)
  tables.blocks.set(classes.blocks)
  tables.labels.set(file.rests, 1)
  tables.nodes.fill(HAS_CHILD, 1)
  tables.bytePairs.fill(NO_MERGE)
  const walk = new TokenWalk(file, tables)
  for (let place = 0; place < file.tokens; place += STRETCH) walk.enter(place, Math.min(place + STRETCH, file.tokens))
  return tables
}

/** Enters the tokens in the order of their bytes, which is a walk through the trie. */
class TokenWalk {
  readonly #file: TableFile
  readonly #tables: TokenTables
  /** By depth, on the way to the token at hand: the node, and the token that ends there or -1. */
  readonly #nodes = new Int32Array(256)
  readonly #tokens = new Int32Array(256).fill(-1)
  #next = 1

  constructor(file: TableFile, tables: TokenTables) {
    this.#file = file
    this.#tables = tables
  }

  enter(from: number, to: number): void {
    const file = this.#file
    const { labels, nodes, edges, pairs, records } = this.#tables
    const wayNodes = this.#nodes
    const wayTokens = this.#tokens
    let next = this.#next
    for (let place = from; place < to; place++) {
      const shared = file.shared[place] as number
      const length = shared + (file.rest[place] as number)
      const rank = readU24(file.rank, place)
      const parent = wayNodes[shared] as number
      if (shared > 1) {
        // A first child stands right behind its parent, so there the token before ended in the parent.
        if (parent === next - 1) {
          nodes[parent] = (nodes[parent] as number) | HAS_CHILD
        } else {
          nodes[parent] = (nodes[parent] as number) | HAS_CHILDREN
          addEdge(edges, parent, labels[next] as number, next)
        }
      }
      for (let depth = shared + 1; depth <= length; depth++) {
        wayNodes[depth] = next++
        wayTokens[depth] = -1
      }
      nodes[next - 1] = nodeOfToken(rank)
      wayTokens[length] = rank
      // New nodes lead to what is not shared with the token before, and in none of them a token ends.
      let parentLength = shared
      while (parentLength > 0 && (wayTokens[parentLength] as number) < 0) parentLength--
      const leftLength = file.left[place] as number
      const leftRank = leftLength > 0 ? (wayTokens[leftLength] as number) : rank
      const rightRank = readU24(file.right, place)
      const record = rank << 2
      records[record + LEFT] = leftRank
      records[record + RIGHT] = rightRank
      records[record + PREFIX] = parentLength > 0 ? (wayTokens[parentLength] as number) : -1
      records[record + LENGTH] = length
      if (leftLength > 0) addPair(pairs, leftRank, rightRank, rank)
      if (shared < 2) this.#enterShort(rank, length)
    }
    this.#next = next
  }

  /** The tables by one and by two bytes. */
  #enterShort(rank: number, length: number): void {
    const { labels, byteTokens, bytePairs, pairNodes } = this.#tables
    const first = labels[this.#nodes[1] as number] as number
    if (length === 1) {
      byteTokens[first] = rank
      return
    }
    const node = this.#nodes[2] as number
    const two = (first << 8) | (labels[node] as number)
    pairNodes[two] = node
    if (length === 2) bytePairs[two] = rank
  }
}
