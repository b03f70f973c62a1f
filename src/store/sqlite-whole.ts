import { CHUNK_BYTES, fileIn } from './sqlite-file.ts'
import { SqliteThread } from './sqlite-thread.ts'
import type { StoreSession, WholeStore } from './whole-store.ts'

/**
 * The embedded store, for work on all of it, in a thread of its own. Brings the schema up to date first.
 *
 * @param options `create`: whether the folder and the file are made where they are not there
 * @throws StoreError `store-unavailable`, `store-corrupt`, `store-schema-newer`, `store-busy`, `store-missing`
 */
export async function openWholeSqlite(options: {
  readonly folder: string
  readonly create: boolean
  readonly busyTimeoutMs?: number
}): Promise<WholeStore> {
  const { folder, create, busyTimeoutMs = 10_000 } = options
  const thread = await SqliteThread.open({ file: await fileIn(folder, create), busyTimeoutMs, create })
  const session: StoreSession = {
    all: async <Row>(sql: string, ...values: Parameters<StoreSession['all']>[1][]) =>
      (await thread.call('allRows', [sql, values])) as Row[],
    run: (sql, ...values) => thread.call('runStatement', [sql, values]),
    nextKey: async () => null,
  }
  const within =
    (mode: 'read' | 'write') =>
    async <Result>(work: (session: StoreSession) => Promise<Result>) => {
      await thread.call('begin', [mode])
      try {
        const result = await work(session)
        await thread.call('end', ['COMMIT'])
        return result
      } catch (error) {
        // Where the thread is gone its transaction is too, and the first fault is the one to tell.
        await thread.call('end', ['ROLLBACK']).catch(() => {})
        throw error
      }
    }
  return {
    schema: thread.schema,
    chunkBytes: CHUNK_BYTES,
    read: within('read'),
    write: within('write'),
    close: () => thread.close(),
  }
}
