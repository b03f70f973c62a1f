import pg, { type Client } from 'pg'
import { z } from 'zod'
import type { ChangeListeners } from './change-listeners.ts'
import { clientConfig, type PostgresConnection } from './postgres-pool.ts'
import { tryUntilDone } from './retry.ts'

export const GRAPH_CHANNEL = 'stowage_graph'
/** In place of a graph's name: any graph may have changed. */
export const ANY_GRAPH = ''

/** What is told of a graph that has changed. */
export function graphNotice(tenant: string, id: string): string {
  return JSON.stringify([tenant, id])
}

const Notice = z.tuple([z.string(), z.string()])

/**
 * Hears on a connection of its own which graphs have changed. Where the connection breaks it opens another, again and
 * again, and says that any graph may have changed once it hears again.
 */
export class PostgresListener {
  readonly #connection: PostgresConnection
  readonly #listeners: ChangeListeners
  readonly #closed = new AbortController()
  #client: Client | undefined
  #reconnecting: Promise<void> | undefined

  constructor(connection: PostgresConnection, listeners: ChangeListeners) {
    this.#connection = connection
    this.#listeners = listeners
  }

  /** Resolves once it hears. */
  async start(): Promise<void> {
    const client = new pg.Client(clientConfig(this.#connection))
    // Before connecting: pg emits an error for each connection that breaks, and nobody else takes it.
    client.on('error', () => {})
    client.on('notification', ({ payload }) => this.#heard(payload ?? ANY_GRAPH))
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
    if (await tryUntilDone(() => this.start(), this.#closed.signal)) this.#listeners.tellAll()
  }

  #heard(payload: string): void {
    const notice = Notice.safeParse(payload === ANY_GRAPH ? undefined : parsed(payload))
    if (notice.success) this.#listeners.tell(...notice.data)
    else this.#listeners.tellAll()
  }
}

/** Whatever another program says on this channel is taken as a notice of any change. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
