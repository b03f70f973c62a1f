import { ANY_GRAPH, GRAPH_CHANNEL } from './postgres-listener.ts'
import { connectionTo, type PostgresAddress, PostgresPool, type PostgresSession } from './postgres-pool.ts'
import { CHUNK_BYTES } from './postgres-rows.ts'
import { migratePostgres } from './postgres-schema.ts'
import type { StoreSession, WholeStore } from './whole-store.ts'

/** Writers are kept out, readers are not. */
const KEEP_WRITERS_OUT = `LOCK TABLE graphs, graph_revisions, graph_chunks, runs, run_steps,
  outputs, output_parts, output_runs, output_totals IN EXCLUSIVE MODE`

/**
 * The shared store, for work on all of it, on one connection and without a limit on what a statement may take. Brings
 * the schema up to date first.
 *
 * @throws StoreError `store-unavailable`, `store-schema-newer`, `store-missing`
 */
export async function openWholePostgres(options: PostgresAddress & { readonly create: boolean }): Promise<WholeStore> {
  const pool = new PostgresPool(await connectionTo({ ...options, poolSize: 1, statementTimeoutMs: 0 }))
  try {
    const schema = await pool.write((_, client) => migratePostgres(client, options.create))
    return {
      schema,
      chunkBytes: CHUNK_BYTES,
      read: (work) => pool.read((session) => work(sessionOn(session))),
      write: (work) =>
        pool.write(async (session) => {
          await session.run(KEEP_WRITERS_OUT)
          const result = await work(sessionOn(session))
          await session.run('SELECT pg_notify($1, $2)', GRAPH_CHANNEL, ANY_GRAPH)
          return result
        }),
      close: () => pool.close(),
    }
  } catch (error) {
    await pool.close()
    throw error
  }
}

function sessionOn(session: PostgresSession): StoreSession {
  return {
    all: (sql, ...values) => session.all(sql, ...values.map(asParameter)),
    run: (sql, ...values) => session.run(sql, ...values.map(asParameter)),
    nextKey: async (sequence) => (await session.all<{ key: number }>('SELECT nextval($1) AS key', sequence))[0].key,
  }
}

/** pg takes a Buffer as bytes, and any other array of bytes as a text. */
function asParameter(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value
}
