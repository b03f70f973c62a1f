import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { until } from '../e2e/service-process.ts'
import { conformance } from './conformance.ts'
import { postgresRaces } from './postgres-races.ts'
import { PostgresServer } from './postgres-server.ts'
import { codeOf, graph, someBytes, step } from './samples.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await PostgresServer.start()
})
afterAll(() => server?.stop())

const now = () => 0

describe('the shared store', () => {
  conformance(() => server.database(), { isKept: true, tellsOthers: true })
  describe('races', () => postgresRaces(() => server.database()))

  test('where all connections break it goes on, tells that changes may be lost, and tells the next ones', async () => {
    const { url, name, drop } = await server.database()
    const store = await openPostgresStore({ url, now })
    const other = await openPostgresStore({ url, now })
    const told: (string | undefined)[] = []
    store.graphs.onGraphChange((id) => told.push(id))
    for (let round = 0; round < 3; round++) {
      expect(await server.disconnectAll(name)).toBeGreaterThan(1)
      await until(
        () => told.includes(undefined),
        () => 'word of lost notices',
      )
      await other.graphs.put(graph('a', `r${round}`))
      await until(
        () => told.includes('a'),
        () => 'the notice of a change',
      )
      expect((await store.graphs.find('a'))?.revision).toBe(`r${round}`)
      told.length = 0
    }
    await store.close()
    await other.close()
    await drop()
  })

  test('a put whose connection breaks on the way leaves the old revision', async () => {
    const { url, name, sql, drop } = await server.database()
    const store = await openPostgresStore({ url, now, chunkBytes: 1000 })
    await store.graphs.put(graph('a', 'r1'))
    const writing = codeOf(store.graphs.put(graph('a', 'r2', { bytes: someBytes(3_000_000, 2) })))
    await until(
      async () => (await sql(`SELECT 1 FROM pg_locks WHERE relation = 'graph_chunks'::regclass`)).length > 0,
      () => 'a put on its way',
    )
    await server.disconnectAll(name)
    expect(await writing).toBe('store-unavailable')
    expect((await store.graphs.load('a'))?.revision).toBe('r1')
    expect(await sql(`SELECT DISTINCT revision_key FROM graph_chunks`)).toHaveLength(1)
    await store.close()
    await drop()
  })

  test('a lock that another one holds is waited for, then refused by name', async () => {
    const { url, sql, drop } = await server.database()
    const store = await openPostgresStore({ url, now, lockTimeoutMs: 50 })
    await store.runs.record([step('a', '1')])
    const holding = sql(`BEGIN; UPDATE runs SET steps = steps; SELECT pg_sleep(1); COMMIT`)
    await until(
      async () => (await sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)).length > 0,
      () => 'a lock that is held',
    )
    expect(await codeOf(store.runs.record([step('a', '2')]))).toBe('store-busy')
    expect((await store.runs.find('a'))?.steps).toBe(1)
    await holding
    expect(await store.runs.record([step('a', '2')])).toEqual([1])
    await store.close()
    await drop()
  })

  test('a statement that takes too long is refused by name', async () => {
    const { url, sql, drop } = await server.database()
    const store = await openPostgresStore({ url, now, statementTimeoutMs: 100 })
    await sql(
      `CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN new; END $$;
       CREATE TRIGGER late BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION late()`,
    )
    expect(await codeOf(store.runs.record([step('a', '1')]))).toBe('store-busy')
    await store.check()
    await store.close()
    await drop()
  })

  test('a server that is not there, knows no such database, or speaks no TLS, is refused by name', async () => {
    const { url, drop } = await server.database()
    const open = (options: object) => codeOf(openPostgresStore({ url, now, ...options }))
    expect(await open({ url: 'postgres://postgres:password@127.0.0.1:1/none' })).toBe('store-unavailable')
    expect(await open({ url: `${url}-none` })).toBe('store-unavailable')
    expect(await open({ url: url.replace(':password', ':wrong') })).toBe('store-unavailable')
    expect(await open({ ssl: { sslmode: 'require' } })).toBe('store-unavailable')
    await drop()
  })
})
