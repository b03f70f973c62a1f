import type { CharacterClasses } from './character-class.ts'
import { addPair, NO_MERGE } from './pair-table.ts'
import { readU24, type TableFile } from './table-file.ts'
import { allocateTables, type TokenTables } from './token-tables.ts'
import { addEdge, HAS_CHILD, HAS_CHILDREN, nodeOfToken } from './trie.ts'

/** Expands a table file into the shared tables of one encoding. Takes some tens of milliseconds. */
export function fillTables(file: TableFile, classes: CharacterClasses): TokenTables {
  const tables = allocateTables({
    tokens: file.tokens,
    trieNodes: file.rests.length,
    classBlockBytes: classes.blocks.length,
    longest: longestToken(file),
  })
  tables.index.set(classes.index)
  tables.blocks.set(classes.blocks)
  fillTrie(file, tables)
  fillTokens(file, tables)
  fillPairs(tables)
  return tables
}

function longestToken(file: TableFile): number {
  let longest = 0
  for (let place = 0; place < file.tokens; place++) {
    longest = Math.max(longest, (file.shared[place] as number) + (file.rest[place] as number))
  }
  return longest
}

function fillTrie(file: TableFile, tables: TokenTables): void {
  const { labels, nodes, edges, pairNodes, byteTokens, bytePairs } = tables
  bytePairs.fill(NO_MERGE)
  labels.set(file.rests, 1)
  nodes.fill(HAS_CHILD, 1)
  /** Node by depth on the way to the token at hand. */
  const way = new Int32Array(256)
  let next = 1
  for (let place = 0; place < file.tokens; place++) {
    const shared = file.shared[place] as number
    const length = shared + (file.rest[place] as number)
    const parent = way[shared] as number
    // A first child stands right behind its parent, so the last node of the token before is the parent.
    if (shared > 0 && parent === next - 1) nodes[parent] = (nodes[parent] as number) | HAS_CHILD
    else if (shared > 1) {
      nodes[parent] = (nodes[parent] as number) | HAS_CHILDREN
      addEdge(edges, parent, labels[next] as number, next)
    }
    for (let depth = shared + 1; depth <= length; depth++) way[depth] = next++
    const rank = readU24(file.rank, place)
    nodes[next - 1] = nodeOfToken(rank)
    if (shared > 1) continue
    const first = labels[way[1] as number] as number
    if (length === 1) {
      byteTokens[first] = rank
      continue
    }
    const two = (first << 8) | (labels[way[2] as number] as number)
    pairNodes[two] = way[2] as number
    if (length === 2) bytePairs[two] = rank
  }
}

function fillTokens(file: TableFile, tables: TokenTables): void {
  const { lengths, left, right, prefix } = tables
  /** Token by length among the prefixes of the token at hand, or -1. */
  const prefixes = new Int32Array(256).fill(-1)
  for (let place = 0; place < file.tokens; place++) {
    const shared = file.shared[place] as number
    const length = shared + (file.rest[place] as number)
    const rank = readU24(file.rank, place)
    for (let i = shared + 1; i < length; i++) prefixes[i] = -1
    prefixes[length] = rank
    // What is not shared with the token before leads through new nodes, where no token ends.
    let parent = shared
    while (parent > 0 && (prefixes[parent] as number) < 0) parent--
    prefix[rank] = parent > 0 ? (prefixes[parent] as number) : -1
    const leftLength = file.left[place] as number
    left[rank] = leftLength > 0 ? (prefixes[leftLength] as number) : rank
    right[rank] = readU24(file.right, place)
    lengths[rank] = length
  }
}

function fillPairs(tables: TokenTables): void {
  const { pairs, left, right } = tables
  for (let rank = 0; rank < tables.tokens; rank++) {
    if (left[rank] !== rank) addPair(pairs, left[rank] as number, right[rank] as number, rank)
  }
}
