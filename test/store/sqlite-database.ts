import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { SQLITE_FILE } from '../../src/store/sqlite-file.ts'
import { openWholeSqlite } from '../../src/store/sqlite-whole.ts'
import type { Database, KeptDatabase } from './subject.ts'

/** In a folder of its own under the system's for temporary files. */
export async function sqliteDatabase(): Promise<KeptDatabase & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-store-'))
  const sql = async (text: string) => {
    const database = new DatabaseSync(join(folder, SQLITE_FILE), { timeout: 10_000 })
    try {
      return database.prepare(text).all()
    } finally {
      database.close()
    }
  }
  return {
    folder,
    open: (options) => openSqliteStore({ ...options, folder }),
    whole: () => openWholeSqlite({ folder, create: true }),
    environment: { DATA_DIR: folder },
    sql,
    sabotage: async () => {
      await sql(
        `CREATE TRIGGER fault BEFORE INSERT ON graph_chunks WHEN new.position = 1
           BEGIN SELECT RAISE(ABORT, 'a fault of the test'); END`,
      )
    },
    mend: async () => {
      await sql('DROP TRIGGER fault')
    },
    drop: () => rm(folder, { recursive: true }),
  }
}

/** Each store has one of its own. */
export async function memoryDatabase(): Promise<Database> {
  return { open: (options) => openSqliteStore({ ...options, folder: ':memory:' }), drop: async () => {} }
}
