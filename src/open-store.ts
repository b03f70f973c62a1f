import type { Config } from './config.ts'
import { openPostgresStore } from './store/postgres.ts'
import { openWholePostgres } from './store/postgres-whole.ts'
import { openSqliteStore } from './store/sqlite.ts'
import { MEMORY } from './store/sqlite-connection.ts'
import { openWholeSqlite } from './store/sqlite-whole.ts'
import type { Store, StoreOptions } from './store/store.ts'
import { StoreError } from './store/store-error.ts'
import type { WholeStore } from './store/whole-store.ts'

/**
 * The shared store where DATABASE_URL names one, else the embedded one.
 *
 * @throws StoreError where it cannot be opened; the message names the setting
 */
export function openStore(config: Config, options: Omit<StoreOptions, 'now' | 'limits'> = {}): Promise<Store> {
  const { databaseUrl, dataDir } = config
  const how = { now: Date.now, limits: { graphQuotaBytes: config.graphStoreBytes }, ...options }
  if (databaseUrl === undefined) return named(config, openSqliteStore({ folder: dataDir, ...how }))
  return named(config, openPostgresStore({ ...connectionOf(config, databaseUrl), ...how }))
}

/**
 * The same store for work on all of it.
 *
 * @param create whether it is made where it is not there
 * @throws StoreError as for {@link openStore}, and `store-missing`
 */
export function openWholeStore(config: Config, create: boolean): Promise<WholeStore> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) {
    return named(config, openWholePostgres({ ...connectionOf(config, databaseUrl), create }))
  }
  if (dataDir === MEMORY) throw new StoreError('store-missing', `DATA_DIR=${MEMORY} keeps nothing`)
  return named(config, openWholeSqlite({ folder: dataDir, create }))
}

/** The setting that says where the store is. The address may hold a password. */
export function storeSetting({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined ? `DATA_DIR=${dataDir}` : 'DATABASE_URL'
}

function connectionOf(config: Config, url: string) {
  const { databaseSslmode, databaseSslrootcert, databaseSslcert, databaseSslkey } = config
  return {
    url,
    ssl: {
      sslmode: databaseSslmode,
      sslrootcert: databaseSslrootcert,
      sslcert: databaseSslcert,
      sslkey: databaseSslkey,
    },
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
  }
}

async function named<Opened>(config: Config, opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause
    throw new StoreError(cause.code, `${storeSetting(config)}: ${cause.message}`, { cause })
  }
}
