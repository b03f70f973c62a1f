import { StoreError } from '../store-error.ts'
import type { StoreSession, WholeStore } from '../whole-store.ts'
import type { BackupRecord, RecordCounts } from './format.ts'
import { graphSection } from './graph-section.ts'
import { outputSection } from './output-section.ts'
import { damaged, readBackup } from './read-backup.ts'
import { runSection } from './run-section.ts'
import type { BackupSection } from './section.ts'
import { writeBackup } from './write-backup.ts'

/** At least so much in one write: most records are small. */
const WRITE_BYTES = 262_144

const SECTIONS: readonly BackupSection[] = [graphSection, runSection, outputSection]

/**
 * Hands all that a store keeps, at one moment, to `write`, piece by piece; each waits for the one before.
 *
 * @param now milliseconds since 1970
 * @throws StoreError; what was written by then is no backup
 */
export function backUp(
  store: WholeStore,
  write: (bytes: Uint8Array) => Promise<void>,
  now: number,
): Promise<RecordCounts> {
  return store.read(async (session) => {
    const bytes = writeBackup(dump(session), now)
    let waiting: Uint8Array[] = []
    let length = 0
    for (;;) {
      const { value, done } = await bytes.next()
      if (!done) {
        waiting.push(value)
        length += value.length
        if (length < WRITE_BYTES) continue
      }
      await write(waiting.length === 1 ? waiting[0] : Buffer.concat(waiting))
      if (done) return value
      waiting = []
      length = 0
    }
  })
}

/**
 * Puts all that a backup holds into a store: all of it, or, where it rejects, nothing.
 *
 * @param replace whether what the store keeps goes; else it must keep nothing
 * @throws StoreError `store-not-empty`, `backup-damaged`, `backup-newer`
 */
export function restore(
  store: WholeStore,
  source: AsyncIterable<Uint8Array>,
  { replace }: { readonly replace: boolean },
): Promise<RecordCounts> {
  return store.write(async (session) => {
    for (const section of SECTIONS) await makeEmpty(session, section, replace)
    const sections = SECTIONS.map((section) => section.restore(session, store.chunkBytes))
    let unknown: string | undefined
    const counts = await readBackup(source, async (head, content) => {
      const owner = sections.find(({ kinds }) => Object.hasOwn(kinds, head.kind))
      await owner?.kinds[head.kind](head, content)
      if (owner === undefined) unknown ??= head.kind
    }).catch(asDamaged)
    // At the end, since a damaged backup is not a newer one.
    if (unknown !== undefined) throw unknownKind(unknown)
    for (const section of sections) await section.finish()
    return counts
  })
}

async function* dump(session: StoreSession): AsyncGenerator<BackupRecord> {
  for (const section of SECTIONS) yield* section.dump(session)
}

async function makeEmpty(session: StoreSession, { table, clear }: BackupSection, replace: boolean): Promise<void> {
  if (replace) await clear(session)
  else if ((await session.all(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) {
    throw new StoreError('store-not-empty', `the store keeps ${table} already`)
  }
}

function unknownKind(kind: string): StoreError {
  const what = `it holds a record of kind ${JSON.stringify(kind.slice(0, 100))}, which this program does not know`
  return new StoreError('backup-newer', `${what}: restore it with the version of Stowage that wrote it`)
}

/** A database that refuses what it is given, as a key that stands twice, was given what no backup holds. */
function asDamaged(error: unknown): never {
  if (error instanceof StoreError && error.code === 'store-failed') {
    throw damaged(`the database refuses a record (${error.message})`)
  }
  throw error
}
