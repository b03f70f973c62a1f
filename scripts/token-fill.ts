import type { CharacterClasses } from '../src/tokenizer/character-class.ts'
import { addPair, NO_MERGE } from '../src/tokenizer/pair-table.ts'
import { writeRecord } from '../src/tokenizer/token-record.ts'
import { allocateTables, type TokenTables } from '../src/tokenizer/token-tables.ts'
import { addEdge, HAS_CHILD, HAS_CHILDREN, nodeOfToken } from '../src/tokenizer/trie.ts'
import { isContinuation } from '../src/tokenizer/utf8-units.ts'
import {
  addLink,
  crossingBit,
  crossingPlace,
  GOES_ON,
  IS_TOKEN,
  isWideLead,
  wideCharacter,
  wideUnit,
} from '../src/tokenizer/wide-characters.ts'
import type { SortedToken } from './token-table.ts'

/** The tables of one encoding, filled. */
export function fillTables(tokens: readonly SortedToken[], classes: CharacterClasses): TokenTables {
  const tables = allocateTables({
    tokens: tokens.length,
    longest: tokens.reduce((longest, token) => Math.max(longest, token.bytes.length), 0),
    trieNodes: tokens.reduce((sum, token) => sum + token.bytes.length - token.shared, 0),
    classBlockBytes: classes.blocks.length,
  })
  tables.index.set(classes.index)
  tables.blocks.set(classes.blocks)
  tables.nodes.fill(HAS_CHILD, 1)
  tables.bytePairs.fill(NO_MERGE)
  const walk = new TokenWalk(tables)
  for (const token of tokens) walk.enter(token)
  for (const token of tokens) enterWide(tables, Buffer.from(token.bytes, 'latin1'))
  return tables
}

/** Enters the tokens in the order of their bytes, which is a walk through the trie. */
class TokenWalk {
  readonly #tables: TokenTables
  /** By depth, on the way to the token at hand: the node, and the token that ends there or -1. */
  readonly #nodes = new Int32Array(257)
  readonly #tokens = new Int32Array(257).fill(-1)
  #next = 1

  constructor(tables: TokenTables) {
    this.#tables = tables
  }

  enter({ bytes, rank, shared, left, right }: SortedToken): void {
    const { records, pairs, nodes } = this.#tables
    this.#addNodes(bytes, shared)
    nodes[this.#next - 1] = nodeOfToken(rank)
    this.#tokens[bytes.length] = rank
    const prefix = this.#tokens.subarray(1, bytes.length).findLast((token) => token >= 0) ?? -1
    const leftRank = left > 0 ? (this.#tokens[left] as number) : rank
    writeRecord(records, rank, { left: leftRank, right, prefix, bytes: bytes.length })
    if (left > 0) addPair(pairs, leftRank, right, rank)
    this.#enterShort(bytes, rank)
    this.#enterCharacters(bytes)
  }

  #addNodes(bytes: string, shared: number): void {
    const { nodes, labels } = this.#tables
    const parent = this.#nodes[shared] as number
    if (shared > 1) {
      // A first child stands right behind its parent, so there the token before ended in the parent.
      if (parent === this.#next - 1) {
        nodes[parent] = (nodes[parent] as number) | HAS_CHILD
      } else {
        nodes[parent] = (nodes[parent] as number) | HAS_CHILDREN
        addEdge(this.#tables, parent, bytes.charCodeAt(shared), this.#next)
      }
    }
    for (let depth = shared + 1; depth <= bytes.length; depth++) {
      labels[this.#next] = bytes.charCodeAt(depth - 1)
      this.#nodes[depth] = this.#next++
      this.#tokens[depth] = -1
    }
  }

  /** The tables by one and by two bytes. */
  #enterShort(bytes: string, rank: number): void {
    const { byteTokens, bytePairs, pairNodes } = this.#tables
    const first = bytes.charCodeAt(0)
    if (bytes.length === 1) byteTokens[first] = rank
    else {
      const two = (first << 8) | bytes.charCodeAt(1)
      pairNodes[two] = this.#nodes[2] as number
      if (bytes.length === 2) bytePairs[two] = rank
    }
  }

  /** The nodes of one and of two characters of three bytes, and whether they are tokens. */
  #enterCharacters(bytes: string): void {
    const { characters, links } = this.#tables
    const first = Buffer.from(bytes.slice(0, 6), 'latin1')
    if (first.length < 3 || !isWideLead(first[0] as number)) return
    const unit = wideUnit(first, 0)
    characters[unit] = this.#characterAt(3)
    if (!isWideLead(first[3] ?? 0) || first.length < 6) return
    const goesOn = bytes.length > 6 ? GOES_ON : 0
    addLink(links, unit, wideUnit(first, 3), this.#characterAt(6) | goesOn)
  }

  #characterAt(depth: number): number {
    return wideCharacter(this.#nodes[depth] as number, (this.#tokens[depth] as number) >= 0 ? IS_TOKEN : 0)
  }
}

/** How a token that begins in a character of three bytes goes on in the next. */
function enterWide({ characters, crossings }: TokenTables, bytes: Buffer): void {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  if (isWideLead(first)) {
    if (bytes.length < 4) return
    const unit = wideUnit(bytes, 0)
    if (!isWideLead(fourth) || bytes.length < 6) characters[unit] = (characters[unit] as number) | GOES_ON
  } else if (isContinuation(first) && bytes.length > 1 && isWideLead(second)) {
    for (let before = 0x80; before < 0xc0; before++) addCrossing(crossings, before, first, second)
  } else if (isContinuation(first) && isContinuation(second) && bytes.length > 2 && isWideLead(third)) {
    addCrossing(crossings, first, second, third)
  }
}

function addCrossing(crossings: Uint16Array, second: number, third: number, lead: number): void {
  const place = crossingPlace(second, third)
  crossings[place] = (crossings[place] as number) | crossingBit(lead)
}
