import { type CharacterClasses, CLASS_INDEX_LENGTH } from './character-class.ts'

/**
 * Everything that a counter looks up and never changes, as views on one shared buffer. A token is named by its
 * rank. Sizes in the comments: `n` tokens, `t` nodes of the trie.
 */
export interface TokenTables extends CharacterClasses {
  /** The memory behind all views: hand it to a worker and wrap it there with {@link wrapTables}. */
  readonly memory: SharedArrayBuffer
  readonly tokens: number
  /** Bytes of the longest token. */
  readonly longest: number
  /** 2 n: what is known of a token, see `token-record.ts`. */
  readonly records: Int32Array
  /** Hash table from two tokens to what they merge to, see `pair-table.ts`. */
  readonly pairs: Int32Array
  /** 65,536: what two bytes merge to. */
  readonly bytePairs: Int32Array
  /** 256: the token of one byte. */
  readonly byteTokens: Int32Array
  /** t + 1: last byte on the way to the node, see `trie.ts`. */
  readonly labels: Uint8Array
  /** t + 1: what the trie knows of a node, see `trie.ts`. */
  readonly nodes: Int32Array
  /** Hash table from a node and a byte to a child, see `edge-table.ts`. */
  readonly edges: Int32Array
  /** 65,536: node that two bytes lead to, or 0. */
  readonly pairNodes: Int32Array
  /** 65,536: what is known of a character of three bytes, see `wide-characters.ts`. */
  readonly characters: Int32Array
  /** Hash table from two such characters, see `wide-characters.ts`. */
  readonly links: Int32Array
  /** 4,096: bits by the last two bytes of one and the first of the next, see `wide-characters.ts`. */
  readonly crossings: Uint16Array
}

/** What the size of the tables depends on. */
export interface TableSizes {
  readonly tokens: number
  readonly trieNodes: number
  readonly classBlockBytes: number
  readonly longest: number
}

export const HEADER_INTS = 4

/** A shared buffer of the right size with its sizes written in, wrapped. All else in it is zero. */
export function allocateTables(sizes: TableSizes): TokenTables {
  const memory = new SharedArrayBuffer(layout(sizes).byteLength)
  const header = [sizes.tokens, sizes.trieNodes, sizes.classBlockBytes, sizes.longest]
  new Int32Array(memory, 0, HEADER_INTS).set(header)
  return wrapTables(memory)
}

/** Views on tables that another thread has loaded. Costs nothing but the views. */
export function wrapTables(memory: SharedArrayBuffer): TokenTables {
  const sizes = readSizes(new Int32Array(memory, 0, HEADER_INTS))
  const { tokens, trieNodes, classBlockBytes, longest } = sizes
  const at = layout(sizes)
  const ints = (offset: number, length: number): Int32Array => new Int32Array(memory, offset, length)
  return {
    memory,
    tokens,
    longest,
    records: ints(at.records, 2 * tokens),
    pairs: ints(at.pairs, pairSlots(tokens)),
    bytePairs: ints(at.bytePairs, 0x10000),
    byteTokens: ints(at.byteTokens, 0x100),
    nodes: ints(at.nodes, trieNodes + 1),
    edges: ints(at.edges, edgeSlots(tokens)),
    pairNodes: ints(at.pairNodes, 0x10000),
    characters: ints(at.characters, 0x10000),
    links: ints(at.links, LINK_INTS),
    index: new Uint16Array(memory, at.index, CLASS_INDEX_LENGTH),
    crossings: new Uint16Array(memory, at.crossings, 0x1000),
    blocks: new Uint8Array(memory, at.blocks, classBlockBytes),
    labels: new Uint8Array(memory, at.labels, trieNodes + 1),
  }
}

/** Sizes from the first {@link HEADER_INTS} numbers of the memory. */
export function readSizes([tokens = 0, trieNodes = 0, classBlockBytes = 0, longest = 0]: Iterable<number>): TableSizes {
  return { tokens, trieNodes, classBlockBytes, longest }
}

/** Two for each slot of `links`, which take some thousand pairs. */
const LINK_INTS = 1 << 15

/** Slots for one pair a token: a power of two, at most half of them taken. */
function pairSlots(tokens: number): number {
  return 2 ** Math.ceil(Math.log2(2 * tokens))
}

/** Slots for at most one edge a token, in fact two for three tokens: a power of two with one to spare. */
function edgeSlots(tokens: number): number {
  return 2 ** Math.ceil(Math.log2(tokens + 1))
}

type Section = Exclude<keyof TokenTables, 'memory' | 'tokens' | 'longest'>

/** Numbers of four bytes come first, then those of two, then bytes, so that each kind is one stretch. */
export function layout(sizes: TableSizes): Record<Section | 'byteLength', number> {
  let at = 4 * HEADER_INTS
  const take = (bytes: number): number => {
    const start = at
    at += (bytes + 7) & ~7
    return start
  }
  const { tokens, trieNodes, classBlockBytes } = sizes
  return {
    records: take(8 * tokens),
    pairs: take(4 * pairSlots(tokens)),
    bytePairs: take(4 * 0x10000),
    byteTokens: take(4 * 0x100),
    nodes: take(4 * (trieNodes + 1)),
    edges: take(4 * edgeSlots(tokens)),
    pairNodes: take(4 * 0x10000),
    characters: take(4 * 0x10000),
    links: take(4 * LINK_INTS),
    index: take(2 * CLASS_INDEX_LENGTH),
    crossings: take(2 * 0x1000),
    blocks: take(classBlockBytes),
    labels: take(trieNodes + 1),
    byteLength: at,
  }
}
