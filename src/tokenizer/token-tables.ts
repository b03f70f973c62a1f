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
  /** 4 n: what is known of a token, side by side because who asks for one asks for more; see {@link LEFT}. */
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
  /** Hash table from a node and a byte to a child, see `trie.ts`. */
  readonly edges: Int32Array
  /** 65,536: node that two bytes lead to, or 0. */
  readonly pairNodes: Int32Array
}

/** Place in a record: left part of the merge that makes the token, the token itself for a single byte. */
export const LEFT = 0
/** Place in a record: right part of that merge, the token itself for a single byte. */
export const RIGHT = 1
/** Place in a record: the longest token that is a proper prefix, or -1. */
export const PREFIX = 2
/** Place in a record: bytes of the token. */
export const LENGTH = 3

/** What the size of the tables depends on. */
export interface TableSizes {
  readonly tokens: number
  readonly trieNodes: number
  readonly classBlockBytes: number
  readonly longest: number
}

const HEADER_INTS = 4

/** A shared buffer of the right size with its sizes written in, wrapped. All else in it is zero. */
export function allocateTables(sizes: TableSizes): TokenTables {
  const memory = new SharedArrayBuffer(layout(sizes).byteLength)
  const header = [sizes.tokens, sizes.trieNodes, sizes.classBlockBytes, sizes.longest]
  new Int32Array(memory, 0, HEADER_INTS).set(header)
  return wrapTables(memory)
}

/** Views on tables that another thread has filled. Costs nothing but the views. */
export function wrapTables(memory: SharedArrayBuffer): TokenTables {
  const [tokens = 0, trieNodes = 0, classBlockBytes = 0, longest = 0] = new Int32Array(memory, 0, HEADER_INTS)
  const at = layout({ tokens, trieNodes, classBlockBytes, longest })
  const ints = (offset: number, length: number): Int32Array => new Int32Array(memory, offset, length)
  return {
    memory,
    tokens,
    longest,
    records: ints(at.records, 4 * tokens),
    pairs: ints(at.pairs, 2 * pairSlots(tokens)),
    bytePairs: ints(at.bytePairs, 0x10000),
    byteTokens: ints(at.byteTokens, 0x100),
    nodes: ints(at.nodes, trieNodes + 1),
    edges: ints(at.edges, 2 * edgeSlots(tokens)),
    pairNodes: ints(at.pairNodes, 0x10000),
    index: new Uint16Array(memory, at.index, CLASS_INDEX_LENGTH),
    blocks: new Uint8Array(memory, at.blocks, classBlockBytes),
    labels: new Uint8Array(memory, at.labels, trieNodes + 1),
  }
}

/** Slots for one pair a token: a power of two, at most half of them taken. */
function pairSlots(tokens: number): number {
  return 2 ** Math.ceil(Math.log2(2 * tokens))
}

/** Slots for at most one edge a token, in fact two for three tokens: a power of two with one to spare. */
function edgeSlots(tokens: number): number {
  return 2 ** Math.ceil(Math.log2(tokens + 1))
}

type Section = Exclude<keyof TokenTables, 'memory' | 'tokens' | 'longest'>

function layout(sizes: TableSizes): Record<Section | 'byteLength', number> {
  let at = 4 * HEADER_INTS
  const take = (bytes: number): number => {
    const start = at
    at += (bytes + 7) & ~7
    return start
  }
  const { tokens, trieNodes, classBlockBytes } = sizes
  return {
    records: take(16 * tokens),
    pairs: take(8 * pairSlots(tokens)),
    bytePairs: take(4 * 0x10000),
    byteTokens: take(4 * 0x100),
    nodes: take(4 * (trieNodes + 1)),
    edges: take(8 * edgeSlots(tokens)),
    pairNodes: take(4 * 0x10000),
    index: take(2 * CLASS_INDEX_LENGTH),
    blocks: take(classBlockBytes),
    labels: take(trieNodes + 1),
    byteLength: at,
  }
}
