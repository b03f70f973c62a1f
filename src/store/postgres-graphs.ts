import { checkGraph, checkGraphRetention, checkKey, checkLimit, checkNamed } from './bounds.ts'
import type { ChangeListeners } from './change-listeners.ts'
import { graphsCursor, revisionsCursor } from './cursor.ts'
import type { OpenCalls } from './open-calls.ts'
import { GRAPH_CHANNEL, graphNotice } from './postgres-listener.ts'
import type { PostgresPool, PostgresSession } from './postgres-pool.ts'
import { Superseded } from './postgres-superseded.ts'
import { pruneGraphs } from './prune.ts'
import * as sql from './queries.ts'
import { graphSummaryOf, type Keyed, type RevisionRow, revisionOf } from './rows.ts'
import type { GraphStore, LoadedGraph, NewGraph, PutOutcome, StoreLimits } from './store.ts'
import { overGraphQuota, revisionConflict, StoreError, truncated } from './store-error.ts'

export interface GraphSettings {
  readonly limits: StoreLimits
  readonly now: () => number
  readonly chunkBytes: number
}

/** The outcome of a put where the revision came or went meanwhile. */
const AGAIN = 'again'
const MOST_TRIES = 5

export function postgresGraphs(
  tenant: string,
  pool: PostgresPool,
  listeners: ChangeListeners,
  calls: OpenCalls,
  { limits, now, chunkBytes }: GraphSettings,
): GraphStore {
  const of = { tenant, limits, now, chunkBytes }
  return {
    put: (graph) =>
      calls.run(async () => {
        checkGraph(graph, limits)
        const outcome = await put(pool, of, graph)
        if (outcome !== 'same') listeners.tell(tenant, graph.id)
        return outcome
      }),
    find: (id, revision) =>
      calls.run(async () => {
        checkNamed(id, revision)
        const row = await findRow(pool, tenant, id, revision)
        return row && revisionOf(row)
      }),
    load: (id, revision) =>
      calls.run(async () => {
        checkNamed(id, revision)
        return pool.read((session) => load(session, tenant, id, revision))
      }),
    list: ({ limit, cursor }) =>
      calls.run(async () => {
        checkLimit(limit)
        type Row = Keyed<RevisionRow & { readonly revisions: number }, string>
        const rows = await pool.all<Row>(sql.LIST_GRAPHS, tenant, graphsCursor.read(cursor) ?? '', limit + 1)
        return graphsCursor.page(rows, limit, graphSummaryOf)
      }),
    revisions: (id, { limit, cursor }) =>
      calls.run(async () => {
        checkKey('graph id', id)
        checkLimit(limit)
        const before = revisionsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        const rows = await pool.all<Keyed<RevisionRow, number>>(sql.LIST_REVISIONS, tenant, id, before, limit + 1)
        return revisionsCursor.page(rows, limit, revisionOf)
      }),
    delete: (id) =>
      calls.run(async () => {
        checkKey('graph id', id)
        const deleted = await pool.write(async (session) => {
          const rows = await session.run(sql.DELETE_GRAPH, tenant, id)
          if (rows > 0) await notify(session, tenant, id)
          return rows > 0
        })
        if (deleted) listeners.tell(tenant, id)
        return deleted
      }),
    prune: ({ keepNewest, keepYoungerThanMs }) =>
      calls.run(async () => {
        checkGraphRetention({ keepNewest, keepYoungerThanMs })
        const before = now() - keepYoungerThanMs
        return pruneGraphs(
          async (limit) => {
            const rows = await pool.all<{ graph_key: number }>(sql.PRUNABLE_GRAPHS, tenant, keepNewest, before, limit)
            return rows.map(({ graph_key }) => graph_key)
          },
          (key, limit) =>
            pool.write(async (session) => {
              // So that no revision becomes current between the look and the deletion.
              await session.run('SELECT FROM graphs WHERE graph_key = $1 FOR UPDATE', key)
              return session.run(sql.PRUNE_GRAPH, key, keepNewest, before, limit)
            }),
        )
      }),
    onGraphChange: (callback) => listeners.add(tenant, callback),
  }
}

/** Whose graphs, and how they are written. */
interface Owner extends GraphSettings {
  readonly tenant: string
}

function findRow(
  session: PostgresSession,
  tenant: string,
  id: string,
  revision?: string,
): Promise<RevisionRow | undefined> {
  if (revision === undefined) return session.get<RevisionRow>(sql.FIND_CURRENT, tenant, id)
  return session.get<RevisionRow>(sql.FIND_REVISION, tenant, id, revision)
}

