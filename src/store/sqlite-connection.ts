import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { StoreError } from './store-error.ts'

export const MEMORY = ':memory:'

/** Pages of 8 KiB: half the look-ups in a large blob that the default of 4 makes. */
const PAGE_BYTES = 8192
/** What the log keeps on disk once its content is in the database. */
const LOG_BYTES = 67_108_864
const RETRY_MS = 20

/** A connection that blocks its thread. Statements are prepared once; `$1` stands for the first argument. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string, busyTimeoutMs: number) {
    this.#database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
    this.script(`PRAGMA page_size = ${PAGE_BYTES}`)
    this.#useLog(file, busyTimeoutMs)
    this.script(`PRAGMA synchronous = FULL; PRAGMA journal_size_limit = ${LOG_BYTES}`)
  }

  script(sql: string): void {
    this.#database.exec(sql)
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }

  /** @returns how many rows changed, without those that went along */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes)
  }

  /** All of `work` or nothing of it; no other writer meanwhile. */
  write<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK', work)
  }

  /** `work` sees one moment. */
  read<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN', 'COMMIT', 'ROLLBACK', work)
  }

  /** Within `write`: all of `work` or nothing of it. */
  part<Result>(work: () => Result): Result {
    return this.#transaction('SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part', work)
  }

  /** `work` begins its own transaction: within one the switch does nothing. */
  withoutForeignKeys<Result>(work: () => Result): Result {
    this.script('PRAGMA foreign_keys = OFF')
    try {
      return work()
    } finally {
      this.script('PRAGMA foreign_keys = ON')
    }
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  close(): void {
    this.#database.close()
  }

  #transaction<Result>(begin: string, commit: string, rollback: string, work: () => Result): Result {
    this.script(begin)
    try {
      const result = work()
      this.script(commit)
      return result
    } catch (error) {
      // Some faults end the transaction themselves.
      if (this.#database.isTransaction) this.script(rollback)
      throw error
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql.replaceAll(/\$(?=\d)/g, '?'))
      this.#statements.set(sql, statement)
    }
    return statement
  }

  /** Turning the log on takes the whole file, and SQLite does not wait for it: two processes may begin at once. */
  #useLog(file: string, patienceMs: number): void {
    for (let waited = 0; ; waited += RETRY_MS) {
      try {
        const mode = this.get<{ journal_mode: string }>('PRAGMA journal_mode = WAL')?.journal_mode
        if (mode === 'wal' || file === MEMORY) return
        throw new StoreError('store-unavailable', `the file system of ${file} cannot hold a write-ahead log`)
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || waited >= patienceMs) throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
      }
    }
  }
}

export const SQLITE_BUSY = 5
