import * as sql from './queries.ts'
import { type Keyed, type RevisionRow, revisionOf } from './rows.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { LoadedGraph, NewGraph, PutOutcome } from './store.ts'
import { overGraphQuota, revisionConflict, truncated } from './store-error.ts'

/** The part of SQLite's work on graphs that runs in a worker. */

type Place = { readonly graph_key: number; readonly place: number }

export function findGraph(
  connection: SqliteConnection,
  tenant: string,
  id: string,
  revision?: string,
): RevisionRow | undefined {
  if (revision === undefined) return connection.get(sql.FIND_CURRENT, tenant, id)
  return connection.get(sql.FIND_REVISION, tenant, id, revision)
}

/** What a put without bytes can settle; undefined where it takes a write. */
export function settlePut(
  connection: SqliteConnection,
  tenant: string,
  graph: Omit<NewGraph, 'bytes'>,
): 'same' | undefined {
  const found = settle(connection, tenant, graph)
  return found?.isCurrent ? 'same' : undefined
}

export function putGraph(
  connection: SqliteConnection,
  tenant: string,
  graph: NewGraph,
  now: number,
  { chunkBytes, quotaBytes }: { readonly chunkBytes: number; readonly quotaBytes: number },
): PutOutcome {
  return connection.write(() => {
    const found = settle(connection, tenant, graph)
    if (found?.isCurrent) return 'same'
    const { graph_key, place } = connection.get<Place>(sql.TAKE_PLACE, tenant, graph.id) as Place
    if (found !== undefined) {
      connection.run(sql.MOVE_REVISION, found.key, place)
      return 'switched'
    }
    const { revision, digest, bytes } = graph
    const kept = connection.get<{ bytes: number }>(sql.SUM_GRAPHS, tenant)?.bytes ?? 0
    if (kept + bytes.length > quotaBytes) throw overGraphQuota(bytes.length, quotaBytes)
    const { nodes, edges, paths, summaries } = graph.counts
    const columns = [revision, place, digest, bytes.length, nodes, edges, paths, summaries, now]
    const added = connection.get<{ revision_key: number }>(sql.ADD_REVISION, null, graph_key, ...columns)
    const { revision_key } = added as { revision_key: number }
    for (let at = 0, position = 0; at < bytes.length; at += chunkBytes, position++) {
      connection.run(sql.ADD_CHUNK, revision_key, position, bytes.subarray(at, at + chunkBytes))
    }
    return 'created'
  })
}

export function loadGraph(
  connection: SqliteConnection,
  tenant: string,
  id: string,
  revision?: string,
): LoadedGraph | undefined {
  return connection.read(() => {
    const row = findGraph(connection, tenant, id, revision)
    if (row === undefined) return undefined
    const bytes = new Uint8Array(row.bytes)
    let filled = 0
    for (let position = 0; filled < bytes.length; position++) {
      const chunk = connection.get<{ data: Uint8Array }>(sql.READ_CHUNK, row.revision_key, position)?.data
      if (chunk === undefined || filled + chunk.length > bytes.length) {
        throw truncated(id, row.revision)
      }
      bytes.set(chunk, filled)
      filled += chunk.length
    }
    return { ...revisionOf(row), bytes }
  })
}

type SummaryRow = RevisionRow & { readonly revisions: number }

export function listGraphs(
  connection: SqliteConnection,
  tenant: string,
  after: string,
  limit: number,
): Keyed<SummaryRow, string>[] {
  return connection.all(sql.LIST_GRAPHS, tenant, after, limit)
}

export function listRevisions(
  connection: SqliteConnection,
  tenant: string,
  id: string,
  before: number,
  limit: number,
): Keyed<RevisionRow, number>[] {
  return connection.all(sql.LIST_REVISIONS, tenant, id, before, limit)
}

export function deleteGraph(connection: SqliteConnection, tenant: string, id: string): boolean {
  return connection.run(sql.DELETE_GRAPH, tenant, id) > 0
}

export function prunableGraphs(
  connection: SqliteConnection,
  tenant: string,
  newest: number,
  before: number,
  limit: number,
): number[] {
  const rows = connection.all<{ graph_key: number }>(sql.PRUNABLE_GRAPHS, tenant, newest, before, limit)
  return rows.map(({ graph_key }) => graph_key)
}

export function pruneGraph(
  connection: SqliteConnection,
  graphKey: number,
  newest: number,
  before: number,
  limit: number,
): number {
  return connection.run(sql.PRUNE_GRAPH, graphKey, newest, before, limit)
}

/** The revision of a put, where it is there already. */
function settle(connection: SqliteConnection, tenant: string, { id, revision, digest }: Omit<NewGraph, 'bytes'>) {
  const found = findGraph(connection, tenant, id, revision)
  if (found === undefined) return undefined
  if (found.digest !== digest) throw revisionConflict(id, revision)
  return { key: found.revision_key, isCurrent: findGraph(connection, tenant, id)?.revision_key === found.revision_key }
}
