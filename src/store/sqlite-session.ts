import type { SqliteConnection } from './sqlite-connection.ts'
import type { SqlValue } from './whole-store.ts'

/** The part of SQLite's work in long transactions that runs in a worker: one transaction at a time on its connection. */

export function begin(connection: SqliteConnection, mode: 'read' | 'write'): void {
  connection.script(mode === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE')
  // SQLite takes the moment that is seen with the first look.
  connection.get('SELECT count(*) FROM schema_version')
}

export function end(connection: SqliteConnection, outcome: 'COMMIT' | 'ROLLBACK'): void {
  // Some faults end the transaction themselves.
  if (outcome === 'COMMIT' || connection.isTransaction) connection.script(outcome)
}

export function allRows(connection: SqliteConnection, sql: string, values: readonly SqlValue[]): object[] {
  return connection.all(sql, ...values)
}

export function runStatement(connection: SqliteConnection, sql: string, values: readonly SqlValue[]): number {
  return connection.run(sql, ...values)
}
