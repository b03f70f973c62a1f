import { createHash } from 'node:crypto'
import { StoreError } from '../store-error.ts'
import { ByteReader } from './byte-reader.ts'
import { END, FORMAT, FORMAT_VERSION, MOST_LINE_BYTES, type RecordCounts } from './format.ts'

/** Takes one record. What it leaves of the content is passed over. */
export type TakeRecord = (head: RecordHead, content: AsyncGenerator<Uint8Array>) => Promise<void>

export type RecordHead = { readonly kind: string; readonly bytes?: number } & Readonly<Record<string, unknown>>

/**
 * Reads a backup to its end, each record in turn. Whether it is as it was written is known at the end alone: until this
 * resolves nothing that was taken may count.
 *
 * @throws StoreError `backup-damaged`, `backup-newer`
 */
export async function readBackup(source: AsyncIterable<Uint8Array>, take: TakeRecord): Promise<RecordCounts> {
  const reader = new ByteReader(source)
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  hash.update(await firstLine(reader))
  for (let records = 0; ; records++) {
    const at = reader.position
    const bytes = await reader.line(MOST_LINE_BYTES)
    if (bytes === undefined) throw damaged(`it ends after ${records} records, without its last line`)
    const head = headIn(bytes, at)
    if (head.kind === END) {
      await checkEnd(reader, head, records, hash.digest('hex'))
      return counts
    }
    hash.update(bytes)
    const content = contentOf(reader, head.bytes ?? 0, (chunk) => hash.update(chunk))
    await take(head, content)
    for await (const _ of content);
    if (head.bytes !== undefined) {
      const end = await reader.line(1)
      if (end === undefined) throw damaged(`it ends within record ${records + 1}`)
      hash.update(end)
    }
    counts[head.kind] = (counts[head.kind] ?? 0) + 1
  }
}

async function firstLine(reader: ByteReader): Promise<Uint8Array> {
  const bytes = await reader.line(MOST_LINE_BYTES).catch((error: unknown) => {
    if (error instanceof StoreError) return undefined
    throw error
  })
  const head = bytes && parsed(bytes)
  if (head?.kind !== FORMAT || typeof head.version !== 'number') throw damaged('it is no backup of Stowage')
  if (head.version > FORMAT_VERSION) {
    const versions = `its format is version ${head.version}, this program knows ${FORMAT_VERSION}`
    throw new StoreError('backup-newer', `${versions}: restore it with the version of Stowage that wrote it`)
  }
  return bytes as Uint8Array
}

function headIn(bytes: Uint8Array, at: number): RecordHead {
  const head = parsed(bytes)
  const length = head?.bytes
  const isHead = typeof head?.kind === 'string' && (length === undefined || isCount(length))
  if (!isHead) throw damaged(`at byte ${at} no record begins`)
  return head as RecordHead
}

function parsed(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

async function* contentOf(
  reader: ByteReader,
  length: number,
  seen: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0; ) {
    const chunk = await reader.some(left)
    if (chunk === undefined) throw damaged(`it ends where ${left} more bytes of a record have to be`)
    left -= chunk.length
    seen(chunk)
    yield chunk
  }
}

async function checkEnd(reader: ByteReader, head: RecordHead, records: number, sha256: string): Promise<void> {
  if (head.records !== records) throw damaged(`it says ${head.records} records and has ${records}`)
  if (head.sha256 !== sha256) throw damaged('its content is not what its checksum says')
  if ((await reader.some(1)) !== undefined) throw damaged('more comes behind its last line')
}

export function damaged(what: string): StoreError {
  return new StoreError('backup-damaged', `the backup cannot be used: ${what}`)
}
