/**
 * A backup, as docs/operations.md describes it: lines of JSON, each with its `kind`. A line with `bytes` is followed by so
 * many bytes of content and a line end. The first line names the format and its version; the last one counts the
 * records and has the SHA-256 of every byte before it.
 */

export const FORMAT = 'stowage-backup'
/** Higher where an older program would misread what a newer one writes. A new kind of record takes no new version. */
export const FORMAT_VERSION = 2
export const END = 'end'

/** Keys are at most 256 characters, escaped twelve bytes each; far above any line that a record needs. */
export const MOST_LINE_BYTES = 65_536

export interface BackupRecord {
  /** One line: numbers, short texts. */
  readonly head: { readonly kind: string; readonly bytes?: number } & Readonly<Record<string, unknown>>
  /** Of `head.bytes` in all. */
  readonly content?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** How many records there are of each kind. */
export type RecordCounts = Readonly<Record<string, number>>
