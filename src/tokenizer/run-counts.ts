import { lengthOf } from './token-record.ts'
import type { TokenTables } from './token-tables.ts'
import { childOf, tokenOfNode } from './trie.ts'
import { staySeparate } from './valid-pair.ts'

/** Tokens of 0, 1, 2, … times the same byte, up to where they repeat: from there on `period` bytes more are `more` tokens. */
interface Run {
  readonly counts: readonly number[]
  /** The first token by length, -1 for none. */
  readonly firsts: readonly number[]
  readonly period: number
  readonly more: number
}

/**
 * Counts the tokens of runs of one byte without a look at them. Padded tables, rules and blanks are such runs, and so
 * is what is sent to slow a counter down.
 *
 * The last token of a run depends on the last tokens of the runs up to the longest token shorter. As soon as as many in
 * a row have been the same before, all that follow are.
 */
export class RunCounts {
  /** By byte. All are measured ahead, so that no text has to wait for them. */
  readonly #runs: readonly Run[]

  constructor(tables: TokenTables) {
    this.#runs = Array.from({ length: 256 }, (_, byte) => measureRun(tables, byte))
  }

  count(byte: number, length: number): number {
    return countOf(this.#runs[byte] as Run, length)
  }

  /** The token that a run, one byte at least, most likely begins with. */
  likelyFirst(byte: number, length: number): number {
    const run = this.#runs[byte] as Run
    return run.firsts[listedLength(run, length)] as number
  }

  /** The greatest length up to `most` that has at most `limit` tokens. */
  longest(byte: number, most: number, limit: number): number {
    const run = this.#runs[byte] as Run
    // A length has at least `more` tokens for each period in it after those that are listed.
    const bound = run.counts.length + run.period * (Math.floor(limit / run.more) + 1)
    let length = Math.min(most, bound)
    while (length > 0 && countOf(run, length) > limit) length--
    return length
  }
}

/** Whether all bytes of `[start, end)`, one at least, are the same. */
export function isRun(bytes: Uint8Array, start: number, end: number): boolean {
  const byte = bytes[start]
  for (let at = start + 1; at < end; at++) {
    if (bytes[at] !== byte) return false
  }
  return true
}

function countOf(run: Run, length: number): number {
  const listed = listedLength(run, length)
  return (run.counts[listed] as number) + ((length - listed) / run.period) * run.more
}

/** The greatest length in the list that is some periods less, or none. */
function listedLength({ counts, period }: Run, length: number): number {
  const over = length - counts.length + 1
  return over <= 0 ? length : length - Math.ceil(over / period) * period
}

function measureRun(tables: TokenTables, byte: number): Run {
  const tokens = tokensOfRun(tables, byte)
  const lengths = tokens.map((token) => lengthOf(tables.records, token))
  const longest = lengths[0] as number
  const separate = separateBy(tables, tokens)
  // By the place of the token in the list.
  const lasts = [-1]
  const counts = [0]
  const firsts = [-1]
  for (let length = 1; ; length++) {
    const last = lengths.findIndex((bytes, token) => {
      const rest = length - bytes
      return rest === 0 || (rest > 0 && separate(lasts[rest] as number, token))
    })
    lasts.push(last)
    const before = length - (lengths[last] as number)
    counts.push((counts[before] as number) + 1)
    firsts.push(before > 0 ? (firsts[before] as number) : (tokens[last] as number))
    const period = length % longest === 0 ? periodOf(lasts, counts, longest) : 0
    if (period > 0) {
      return { counts, firsts, period, more: (counts[length] as number) - (counts[length - period] as number) }
    }
  }
}

const SEPARATE = 1
const JOINED = 2

/** {@link staySeparate} for places in a list of tokens. Each pair is looked at once: a run asks for the same again and again. */
function separateBy(tables: TokenTables, tokens: readonly number[]): (first: number, second: number) => boolean {
  const known = new Uint8Array(tokens.length ** 2)
  return (first, second) => {
    const pair = first * tokens.length + second
    if (known[pair] === 0) {
      known[pair] = staySeparate(tables, tokens[first] as number, tokens[second] as number) ? SEPARATE : JOINED
    }
    return known[pair] === SEPARATE
  }
}

/** Tokens that are `byte` some times, the longest first. */
function tokensOfRun(tables: TokenTables, byte: number): number[] {
  const tokens = [tables.byteTokens[byte] as number]
  let node = tables.pairNodes[(byte << 8) | byte] as number
  while (node > 0) {
    const token = tokenOfNode(tables.nodes[node] as number)
    if (token >= 0) tokens.unshift(token)
    node = childOf(tables, node, byte)
  }
  return tokens
}

/** The least distance at which the last `window` tokens stood before, all with the same difference of counts, or 0. */
function periodOf(lasts: readonly number[], counts: readonly number[], window: number): number {
  const end = lasts.length - 1
  const more = (at: number, period: number): number => (counts[at] as number) - (counts[at - period] as number)
  for (let period = 1; period + window <= end; period++) {
    let at = end
    while (at > end - window && lasts[at] === lasts[at - period] && more(at, period) === more(end, period)) at--
    if (at === end - window) return period
  }
  return 0
}
