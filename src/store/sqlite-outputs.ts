import { linesOf, partsOf } from './output-parts.ts'
import * as sql from './queries.ts'
import type { Keyed, OutputRow, PartRow } from './rows.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { NewOutput, OutputPlace } from './store.ts'
import { overQuota } from './store-error.ts'

/** The part of SQLite's work on tool outputs that runs in a worker. */

type Key = { readonly output_key: number }
type Bytes = { readonly bytes: number }

/** Whether the output was there; then its time begins anew. */
export function renewOutput(
  connection: SqliteConnection,
  tenant: string,
  { ref, runId }: Omit<NewOutput, 'bytes'>,
  now: number,
): boolean {
  return connection.write(() => {
    const found = connection.get<Key>(sql.RENEW_OUTPUT, tenant, ref, now)
    if (found !== undefined && runId !== undefined) connection.run(sql.ADD_OUTPUT_RUN, tenant, runId, found.output_key)
    return found !== undefined
  })
}

export function putOutput(
  connection: SqliteConnection,
  tenant: string,
  { ref, bytes, runId }: NewOutput,
  quotaBytes: number,
  now: number,
  partBytes: number,
): void {
  connection.write(() => {
    let key = connection.get<Key>(sql.RENEW_OUTPUT, tenant, ref, now)?.output_key
    if (key === undefined) {
      connection.run(sql.OPEN_OUTPUTS, tenant)
      const fits = connection.run(sql.GROW_OUTPUTS, tenant, bytes.length, quotaBytes) > 0
      if (!fits) throw overQuota(bytes.length, quotaBytes)
      key = (connection.get<Key>(sql.ADD_OUTPUT, tenant, null, ref, bytes.length, linesOf(bytes), now) as Key)
        .output_key
      for (const { startByte, linesBefore, data } of partsOf(bytes, partBytes)) {
        connection.run(sql.ADD_OUTPUT_PART, key, startByte, linesBefore, data)
      }
    }
    if (runId !== undefined) connection.run(sql.ADD_OUTPUT_RUN, tenant, runId, key)
  })
}

export function findOutput(connection: SqliteConnection, tenant: string, ref: string): OutputRow | undefined {
  return connection.get(sql.FIND_OUTPUT, tenant, ref)
}

export function outputPart(
  connection: SqliteConnection,
  tenant: string,
  ref: string,
  place: OutputPlace,
): PartRow | undefined {
  if ('byte' in place) return connection.get(sql.PART_OF_BYTE, tenant, ref, place.byte)
  return connection.get(sql.PART_OF_LINE, tenant, ref, place.line)
}

export function listOutputs(
  connection: SqliteConnection,
  tenant: string,
  runId: string,
  before: number,
  limit: number,
): Keyed<OutputRow, number>[] {
  return connection.all(sql.LIST_OUTPUTS, tenant, runId, before, limit)
}

export function deleteOutput(connection: SqliteConnection, tenant: string, ref: string): boolean {
  return deleted(connection, tenant, () => connection.all<Bytes>(sql.DELETE_OUTPUT, tenant, ref)) > 0
}

export function pruneOutputs(connection: SqliteConnection, tenant: string, before: number, limit: number): number {
  return deleted(connection, tenant, () => connection.all<Bytes>(sql.pruneOutputs(''), tenant, before, limit))
}

function deleted(connection: SqliteConnection, tenant: string, remove: () => readonly Bytes[]): number {
  return connection.write(() => {
    const rows = remove()
    if (rows.length > 0) {
      connection.run(
        sql.SHRINK_OUTPUTS,
        tenant,
        rows.reduce((sum, { bytes }) => sum + bytes, 0),
      )
    }
    return rows.length
  })
}
