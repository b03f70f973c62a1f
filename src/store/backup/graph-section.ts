import { z } from 'zod'
import * as sql from '../queries.ts'
import type { RevisionRow } from '../rows.ts'
import { truncated } from '../store-error.ts'
import type { StoreSession } from '../whole-store.ts'
import { inChunks, rowsBy } from './pieces.ts'
import { damaged } from './read-backup.ts'
import { type BackupSection, Count, headOf, Key, ownerOf, Tenant } from './section.ts'

/** A graph, then its revisions from the oldest place to the current one. */
export const graphSection: BackupSection = {
  table: 'graphs',
  clear: (session) => session.run('DELETE FROM graphs'),

  async *dump(session) {
    for await (const graph of rowsBy<GraphRow>('graph_key', (after) => session.all(GRAPHS, after, AT_ONCE))) {
      const { tenant, id, places } = graph
      yield { head: { kind: 'graph', ...ownerOf(tenant), id, places } }
      const revisions = rowsBy<RevisionRow>('place', (after) => session.all(REVISIONS, graph.graph_key, after, AT_ONCE))
      for await (const row of revisions) {
        const { revision, place, digest, bytes, nodes, edges, paths, summaries, created_at } = row
        const counts = { nodes, edges, paths, summaries }
        const head = { kind: 'revision', revision, place, digest, counts, createdAt: created_at, bytes }
        yield { head, content: chunksOf(session, row) }
      }
    }
  },

  restore(session, chunkBytes) {
    let graphKey: number | undefined
    return {
      kinds: {
        graph: async (head) => {
          const { tenant, id, places } = headOf(Graph, head)
          graphKey = (await session.all<{ graph_key: number }>(ADD_GRAPH, tenant, id, places))[0].graph_key
        },
        revision: async (head, content) => {
          const { revision, place, digest, counts, createdAt, bytes } = headOf(Revision, head)
          if (graphKey === undefined) throw damaged('a revision comes before its graph')
          const { nodes, edges, paths, summaries } = counts
          const columns = [revision, place, digest, bytes, nodes, edges, paths, summaries, createdAt]
          const key = await session.nextKey('graph_revision_keys')
          const added = await session.all<{ revision_key: number }>(sql.ADD_REVISION, key, graphKey, ...columns)
          let position = 0
          for await (const chunk of inChunks(content, bytes, chunkBytes)) {
            await session.run(sql.ADD_CHUNK, added[0].revision_key, position++, chunk)
          }
        },
      },
      async finish() {},
    }
  },
}

const AT_ONCE = 100

interface GraphRow {
  readonly graph_key: number
  readonly tenant: string
  readonly id: string
  readonly places: number
}

/** key after which to begin, limit */
const GRAPHS = 'SELECT graph_key, tenant, id, places FROM graphs WHERE graph_key > $1 ORDER BY graph_key LIMIT $2'
/** graph key, place after which to begin, limit */
const REVISIONS = `SELECT revision_key, place, revision, digest, bytes, nodes, edges, paths, summaries, created_at
  FROM graph_revisions WHERE graph_key = $1 AND place > $2 ORDER BY place LIMIT $3`
const ADD_GRAPH = 'INSERT INTO graphs (tenant, id, places) VALUES ($1, $2, $3) RETURNING graph_key'

const Graph = z.strictObject({ kind: z.string(), tenant: Tenant, id: Key, places: Count })
const Revision = z.strictObject({
  kind: z.string(),
  revision: Key,
  place: Count,
  digest: Key,
  counts: z.strictObject({ nodes: Count, edges: Count, paths: Count, summaries: Count }),
  createdAt: Count,
  bytes: Count.min(1),
})

async function* chunksOf(session: StoreSession, { revision_key, revision, bytes }: RevisionRow) {
  let read = 0
  for (let position = 0; read < bytes; position++) {
    const [chunk] = await session.all<{ data: Uint8Array }>(sql.READ_CHUNK, revision_key, position)
    if (chunk === undefined) throw truncated('to back up', revision)
    read += chunk.data.length
    yield chunk.data
  }
}
