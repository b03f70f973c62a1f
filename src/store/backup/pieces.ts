/** What is too large for the memory, piece by piece. */

/** Rows page after page, by a key that is above 0. */
export async function* rowsBy<Row extends object>(
  key: keyof Row,
  page: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await page(after)
    yield* rows
    if (rows.length === 0) return
    after = rows[rows.length - 1][key] as number
  }
}

/** The same bytes in chunks of one size, the last one shorter. */
export async function* inChunks(content: AsyncIterable<Uint8Array>, total: number, chunkBytes: number) {
  let chunk = new Uint8Array(Math.min(total, chunkBytes))
  let filled = 0
  let left = total
  for await (const part of content) {
    for (let at = 0; at < part.length; ) {
      const taken = Math.min(part.length - at, chunk.length - filled)
      chunk.set(part.subarray(at, at + taken), filled)
      at += taken
      filled += taken
      if (filled < chunk.length) continue
      yield chunk
      left -= filled
      filled = 0
      chunk = new Uint8Array(Math.min(left, chunkBytes))
    }
  }
}
