export type StoreErrorCode =
  /** The revision is there already with another digest: a revision once named is immutable. */
  | 'graph-revision-conflict'
  /** The run has as many steps as a run may have. */
  | 'run-full'
  /** There is no room for one more revision of a graph. */
  | 'graph-quota'
  /** There is no room for one more output. */
  | 'output-quota'
  /** A graph has more bytes than a store takes; nothing was asked of the database. */
  | 'graph-too-large'
  /** A key, a size or a number is out of its bounds; nothing was asked of the database. */
  | 'store-bounds'
  /** The cursor is not one that this listing gave. */
  | 'store-cursor'
  /** Another writer held a lock for too long, or the statement ran into its time limit. Worth another try. */
  | 'store-busy'
  /** The database cannot be reached, or cannot write: no connection, disk full, read-only. Worth another try, later. */
  | 'store-unavailable'
  /** What is there is not what was written. */
  | 'store-corrupt'
  /** A later version of this program wrote the schema. */
  | 'store-schema-newer'
  /** There is no store, and none was to be made. */
  | 'store-missing'
  /** The store keeps something already, where it has to be empty. */
  | 'store-not-empty'
  /** The backup is not whole, not as it was written, or no backup at all. */
  | 'backup-damaged'
  /** A later version of this program wrote the backup. */
  | 'backup-newer'
  /** `close` was called before. */
  | 'store-closed'
  /** A fault of this program. */
  | 'store-failed'

/** What a store refuses or cannot do. The message names ids and sizes, never what is stored. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}

export function revisionConflict(id: string, revision: string): StoreError {
  return new StoreError('graph-revision-conflict', `graph ${id} has another content under revision ${revision}`)
}

export function truncated(id: string, revision: string): StoreError {
  return new StoreError('store-corrupt', `graph ${id}, revision ${revision}: its parts are not the whole`)
}

export function overGraphQuota(bytes: number, quotaBytes: number): StoreError {
  return new StoreError('graph-quota', `${bytes} bytes more would pass the quota of ${quotaBytes} bytes for graphs`)
}

export function overQuota(bytes: number, quotaBytes: number): StoreError {
  return new StoreError('output-quota', `${bytes} bytes more would pass the quota of ${quotaBytes} bytes`)
}
