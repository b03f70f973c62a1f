/** A store opened for work on all of it at once: migration, backup, restore. */
export interface WholeStore {
  /** Version of the schema as it was found, 0 where there was none, and as it is now. */
  readonly schema: SchemaVersions
  /** Size of the rows that hold a compiled graph. */
  readonly chunkBytes: number
  /** `work` sees one moment, however long it takes; others read and write meanwhile. */
  read<Result>(work: (session: StoreSession) => Promise<Result>): Promise<Result>
  /**
   * All of `work` or nothing of it, even where the process ends half-way. Others read meanwhile what was there before,
   * and do not write. Every process that has the store open learns that any graph may have changed.
   */
  write<Result>(work: (session: StoreSession) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export interface SchemaVersions {
  readonly found: number
  readonly now: number
}

/** Statements of one transaction, in the SQL that both databases share; `$1` stands for the first value. */
export interface StoreSession {
  all<Row extends object>(sql: string, ...values: SqlValue[]): Promise<Row[]>
  /** @returns how many rows changed, without those that went along */
  run(sql: string, ...values: SqlValue[]): Promise<number>
  /** Key for the next row; null where the database gives one by itself. */
  nextKey(sequence: 'graph_revision_keys' | 'output_keys'): Promise<number | null>
}

export type SqlValue = string | number | null | Uint8Array
