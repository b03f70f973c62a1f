/**
 * Hash table from a node of the trie and a byte to a child, one number a slot. The hash is a permutation of the keys:
 * its upper bits choose the slot, so that the rest of it, and how far the entry stands behind that slot, stand for the
 * whole key:
 *
 *     distance | rest | child
 *
 * An empty slot is 0. A child is less than the number of nodes, a key less than 256 times that.
 */

/** Bits of a child, with `nodes` in all. */
function childBitsFor(nodes: number): number {
  return 32 - Math.clz32(nodes)
}

/** A permutation of the numbers of so many bits. */
function permuted(key: number, bits: number): number {
  const mask = (1 << bits) - 1
  let mixed = Math.imul(key, 0x9e3779b1) & mask
  mixed ^= mixed >>> (bits >> 1)
  return Math.imul(mixed, 0x85ebca6b) & mask
}

/** The child that {@link enterEdge} entered for a key, or 0. */
export function edgeOf(edges: Int32Array, nodes: number, key: number): number {
  const childBits = childBitsFor(nodes)
  const restBits = childBits + 8 - (31 - Math.clz32(edges.length))
  const hash = permuted(key, childBits + 8)
  const mask = edges.length - 1
  const rest = hash & ((1 << restBits) - 1)
  const home = hash >>> restBits
  const distances = 1 << (32 - childBits - restBits)
  for (let distance = 0; distance < distances; distance++) {
    const found = edges[(home + distance) & mask] as number
    if (found === 0) return 0
    if (found >>> childBits === (rest | (distance << restBits))) return found & ((1 << childBits) - 1)
  }
  return 0
}

/**
 * Enters a child. Of two entries that want a slot the one that is further from its own gets it, which keeps all near.
 *
 * @throws Error when an entry would stand too far for the bits that there are
 */
export function enterEdge(edges: Int32Array, nodes: number, key: number, child: number): void {
  const childBits = childBitsFor(nodes)
  const restBits = childBits + 8 - (31 - Math.clz32(edges.length))
  const hash = permuted(key, childBits + 8)
  const step = 1 << (childBits + restBits)
  const distanceOf = (entry: number): number => entry >>> (childBits + restBits)
  const mask = edges.length - 1
  let slot = hash >>> restBits
  let entry = child | ((hash & ((1 << restBits) - 1)) << childBits)
  for (;;) {
    const found = edges[slot] as number
    if (found === 0) break
    if (distanceOf(found) < distanceOf(entry)) {
      edges[slot] = entry
      entry = found
    }
    if (distanceOf(entry) === distanceOf(-1)) throw new Error('the table of edges is too full')
    entry = (entry + step) | 0
    slot = (slot + 1) & mask
  }
  edges[slot] = entry
}
