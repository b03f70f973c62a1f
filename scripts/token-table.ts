/**
 * Makes a table file from ranks in the format of tiktoken: one `<base64 of the bytes> <rank>` a line.
 * The bytes depend on the input alone, so that a test can compare them with the committed file.
 *
 * @throws Error when ranks are not 0 to n − 1, a token is longer than 255 bytes, or no sequence of merges makes it
 *   (byte pair encoding alone would then miss a piece that is a token)
 */
export function makeTableFile(ranksText: string): Uint8Array {
  const ranks = parseRanks(ranksText)
  // Units of a latin1 string are the bytes, so the default sort is the order of the bytes.
  const sorted = [...ranks.keys()].sort()
  const n = sorted.length
  const header = Buffer.alloc(8)
  header.writeUInt32LE(n)
  header.writeUInt32LE(
    sorted.reduce((longest, token) => Math.max(longest, token.length), 0),
    4,
  )
  const shared = Buffer.alloc(n)
  const rest = Buffer.alloc(n)
  const left = Buffer.alloc(n)
  const rank = Buffer.alloc(3 * n)
  const right = Buffer.alloc(3 * n)
  const rests: string[] = []
  sorted.forEach((token, i) => {
    shared[i] = commonPrefix(sorted[i - 1] ?? '', token)
    rest[i] = token.length - commonPrefix(sorted[i - 1] ?? '', token)
    left[i] = lastMergeLeft(token, ranks)
    rank.writeUIntLE(rankOf(token, ranks), 3 * i, 3)
    right.writeUIntLE(rankOf(token.slice(left[i]), ranks), 3 * i, 3)
    rests.push(token.slice(shared[i]))
  })
  return Buffer.concat([header, shared, rest, left, rank, right, Buffer.from(rests.join(''), 'latin1')])
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
