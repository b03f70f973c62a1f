/**
 * Layout of `tables/<encoding>.bin`, shared by the script that writes it and the code that reads it.
 *
 * Tokens stand in the order of their bytes, and each is stored as what it shares with the one before it and the
 * rest: the rests one after another are the trie of all tokens in the order of a walk through it. Numbers of more
 * than one byte are little-endian. With `n` tokens:
 *
 *     u32 n | u32 longest | u8 shared[n] | u8 rest[n] | u8 left[n] | u24 rank[n] | u24 right[n] | rests, one after another
 *
 * `left` is the length of the left part of the only merge that makes the token, 0 for a single byte, and `right`
 * the rank of the right part, of the token itself for a single byte.
 */
export interface TableFile {
  readonly tokens: number
  /** Bytes of the longest token. */
  readonly longest: number
  readonly shared: Uint8Array
  readonly rest: Uint8Array
  readonly left: Uint8Array
  readonly rank: Uint8Array
  readonly right: Uint8Array
  readonly rests: Uint8Array
}

const HEADER_BYTES = 8

/** Views on the parts of a table file, without a copy. */
export function readTableFile(file: Uint8Array): TableFile {
  const header = new DataView(file.buffer, file.byteOffset, HEADER_BYTES)
  const tokens = header.getUint32(0, true)
  let at = HEADER_BYTES
  const take = (length: number): Uint8Array => {
    at += length
    return file.subarray(at - length, at)
  }
  return {
    tokens,
    longest: header.getUint32(4, true),
    shared: take(tokens),
    rest: take(tokens),
    left: take(tokens),
    rank: take(3 * tokens),
    right: take(3 * tokens),
    rests: take(file.length - at),
  }
}

/** The u24 at `place`. */
export function readU24(numbers: Uint8Array, place: number): number {
  const at = 3 * place
  return (numbers[at] as number) | ((numbers[at + 1] as number) << 8) | ((numbers[at + 2] as number) << 16)
}
