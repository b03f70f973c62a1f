import { edgeOf, enterEdge } from './edge-table.ts'

/**
 * The trie of all tokens, its nodes numbered from 1 in the order of a walk through it, so that a first child
 * stands right behind its parent and a chain of single children is a run of bytes. Further children are found
 * by a hash table, see `edge-table.ts`.
 *
 * What two bytes lead to stands in a table of its own: from the root and its children there are no edges.
 */
export interface Trie {
  readonly labels: Uint8Array
  /** `rank + 1` of the token that ends here, above two bits: has a child, has more than one. */
  readonly nodes: Int32Array
  readonly edges: Int32Array
  readonly pairNodes: Int32Array
}

export const HAS_CHILD = 1
export const HAS_CHILDREN = 2
const FLAG_BITS = 2

/** What {@link Trie.nodes} holds for a node where the token `rank` ends. */
export function nodeOfToken(rank: number): number {
  return (rank + 1) << FLAG_BITS
}

/** The token that ends in a node, or -1. */
export function tokenOfNode(node: number): number {
  return (node >> FLAG_BITS) - 1
}

/** Enters a child that is not the first. */
export function addEdge({ edges, nodes }: Trie, node: number, byte: number, child: number): void {
  enterEdge(edges, nodes.length, (node << 8) | byte, child)
}

/** Child of a node two or more bytes below the root, or 0. */
export function childOf(trie: Trie, node: number, byte: number): number {
  const flags = trie.nodes[node] as number
  if ((flags & HAS_CHILD) === 0) return 0
  if (trie.labels[node + 1] === byte) return node + 1
  if ((flags & HAS_CHILDREN) === 0) return 0
  return edgeOf(trie.edges, trie.nodes.length, (node << 8) | byte)
}

/** Whether `bytes[start, end)`, two bytes or more, is a token. */
export function isToken(trie: Trie, bytes: Uint8Array, start: number, end: number): boolean {
  let node = trie.pairNodes[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] as number
  for (let at = start + 2; at < end && node > 0; at++) node = childOf(trie, node, bytes[at] as number)
  return node > 0 && tokenOfNode(trie.nodes[node] as number) >= 0
}
