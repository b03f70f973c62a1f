import type { Config } from './config.ts'
import { openSqliteStore } from './store/sqlite.ts'
import type { Store } from './store/store.ts'

/** The shared store where DATABASE_URL names one, else the embedded one. */
export function openStore(config: Config): Promise<Store> {
  const now = Date.now
  return openSqliteStore({ folder: config.dataDir, now })
}
