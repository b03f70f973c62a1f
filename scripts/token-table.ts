/** A token with what its merge and its neighbours in the order of bytes say of it. */
export interface SortedToken {
  /** Units are the bytes. */
  readonly bytes: string
  readonly rank: number
  /** Bytes that it begins with as the token before it does. */
  readonly shared: number
  /** Bytes of the left part of the only merge that makes it, 0 for a single byte. */
  readonly left: number
  /** Rank of the right part of that merge, its own for a single byte. */
  readonly right: number
}

/**
 * Tokens in the order of their bytes, which is a walk through their trie, from ranks in the format of tiktoken: one
 * `<base64 of the bytes> <rank>` a line.
 *
 * @throws Error when ranks are not 0 to n − 1, a token is longer than 255 bytes, or no sequence of merges makes it
 *   (byte pair encoding alone would then miss a piece that is a token)
 */
export function sortedTokens(ranksText: string): SortedToken[] {
  const ranks = parseRanks(ranksText)
  // Units of a latin1 string are the bytes, so the default sort is the order of the bytes.
  const sorted = [...ranks.keys()].sort()
  return sorted.map((bytes, i) => {
    const left = lastMergeLeft(bytes, ranks)
    const shared = commonPrefix(sorted[i - 1] ?? '', bytes)
    return { bytes, rank: rankOf(bytes, ranks), shared, left, right: rankOf(bytes.slice(left), ranks) }
  })
}

function rankOf(token: string, ranks: ReadonlyMap<string, number>): number {
  const rank = ranks.get(token)
  if (rank === undefined) throw new Error(`${JSON.stringify(token)} is no token`)
  return rank
}

function parseRanks(text: string): Map<string, number> {
  const ranks = new Map<string, number>()
  for (const line of text.trim().split('\n')) {
    const [base64 = '', rank = ''] = line.split(' ')
    const token = Buffer.from(base64, 'base64').toString('latin1')
    if (token.length === 0 || token.length > 255) throw new Error(`token of ${token.length} bytes: ${line}`)
    if (Number(rank) !== ranks.size) throw new Error(`rank ${rank} where ${ranks.size} was expected`)
    ranks.set(token, Number(rank))
  }
  return ranks
}

/** Length of the left one of the last two parts when byte pair encoding builds `token`, 0 for a single byte. */
function lastMergeLeft(token: string, ranks: ReadonlyMap<string, number>): number {
  if (token.length === 1) return 0
  let parts = [...token]
  while (parts.length > 2) {
    let best = -1
    let bestRank = Number.POSITIVE_INFINITY
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = ranks.get(`${parts[i]}${parts[i + 1]}`)
      if (rank !== undefined && rank < bestRank) {
        best = i
        bestRank = rank
      }
    }
    if (best < 0) throw new Error(`no merges make the token ${JSON.stringify(token)}`)
    parts = parts.toSpliced(best, 2, `${parts[best]}${parts[best + 1]}`)
  }
  return parts[0]?.length ?? 0
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
