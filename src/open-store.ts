import type { Config } from './config.ts'
import { openPostgresStore } from './store/postgres.ts'
import { openSqliteStore } from './store/sqlite.ts'
import type { Store } from './store/store.ts'

/**
 * The shared store where DATABASE_URL names one, else the embedded one.
 *
 * @throws StoreError where it cannot be opened
 */
export function openStore(config: Config): Promise<Store> {
  const { databaseUrl, databasePoolSize, databaseStatementTimeoutMs, dataDir } = config
  const now = Date.now
  if (databaseUrl === undefined) return openSqliteStore({ folder: dataDir, now })
  const bounds = { poolSize: databasePoolSize, statementTimeoutMs: databaseStatementTimeoutMs }
  return openPostgresStore({ url: databaseUrl, ...bounds, now })
}
