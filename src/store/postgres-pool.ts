import pg, { type ClientBase, type ClientConfig, type Pool, type QueryResultRow } from 'pg'
import { postgresError } from './postgres-errors.ts'
import { isSocket, modeOf, type SslParameters, speaksTls, splitAddress, tlsOptions } from './postgres-tls.ts'

export interface PostgresConnection {
  /** `postgres://user:password@host:port/database`, without parameters of TLS: see {@link connectionTo}. */
  readonly url: string
  readonly tls: NonNullable<ClientConfig['ssl']>
  /** Connections of this process, the one that listens not counted. */
  readonly poolSize?: number
  readonly connectTimeoutMs?: number
  /** Longest that one statement may take, 0 for any time. A compiled graph is moved in many. */
  readonly statementTimeoutMs?: number
  /** Longest that a statement waits for a lock. */
  readonly lockTimeoutMs?: number
}

const BIGINT = 20

/** Sizes, counts and times are below 2^53, and numbers in the port. */
const types: NonNullable<ClientConfig['types']> = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** How to reach a database, as its user says it. */
export interface PostgresAddress extends Omit<PostgresConnection, 'tls'> {
  /** Beside what stands in the address. */
  readonly ssl?: SslParameters
}

/**
 * The connection that an address means.
 *
 * @throws StoreError `store-unavailable`
 */
export async function connectionTo(address: PostgresAddress): Promise<PostgresConnection> {
  const { url, ssl } = splitAddress(address.url, address.ssl ?? {})
  const mode = isSocket(url) ? 'disable' : modeOf(ssl)
  const connection = { ...address, url, tls: (await tlsOptions(mode, ssl)) ?? false }
  if (mode !== 'prefer' && mode !== 'allow') return connection
  try {
    return (await speaksTls(clientConfig(connection))) ? connection : { ...connection, tls: false }
  } catch (error) {
    throw postgresError(error)
  }
}

/** What a connection of its own takes, outside the pool. */
export function clientConfig(connection: PostgresConnection): ClientConfig {
  const { url, tls, connectTimeoutMs = 5_000, statementTimeoutMs = 30_000, lockTimeoutMs = 10_000 } = connection
  return {
    connectionString: url,
    ssl: tls,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // A process that hangs with a transaction open must not hold its locks for ever.
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    // A server that is gone sends no timeout of its own.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'stowage',
    types,
  }
}

/** Statements of one connection, or of the pool. */
export class PostgresSession {
  readonly #on: { query: ClientBase['query'] }

  constructor(on: ClientBase | Pool) {
    this.#on = on
  }

  async all<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> {
    try {
      return (await this.#on.query<Row & QueryResultRow>(sql, values)).rows
    } catch (error) {
      throw postgresError(error)
    }
  }

  async get<Row extends object>(sql: string, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0]
  }

  /** @returns how many rows changed, without those that went along */
  async run(sql: string, ...values: unknown[]): Promise<number> {
    try {
      return (await this.#on.query(sql, values)).rowCount ?? 0
    } catch (error) {
      throw postgresError(error)
    }
  }
}

export class PostgresPool extends PostgresSession {
  readonly #pool: Pool

  constructor(connection: PostgresConnection) {
    const pool = new pg.Pool({ ...clientConfig(connection), max: connection.poolSize ?? 10 })
    // A connection that breaks leaves the pool by itself, and its statement, where it has one, rejects. The pool takes
    // the errors of idle connections, but not of those that are out or closing: unheard, one would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    super(pool)
    this.#pool = pool
  }

  /** All of `work` or nothing of it; each statement sees what is committed by then. */
  write<Result>(work: (session: PostgresSession, client: ClientBase) => Promise<Result>): Promise<Result> {
    return this.#transaction('BEGIN', work)
  }

  /** `work` sees one moment. */
  read<Result>(work: (session: PostgresSession) => Promise<Result>): Promise<Result> {
    return this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }

  async #transaction<Result>(
    begin: string,
    work: (session: PostgresSession, client: ClientBase) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#connect()
    // A connection whose transaction did not end cleanly is thrown away, and the server rolls back.
    let isClean = false
    try {
      await client.query(begin)
      try {
        const result = await work(new PostgresSession(client), client)
        await client.query('COMMIT')
        isClean = true
        return result
      } catch (error) {
        // Where the connection is gone there is nothing to roll back, and the first fault is the one to tell.
        isClean = await client.query('ROLLBACK').then(
          () => true,
          () => false,
        )
        throw error
      }
    } catch (error) {
      throw postgresError(error)
    } finally {
      client.release(!isClean)
    }
  }

  async #connect() {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw postgresError(error)
    }
  }
}
