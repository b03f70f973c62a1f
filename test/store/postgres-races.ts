import { expect, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { until } from '../e2e/service-process.ts'
import type { PostgresDatabase } from './postgres-server.ts'
import { graph, step } from './samples.ts'

const now = () => 1000

/** What two processes do to each other at the worst moment, held there by a transaction that stays open. */
export function postgresRaces(create: () => Promise<PostgresDatabase>): void {
  async function withStore(work: (store: Store, database: PostgresDatabase) => Promise<void>): Promise<void> {
    const database = await create()
    const store = await openPostgresStore({ url: database.url, now, chunkBytes: 1000 })
    await work(store, database)
    await store.close()
    await database.drop()
  }
  const waited = ({ isWaited }: PostgresDatabase) => until(isWaited, () => 'somebody who waits for the lock')

  it('a graph that is deleted while it is read is read to its end', () =>
    withStore(async ({ graphs }, database) => {
      await graphs.put(graph('a', 'r1'))
      const other = await database.session()
      await other.query('BEGIN; LOCK TABLE graph_chunks IN ACCESS EXCLUSIVE MODE')
      const reading = graphs.load('a')
      await waited(database)
      await other.query(`DELETE FROM graphs WHERE id = 'a'; COMMIT`)
      expect((await reading)?.bytes).toEqual(graph('a', 'r1').bytes)
      expect(await graphs.load('a')).toBeUndefined()
      await other.end()
    }))

  it('a revision that becomes current while retention looks at it is kept', () =>
    withStore(async ({ graphs }, database) => {
      await graphs.put(graph('a', 'r1'))
      await graphs.put(graph('a', 'r2'))
      const other = await database.session()
      await other.query(
        `BEGIN; UPDATE graphs SET places = 3; UPDATE graph_revisions SET place = 3 WHERE revision = 'r1'`,
      )
      const pruning = graphs.prune({ keepNewest: 1, keepYoungerThanMs: 0 })
      await waited(database)
      await other.query('COMMIT')
      expect(await pruning).toBe(1)
      expect((await graphs.load('a'))?.revision).toBe('r1')
      await other.end()
    }))

  it('a run that gets a step while retention looks at it is kept, and nobody waits', () =>
    withStore(async ({ runs }, database) => {
      await runs.record([step('a', '1')])
      await runs.record([step('b', '1')])
      const other = await database.session()
      await other.query(`BEGIN; UPDATE runs SET updated_at = 2000 WHERE id = 'a'`)
      expect(await runs.prune({ keepNewest: 10, maxAgeMs: 0 })).toBe(1)
      await other.query('COMMIT')
      expect((await runs.list({ limit: 10 })).items.map(({ runId }) => runId)).toEqual(['a'])
      await other.end()
    }))

  it('a put does not wait for the bytes of another one', () =>
    withStore(async ({ graphs }, database) => {
      await graphs.put(graph('a', 'r1'))
      const other = await database.session()
      await other.query(`BEGIN; INSERT INTO graph_chunks VALUES (nextval('graph_revision_keys'), 0, '')`)
      expect(await graphs.put(graph('a', 'r2'))).toBe('created')
      await other.query('ROLLBACK')
      await other.end()
    }))

  it('a revision that is created while the same one is on its way is found', () =>
    withStore(async ({ graphs }, database) => {
      await graphs.put(graph('a', 'r1'))
      const other = await database.session()
      await other.query(`BEGIN; UPDATE graphs SET places = 2;
        INSERT INTO graph_revisions SELECT nextval('graph_revision_keys'), graph_key, 'r2', 2, '${graph('a', 'r2').digest}',
          bytes, nodes, edges, paths, summaries, created_at FROM graph_revisions`)
      const writing = graphs.put(graph('a', 'r2'))
      await waited(database)
      await other.query('COMMIT')
      expect(await writing).toBe('same')
      expect(await database.sql('SELECT DISTINCT revision_key FROM graph_chunks')).toHaveLength(1)
      await other.end()
    }))

  it('a graph that is deleted while a revision of it is on its way has that revision', () =>
    withStore(async ({ graphs }, database) => {
      await graphs.put(graph('a', 'r1'))
      const other = await database.session()
      await other.query(`BEGIN; DELETE FROM graphs WHERE id = 'a'`)
      const writing = graphs.put(graph('a', 'r2'))
      await waited(database)
      await other.query('COMMIT')
      expect(await writing).toBe('created')
      expect((await graphs.list({ limit: 2 })).items).toMatchObject([{ revisions: 1, current: { revision: 'r2' } }])
      await other.end()
    }))
}
