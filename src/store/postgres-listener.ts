import pg, { type Client } from 'pg'
import type { GraphChangeCallback } from './change-listeners.ts'
import { clientConfig, type PostgresConnection } from './postgres-pool.ts'
import { tryUntilDone } from './retry.ts'

export const GRAPH_CHANNEL = 'stowage_graph'
/** In place of an id: any graph may have changed. */
export const ANY_GRAPH = ''

/**
 * Hears on a connection of its own which graphs have changed. Where the connection breaks it opens another, again and
 * again, and says that any graph may have changed once it hears again.
 */
export class PostgresListener {
  readonly #connection: PostgresConnection
  readonly #tell: GraphChangeCallback
  readonly #closed = new AbortController()
  #client: Client | undefined
  #reconnecting: Promise<void> | undefined

  constructor(connection: PostgresConnection, tell: GraphChangeCallback) {
    this.#connection = connection
    this.#tell = tell
  }

  /** Resolves once it hears. */
  async start(): Promise<void> {
    const client = new pg.Client(clientConfig(this.#connection))
    // Before connecting: pg emits an error for each connection that breaks, and nobody else takes it.
    client.on('error', () => {})
    client.on('notification', ({ payload }) => this.#tell(payload === ANY_GRAPH ? undefined : payload))
    await client.connect()
    try {
      await client.query(`LISTEN ${GRAPH_CHANNEL}`)
    } catch (error) {
      await client.end()
      throw error
    }
    client.once('end', () => this.#lost())
    this.#client = client
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#reconnecting
    await this.#client?.end()
    this.#client = undefined
  }

  #lost(): void {
    if (this.#closed.signal.aborted) return
    this.#client = undefined
    this.#reconnecting = this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    if (await tryUntilDone(() => this.start(), this.#closed.signal)) this.#tell(undefined)
  }
}
