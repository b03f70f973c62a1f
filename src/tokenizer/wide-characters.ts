/**
 * What tells where tokens can cross the border between two characters of three bytes, as nearly all are in scripts that
 * are written without spaces:
 *
 *     characters[code unit]  = node << 2 | goes on | is token
 *     links                    hash table from two characters to the same, where a token begins with them: two numbers
 *                              a slot, the characters and `node << 2 | goes on | is token`; an empty slot is 0
 *     crossings[bytes 2 and 3] bits by the first byte of the next character: a token begins inside the one and
 *                              goes on in the other
 *
 * `node` is that of the trie to which the character leads, or 0. `goes on`: a longer token begins with that, of
 * one character only if what follows is no second one of three bytes.
 */
export const IS_TOKEN = 1
export const GOES_ON = 2
const FLAG_BITS = 2

/** Whether a byte begins a character of three bytes. */
export function isWideLead(byte: number): boolean {
  return byte >> 4 === 0xe
}

/** The code unit in three bytes. */
export function wideUnit(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] as number) & 0x0f) << 12) |
    (((bytes[at + 1] as number) & 0x3f) << 6) |
    ((bytes[at + 2] as number) & 0x3f)
  )
}

export function wideCharacter(node: number, flags: number): number {
  return (node << FLAG_BITS) | flags
}

export function nodeOfWide(character: number): number {
  return character >>> FLAG_BITS
}

function slotOf(words: number): number {
  const mixed = Math.imul(words, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) << 1
}

/** Enters the node to which two characters lead, and whether they are a token. The table must have an empty slot. */
export function addLink(links: Int32Array, first: number, second: number, character: number): void {
  const mask = links.length - 2
  const key = (first << 16) | second
  let slot = slotOf(key) & mask
  while (links[slot] !== 0 && links[slot] !== key) slot = (slot + 2) & mask
  links[slot] = key
  links[slot + 1] = character
}

/** What {@link addLink} entered, or 0. */
export function linkOf(links: Int32Array, first: number, second: number): number {
  const mask = links.length - 2
  const key = (first << 16) | second
  let slot = slotOf(key) & mask
  for (;;) {
    const found = links[slot] as number
    if (found === key) return links[slot + 1] as number
    if (found === 0) return 0
    slot = (slot + 2) & mask
  }
}

/** Place in `crossings` by the last two bytes of a character. */
export function crossingPlace(second: number, third: number): number {
  return ((second & 0x3f) << 6) | (third & 0x3f)
}

/** The bit in there for the first byte of the next character. */
export function crossingBit(lead: number): number {
  return 1 << (lead & 0x0f)
}
