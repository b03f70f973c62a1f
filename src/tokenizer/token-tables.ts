import { type CharacterClasses, CLASS_INDEX_LENGTH } from './character-class.ts'

/**
 * Everything that a counter looks up and never changes, as views on one shared buffer. A token is named by its
 * rank; where there is none, the tables say -1. Sizes in the comments: `n` tokens, `t` nodes of the trie.
 */
export interface TokenTables extends CharacterClasses {
  /** The memory behind all views: hand it to a worker and wrap it there with {@link wrapTables}. */
  readonly memory: SharedArrayBuffer
  readonly tokens: number
  /** Bytes of the longest token. */
  readonly longest: number
  /** Bytes of the tokens one after another in the order of their bytes, with padding. */
  readonly bytes: Uint8Array
  readonly words: DataView
  /** n + 1: where the bytes begin, by place in the order of the bytes. */
  readonly offsets: Int32Array
  /** Open hash table over the bytes: `place + 1` and {@link FINGERPRINT_BITS} bits of the hash above it, or 0. */
  readonly vocabulary: Int32Array
  /** Open hash table over (left, right): see `pair-table.ts`. */
  readonly pairs: Int32Array
  /** 65,536: what two bytes merge to. */
  readonly bytePairs: Int32Array
  /** 256: the token of one byte. */
  readonly byteTokens: Int32Array
  /** n, by rank: left part of the merge that makes the token, the token itself for a single byte. */
  readonly left: Int32Array
  /** n, by rank: right part of the merge that makes the token, the token itself for a single byte. */
  readonly right: Int32Array
  /** n, by rank: the longest token that is a proper prefix. */
  readonly prefix: Int32Array
  /** n, by rank: bytes of the token. */
  readonly lengths: Uint8Array
  /** t: last byte on the way to the node. Children stand side by side, in the order of their bytes. */
  readonly trieLabels: Uint8Array
  /** t + 1: first child; the children end where those of the next node begin. */
  readonly trieChildren: Int32Array
  /** t: the token that ends in the node. */
  readonly trieTokens: Int32Array
}

/** What the size of the tables depends on. */
export interface TableSizes {
  readonly tokens: number
  readonly tokenBytes: number
  readonly trieNodes: number
  readonly classBlockBytes: number
  readonly longest: number
}

const HEADER_INTS = 8
/** Words are read past the end of a token, and past the end of the last one. */
const PADDING = 8

/** A shared buffer of the right size with its sizes written in, wrapped. All else in it is zero. */
export function allocateTables(sizes: TableSizes): TokenTables {
  const memory = new SharedArrayBuffer(layout(sizes).byteLength)
  new Int32Array(memory, 0, HEADER_INTS).set([
    sizes.tokens,
    sizes.tokenBytes,
    sizes.trieNodes,
    sizes.classBlockBytes,
    sizes.longest,
  ])
  return wrapTables(memory)
}

/** Views on tables that another thread has filled. Costs nothing but the views. */
export function wrapTables(memory: SharedArrayBuffer): TokenTables {
  const [tokens = 0, tokenBytes = 0, trieNodes = 0, classBlockBytes = 0, longest = 0] = new Int32Array(
    memory,
    0,
    HEADER_INTS,
  )
  const at = layout({ tokens, tokenBytes, trieNodes, classBlockBytes, longest })
  const ints = (offset: number, length: number): Int32Array => new Int32Array(memory, offset, length)
  return {
    memory,
    tokens,
    longest,
    offsets: ints(at.offsets, tokens + 1),
    vocabulary: ints(at.vocabulary, vocabularySlots(tokens)),
    pairs: ints(at.pairs, 2 * pairSlots(tokens)),
    bytePairs: ints(at.bytePairs, 0x10000),
    byteTokens: ints(at.byteTokens, 0x100),
    left: ints(at.left, tokens),
    right: ints(at.right, tokens),
    prefix: ints(at.prefix, tokens),
    trieChildren: ints(at.trieChildren, trieNodes + 1),
    trieTokens: ints(at.trieTokens, trieNodes),
    index: new Uint16Array(memory, at.index, CLASS_INDEX_LENGTH),
    blocks: new Uint8Array(memory, at.blocks, classBlockBytes),
    lengths: new Uint8Array(memory, at.lengths, tokens),
    trieLabels: new Uint8Array(memory, at.trieLabels, trieNodes),
    bytes: new Uint8Array(memory, at.bytes, tokenBytes + PADDING),
    words: new DataView(memory, at.bytes, tokenBytes + PADDING),
  }
}

/** Slots of the vocabulary: a power of two, at most half of them taken. */
function vocabularySlots(tokens: number): number {
  return 2 ** Math.ceil(Math.log2(2 * tokens))
}

/** Slots of the pair table: a power of two, at most half of them taken. */
function pairSlots(tokens: number): number {
  return 2 ** Math.ceil(Math.log2(2 * tokens))
}

type Section = Exclude<keyof TokenTables, 'memory' | 'tokens' | 'longest' | 'words'>

function layout(sizes: TableSizes): Record<Section | 'byteLength', number> {
  let at = 4 * HEADER_INTS
  const take = (bytes: number): number => {
    const start = at
    at += (bytes + 7) & ~7
    return start
  }
  const { tokens, tokenBytes, trieNodes, classBlockBytes } = sizes
  return {
    offsets: take(4 * (tokens + 1)),
    vocabulary: take(4 * vocabularySlots(tokens)),
    pairs: take(8 * pairSlots(tokens)),
    bytePairs: take(4 * 0x10000),
    byteTokens: take(4 * 0x100),
    left: take(4 * tokens),
    right: take(4 * tokens),
    prefix: take(4 * tokens),
    trieChildren: take(4 * (trieNodes + 1)),
    trieTokens: take(4 * trieNodes),
    index: take(2 * CLASS_INDEX_LENGTH),
    blocks: take(classBlockBytes),
    lengths: take(tokens),
    trieLabels: take(trieNodes),
    bytes: take(tokenBytes + PADDING),
    byteLength: at,
  }
}
