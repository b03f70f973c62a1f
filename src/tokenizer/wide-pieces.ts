import { widthOf } from './character-class.ts'
import type { TokenTables } from './token-tables.ts'
import { childOf, tokenOfNode } from './trie.ts'
import {
  crossingBit,
  crossingPlace,
  GOES_ON,
  IS_TOKEN,
  isWideLead,
  linkOf,
  nodeOfWide,
  wideUnit,
} from './wide-characters.ts'

/** Tokens of `[start, end)`, found by encoding it. */
type CountRange = (start: number, end: number) => number

/**
 * Tokens of a piece of two bytes or more, which is taken apart at the borders between characters that no token
 * crosses which the text holds: what stands on either side is encoded as if it stood alone. In Chinese and Japanese
 * most of what is left is one token, known from its characters alone; the rest is handed to `count`.
 *
 * Quick where a character of three bytes follows another.
 */
export function countWide(
  tables: TokenTables,
  bytes: Uint8Array,
  start: number,
  end: number,
  count: CountRange,
): number {
  const { characters, links, crossings } = tables
  let tokens = 0
  let from = start
  // Where the token ends that begins the stretch at hand, and how far any token in it goes.
  let firstEnd = 0
  let reach = start
  let at = start
  let lead = bytes[at] as number
  let unit = wideUnit(bytes, at)
  while (at < end) {
    const next = at + widthOf(lead)
    const nextLead = bytes[next] as number
    const nextUnit = wideUnit(bytes, next)
    let tokenEnd = 0
    if (next === end) {
      if (isWideLead(lead) && ((characters[unit] as number) & IS_TOKEN) !== 0) tokenEnd = next
    } else if (!isWideLead(lead) || !isWideLead(nextLead)) {
      tokenEnd = endFrom(tables, bytes, at, end)
      if (tokenEnd > reach) reach = tokenEnd
      for (let inside = at + 1; inside < next; inside++) {
        reach = Math.max(reach, endFrom(tables, bytes, inside, end))
      }
    } else {
      const character = characters[unit] as number
      if ((character & IS_TOKEN) !== 0) tokenEnd = next
      const link = linkOf(links, unit, nextUnit)
      if (link !== 0) {
        if ((link & IS_TOKEN) !== 0) tokenEnd = next + 3
        if ((link & GOES_ON) !== 0) tokenEnd = longestEnd(tables, nodeOfWide(link), bytes, next + 3, end) || tokenEnd
      }
      if ((character & GOES_ON) !== 0 && tokenEnd <= next) {
        tokenEnd = longestEnd(tables, nodeOfWide(character), bytes, next, end) || tokenEnd
      }
      if (tokenEnd > reach) reach = tokenEnd
      const place = crossingPlace(bytes[at + 1] as number, bytes[at + 2] as number)
      if (((crossings[place] as number) & crossingBit(nextLead)) !== 0) {
        reach = Math.max(reach, endFrom(tables, bytes, at + 1, end), endFrom(tables, bytes, at + 2, end))
      }
    }
    if (at === from) firstEnd = tokenEnd
    if (reach <= next || next === end) {
      tokens += firstEnd === next ? 1 : count(from, next)
      from = next
    }
    at = next
    lead = nextLead
    unit = nextUnit
  }
  return tokens
}

/** End of the longest token on the way down from `node` by the bytes from `at` on, or 0 where there is none. */
function longestEnd(tables: TokenTables, node: number, bytes: Uint8Array, at: number, end: number): number {
  let longest = 0
  let below = node
  for (let next = at; next < end; ) {
    below = childOf(tables, below, bytes[next++] as number)
    if (below === 0) break
    if (tokenOfNode(tables.nodes[below] as number) >= 0) longest = next
  }
  return longest
}

/** End of the longest token that begins at `at` and has two bytes or more, or 0. */
function endFrom(tables: TokenTables, bytes: Uint8Array, at: number, end: number): number {
  const node = tables.pairNodes[((bytes[at] as number) << 8) | (bytes[at + 1] as number)] as number
  if (node === 0) return 0
  const own = tokenOfNode(tables.nodes[node] as number) >= 0 ? at + 2 : 0
  return longestEnd(tables, node, bytes, at + 2, end) || own
}
