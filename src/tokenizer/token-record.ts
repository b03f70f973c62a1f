/**
 * What is known of a token, in two numbers, so that most of it lies in the near caches. `left` and `right` are the parts
 * of the merge that makes it, the token itself for a single byte; `prefix` is the longest token that is a proper
 * prefix, or -1:
 *
 *     records[2 token]     = left | (right & 0x3fff) << 18
 *     records[2 token + 1] = right >> 14 | prefix + 1 << 4 | bytes << 22
 *
 * Tokens are less than 2^18 - 1 and shorter than 512 bytes.
 */
const TOKEN_BITS = 18
const TOKEN_MASK = (1 << TOKEN_BITS) - 1
const LOW_BITS = 14
const LOW_MASK = (1 << LOW_BITS) - 1
const HIGH_BITS = TOKEN_BITS - LOW_BITS
const HIGH_MASK = (1 << HIGH_BITS) - 1
const LENGTH_SHIFT = HIGH_BITS + TOKEN_BITS

export interface TokenRecord {
  readonly left: number
  readonly right: number
  readonly prefix: number
  readonly bytes: number
}

export function writeRecord(records: Int32Array, token: number, { left, right, prefix, bytes }: TokenRecord): void {
  records[2 * token] = left | ((right & LOW_MASK) << TOKEN_BITS)
  records[2 * token + 1] = (right >>> LOW_BITS) | ((prefix + 1) << HIGH_BITS) | (bytes << LENGTH_SHIFT)
}

export function leftOf(records: Int32Array, token: number): number {
  return (records[2 * token] as number) & TOKEN_MASK
}

export function rightOf(records: Int32Array, token: number): number {
  const high = (records[2 * token + 1] as number) & HIGH_MASK
  return ((records[2 * token] as number) >>> TOKEN_BITS) | (high << LOW_BITS)
}

export function prefixOf(records: Int32Array, token: number): number {
  return (((records[2 * token + 1] as number) >>> HIGH_BITS) & TOKEN_MASK) - 1
}

/** Bytes of a token. */
export function lengthOf(records: Int32Array, token: number): number {
  return (records[2 * token + 1] as number) >>> LENGTH_SHIFT
}

/** Whether a token is made of these two. */
export function isMergeOf(records: Int32Array, token: number, left: number, right: number): boolean {
  return (
    records[2 * token] === (left | ((right & LOW_MASK) << TOKEN_BITS)) &&
    ((records[2 * token + 1] as number) & HIGH_MASK) === right >>> LOW_BITS
  )
}
