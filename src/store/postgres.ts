import { ChangeListeners } from './change-listeners.ts'
import { OpenCalls } from './open-calls.ts'
import { OUTPUT_PART_BYTES } from './output-parts.ts'
import { postgresError } from './postgres-errors.ts'
import { postgresGraphs } from './postgres-graphs.ts'
import { PostgresListener } from './postgres-listener.ts'
import { postgresOutputs } from './postgres-outputs.ts'
import { connectionTo, type PostgresAddress, PostgresPool } from './postgres-pool.ts'
import { CHUNK_BYTES } from './postgres-rows.ts'
import { postgresRecorder, postgresRuns } from './postgres-runs.ts'
import { migratePostgres } from './postgres-schema.ts'
import { LIST_TENANTS } from './queries.ts'
import { DEFAULT_LIMITS, type Store, type StoreOptions } from './store.ts'
import { byTenant } from './tenants.ts'

export interface PostgresOptions extends StoreOptions, PostgresAddress {
  /** Size of the rows that hold a compiled graph. */
  readonly chunkBytes?: number
  /** Size of the rows that hold a tool output. */
  readonly partBytes?: number
}

/**
 * The shared store, for any number of processes on one database. Brings the schema up to date first.
 *
 * @throws StoreError `store-unavailable`, `store-schema-newer`, `store-busy`
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { now, chunkBytes = CHUNK_BYTES, partBytes = OUTPUT_PART_BYTES } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const connection = await connectionTo(options)
  const pool = new PostgresPool(connection)
  const listeners = new ChangeListeners()
  const listener = new PostgresListener(connection, listeners)
  const calls = new OpenCalls()
  const close = async () => {
    await calls.close()
    await Promise.all([listener.close(), pool.close()])
  }
  try {
    await pool.write((_, client) => migratePostgres(client, options.create))
    await listener.start()
  } catch (error) {
    await close()
    throw postgresError(error)
  }
  const recorder = postgresRecorder(pool, limits)
  return byTenant(
    (tenant) => ({
      graphs: postgresGraphs(tenant, pool, listeners, calls, { limits, now, chunkBytes }),
      runs: postgresRuns(tenant, pool, calls, recorder, { limits, now }),
      outputs: postgresOutputs(tenant, pool, calls, { limits, now, partBytes }),
    }),
    {
      tenants: () =>
        calls.run(async () => (await pool.all<{ tenant: string }>(LIST_TENANTS)).map(({ tenant }) => tenant)),
      check: () => calls.run(async () => void (await pool.get('SELECT version FROM schema_version'))),
      close,
    },
  )
}
