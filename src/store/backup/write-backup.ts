import { createHash } from 'node:crypto'
import { StoreError } from '../store-error.ts'
import { type BackupRecord, END, FORMAT, FORMAT_VERSION, type RecordCounts } from './format.ts'

/**
 * The bytes of a backup, as they are asked for.
 *
 * @param createdAt milliseconds since 1970
 * @returns the counts, once all is read
 */
export async function* writeBackup(
  records: AsyncIterable<BackupRecord>,
  createdAt: number,
): AsyncGenerator<Uint8Array, RecordCounts> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  const hashed = (bytes: Uint8Array) => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(line({ kind: FORMAT, version: FORMAT_VERSION, createdAt: new Date(createdAt).toISOString() }))
  for await (const { head, content } of records) {
    counts[head.kind] = (counts[head.kind] ?? 0) + 1
    yield hashed(line(head))
    if (content === undefined) continue
    let written = 0
    for await (const chunk of content) {
      written += chunk.length
      yield hashed(chunk)
    }
    if (written !== head.bytes) throw new StoreError('store-corrupt', `a ${head.kind} is not as long as the store says`)
    yield hashed(NEW_LINE)
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  yield line({ kind: END, records: total, sha256: hash.digest('hex') })
  return counts
}

const NEW_LINE = Buffer.from('\n')

function line(head: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(head)}\n`)
}
