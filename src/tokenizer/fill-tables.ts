import type { CharacterClasses } from './character-class.ts'
import { addPair, NO_MERGE } from './pair-table.ts'
import type { TableFile } from './table-file.ts'
import { allocateTables, type TokenTables } from './token-tables.ts'
import { addToken, findToken, hashBytes } from './vocabulary.ts'

/** Expands a table file into the shared tables of one encoding. Takes some tens of milliseconds. */
export function fillTables(file: TableFile, classes: CharacterClasses): TokenTables {
  const sizes = { ...measure(file), classBlockBytes: classes.blocks.length }
  const tables = allocateTables(sizes)
  tables.index.set(classes.index)
  tables.blocks.set(classes.blocks)
  const ranks = fillTokens(file, tables)
  fillTrie(tables, ranks)
  return tables
}

function measure(file: TableFile): { tokens: number; tokenBytes: number; trieNodes: number; longest: number } {
  let tokenBytes = 0
  let trieNodes = 1
  let longest = 0
  for (let place = 0; place < file.tokens; place++) {
    const length = (file.shared[place] as number) + (file.rest[place] as number)
    tokenBytes += length
    trieNodes += file.rest[place] as number
    if (length > longest) longest = length
  }
  return { tokens: file.tokens, tokenBytes, trieNodes, longest }
}

/** Fills all that is kept by token, and returns the ranks by place in the order of the bytes. */
function fillTokens(file: TableFile, tables: TokenTables): Int32Array {
  const { bytes, offsets, words, lengths, left, right, prefix } = tables
  const ranks = new Int32Array(file.tokens)
  // Token by length among the prefixes of the token at hand, valid up to what it shares with the one before.
  const onTheWay = new Int32Array(256).fill(-1)
  let from = 0
  let to = 0
  let before = 0
  for (let place = 0; place < file.tokens; place++) {
    const shared = file.shared[place] as number
    const rest = file.rest[place] as number
    const length = shared + rest
    const rank =
      (file.rankLow[2 * place] as number) |
      ((file.rankLow[2 * place + 1] as number) << 8) |
      ((file.rankHigh[place] as number) << 16)
    for (let i = 0; i < shared; i++) bytes[to + i] = bytes[before + i] as number
    for (let i = 0; i < rest; i++) bytes[to + shared + i] = file.bytes[from + i] as number
    onTheWay.fill(-1, shared + 1, length)
    onTheWay[length] = rank
    offsets[place] = to
    ranks[place] = rank
    lengths[rank] = length
    let parent = length - 1
    while (parent > 0 && (onTheWay[parent] as number) < 0) parent--
    prefix[rank] = parent > 0 ? (onTheWay[parent] as number) : -1
    const leftLength = file.left[place] as number
    left[rank] = leftLength > 0 ? (onTheWay[leftLength] as number) : rank
    right[rank] = rank
    before = to
    to += length
    from += rest
  }
  offsets[file.tokens] = to
  for (let place = 0; place < file.tokens; place++) addToken(tables, place)

  tables.bytePairs.fill(NO_MERGE)
  for (let place = 0; place < file.tokens; place++) {
    const start = offsets[place] as number
    const length = (offsets[place + 1] as number) - start
    const rank = ranks[place] as number
    const leftLength = file.left[place] as number
    if (leftLength === 0) {
      tables.byteTokens[bytes[start] as number] = rank
      continue
    }
    const rightStart = start + leftLength
    const rightLength = length - leftLength
    const rightPlace = findToken(tables, hashBytes(words, rightStart, rightLength), words, rightStart, rightLength)
    right[rank] = ranks[rightPlace] as number
    addPair(tables.pairs, left[rank] as number, right[rank] as number, rank)
    if (length === 2) tables.bytePairs[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] = rank
  }
  return ranks
}

/** Lays the trie out level by level, from the ranges of tokens that begin alike. */
function fillTrie(tables: TokenTables, ranks: Int32Array): void {
  const { bytes, offsets, trieLabels, trieChildren, trieTokens } = tables
  const nodes = trieTokens.length
  const firsts = new Int32Array(nodes)
  const ends = new Int32Array(nodes)
  const depths = new Uint8Array(nodes)
  ends[0] = tables.tokens
  let next = 1
  for (let node = 0; node < nodes; node++) {
    let place = firsts[node] as number
    const end = ends[node] as number
    const depth = depths[node] as number
    trieTokens[node] = -1
    if (depth > 0 && (offsets[place + 1] as number) - (offsets[place] as number) === depth) {
      trieTokens[node] = ranks[place] as number
      place++
    }
    trieChildren[node] = next
    while (place < end) {
      const label = bytes[(offsets[place] as number) + depth] as number
      firsts[next] = place
      do place++
      while (place < end && bytes[(offsets[place] as number) + depth] === label)
      ends[next] = place
      depths[next] = depth + 1
      trieLabels[next] = label
      next++
    }
  }
  trieChildren[nodes] = next
}
