/**
 * Layout of a file in `tables/`, shared by the script that writes it and the code that reads it.
 *
 * Tokens stand in the order of their bytes, so that each is stored as what it shares with the one before it and
 * the rest. All numbers are little-endian. With `n` tokens:
 *
 *     u32 n | u8 shared[n] | u8 rest[n] | u8 left[n] | u16 rankLow[n] | u8 rankHigh[n] | rest bytes, one after another
 *
 * `left` is the length of the left part of the only merge that makes the token, 0 for a single byte.
 */
export interface TableFile {
  readonly tokens: number
  readonly shared: Uint8Array
  readonly rest: Uint8Array
  readonly left: Uint8Array
  readonly rankLow: Uint8Array
  readonly rankHigh: Uint8Array
  readonly bytes: Uint8Array
}

const HEADER_BYTES = 4

/** Views on the parts of a table file, without a copy. */
export function readTableFile(file: Uint8Array): TableFile {
  const tokens = new DataView(file.buffer, file.byteOffset, HEADER_BYTES).getUint32(0, true)
  let at = HEADER_BYTES
  const take = (length: number): Uint8Array => {
    at += length
    return file.subarray(at - length, at)
  }
  return {
    tokens,
    shared: take(tokens),
    rest: take(tokens),
    left: take(tokens),
    rankLow: take(2 * tokens),
    rankHigh: take(tokens),
    bytes: take(file.length - at),
  }
}