async function put(pool: PostgresPool, owner: Owner, graph: NewGraph): Promise<PutOutcome> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await settle(pool, owner.tenant, graph)
    if (found?.isCurrent) return 'same'
    const outcome = await (found === undefined ? create(pool, owner, graph) : makeCurrent(pool, owner.tenant, graph))
    if (outcome !== AGAIN) return outcome
  }
  throw new StoreError('store-busy', `revision ${graph.revision} of graph ${graph.id} comes and goes`)
}

/**
 * The bytes go in first and the graph is locked last, for as long as a commit takes: a large graph on its way stops
 * nobody.
 */
function create(
  pool: PostgresPool,
  { tenant, limits, now, chunkBytes }: Owner,
  graph: NewGraph,
): Promise<PutOutcome | typeof AGAIN> {
  const { id, revision, digest, bytes } = graph
  const { nodes, edges, paths, summaries } = graph.counts
  return pool
    .write(async (session) => {
      const key = await addChunks(session, bytes, chunkBytes)
      const { graph_key, place } = await takePlace(session, tenant, id)
      if ((await settle(session, tenant, graph)) !== undefined) throw new Superseded()
      await takeTurn(session, tenant)
      await requireRoom(session, tenant, bytes.length, limits.graphQuotaBytes)
      const columns = [revision, place, digest, bytes.length, nodes, edges, paths, summaries, now()]
      await session.run(sql.ADD_REVISION, key, graph_key, ...columns)
      await notify(session, tenant, id)
      return 'created' as const
    })
    .catch(againWhereSuperseded)
}

function makeCurrent(pool: PostgresPool, tenant: string, graph: NewGraph): Promise<PutOutcome | typeof AGAIN> {
  return pool
    .write(async (session) => {
      const { place } = await takePlace(session, tenant, graph.id)
      const found = await settle(session, tenant, graph)
      if (found === undefined || found.isCurrent) throw new Superseded()
      await session.run(sql.MOVE_REVISION, found.key, place)
      await notify(session, tenant, graph.id)
      return 'switched' as const
    })
    .catch(againWhereSuperseded)
}

function againWhereSuperseded(error: unknown): typeof AGAIN {
  if (error instanceof Superseded) return AGAIN
  throw error
}

/** The revision of a put, where it is there already. */
async function settle(session: PostgresSession, tenant: string, { id, revision, digest }: NewGraph) {
  const found = await findRow(session, tenant, id, revision)
  if (found === undefined) return undefined
  if (found.digest !== digest) throw revisionConflict(id, revision)
  return {
    key: found.revision_key,
    isCurrent: (await findRow(session, tenant, id))?.revision_key === found.revision_key,
  }
}

/** Puts of one tenant take turns from here on, so that the sum is that of all. */
async function takeTurn(session: PostgresSession, tenant: string): Promise<void> {
  await session.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', tenant)
}

/** @throws StoreError `graph-quota` */
async function requireRoom(session: PostgresSession, tenant: string, bytes: number, quota: number): Promise<void> {
  const kept = (await session.get<{ bytes: number }>(sql.SUM_GRAPHS, tenant))?.bytes ?? 0
  if (kept + bytes > quota) throw overGraphQuota(bytes, quota)
}

async function takePlace(session: PostgresSession, tenant: string, id: string) {
  const row = await session.get<{ graph_key: number; place: number }>(sql.TAKE_PLACE, tenant, id)
  return row as NonNullable<typeof row>
}

async function addChunks(session: PostgresSession, bytes: Uint8Array, chunkBytes: number): Promise<number> {
  const row = await session.get<{ key: number }>(`SELECT nextval('graph_revision_keys') AS key`)
  const { key } = row as NonNullable<typeof row>
  for (let at = 0, position = 0; at < bytes.length; at += chunkBytes, position++) {
    const chunk = bytes.subarray(at, at + chunkBytes)
    await session.run(sql.ADD_CHUNK, key, position, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  }
  return key
}

async function load(
  session: PostgresSession,
  tenant: string,
  id: string,
  revision?: string,
): Promise<LoadedGraph | undefined> {
  const row = await findRow(session, tenant, id, revision)
  if (row === undefined) return undefined
  const bytes = new Uint8Array(row.bytes)
  let filled = 0
  for (let position = 0; filled < bytes.length; position++) {
    const chunk = (await session.get<{ data: Buffer }>(sql.READ_CHUNK, row.revision_key, position))?.data
    if (chunk === undefined || filled + chunk.length > bytes.length) throw truncated(id, row.revision)
    bytes.set(chunk, filled)
    filled += chunk.length
  }
  return { ...revisionOf(row), bytes }
}

async function notify(session: PostgresSession, tenant: string, id: string): Promise<void> {
  await session.run('SELECT pg_notify($1, $2)', GRAPH_CHANNEL, graphNotice(tenant, id))
}
