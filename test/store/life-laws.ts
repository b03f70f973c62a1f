import { expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { codeOf, everything, graph, someBytes, step } from './samples.ts'
import { CHUNK_BYTES, type Database, type Subject } from './subject.ts'

export function lifeLaws(subject: Subject): void {
  it('an open store is ready', async () => {
    await expect(subject.store.check()).resolves.toBeUndefined()
  })

  it('closing waits for what is under way; what comes later is refused by name', async () => {
    const { store } = subject
    const writing = [
      store.graphs.put(graph('a', 'r1', { bytes: someBytes(200_000, 1) })),
      ...Array.from({ length: 20 }, (_, i) => store.runs.record([step('a', `${i}`)])),
    ]
    const closing = store.close()
    const late = [store.check(), store.graphs.find('a'), store.runs.record([step('a', '1')])]
    for (const call of late) expect(await codeOf(call)).toBe('store-closed')
    await closing
    expect(await Promise.all(writing)).toEqual(['created', ...Array(20).fill([1])])
  })

  it('closing twice is closing', async () => {
    await Promise.all([subject.store.close(), subject.store.close()])
    await subject.store.close()
  })
}

/** Of databases that outlive the store that wrote them, and that several may have open. */
export function durabilityLaws(subject: Subject, create: () => Promise<Database>): void {
  const sql = async (text: string) => subject.database.sql?.(text)

  it('what was written is there in the next store', async () => {
    const before = subject.store
    await before.graphs.put(graph('a', 'r1'))
    await before.graphs.put(graph('a', 'r2'))
    await before.runs.record([step('run', '1'), step('run', '2', { degraded: true })])
    const content = async ({ graphs, runs }: Store) => [
      await graphs.load('a'),
      await graphs.revisions('a', { limit: 10 }),
      await runs.find('run'),
    ]
    const written = await content(before)
    await before.close()
    expect(await content(await subject.open())).toEqual(written)
  })

  it('stores that open one new database at once agree on its schema', async () => {
    const database = await create()
    const options = { now: () => subject.time, chunkBytes: CHUNK_BYTES }
    const stores = await Promise.all(Array.from({ length: 4 }, () => database.open(options)))
    await Promise.all(stores.map((store, i) => store.graphs.put(graph('a', `r${i}`))))
    for (const store of stores) expect((await store.graphs.revisions('a', { limit: 10 })).items).toHaveLength(4)
    for (const store of stores) await store.close()
    await database.drop()
  })

  it('a schema of a later version is refused by name', async () => {
    await sql('UPDATE schema_version SET version = 1000')
    expect(await codeOf(subject.open())).toBe('store-schema-newer')
  })

  it('what one store writes the other reads', async () => {
    const other = await subject.open()
    await subject.store.graphs.put(graph('a', 'r1'))
    expect((await other.graphs.load('a'))?.revision).toBe('r1')
    await other.graphs.put(graph('a', 'r2'))
    expect((await subject.store.graphs.load('a'))?.revision).toBe('r2')
    await other.runs.record([step('run', '1')])
    expect(await subject.store.runs.record([step('run', '1')])).toEqual([2])
    await other.graphs.delete('a')
    expect(await subject.store.graphs.find('a')).toBeUndefined()
  })

  it('of puts of one new revision through two stores at once one creates it', async () => {
    const other = await subject.open()
    for (let round = 0; round < 10; round++) {
      const given = graph('a', `r${round}`, { bytes: someBytes(20_000, round) })
      const outcomes = await Promise.all([subject.store, other].map(({ graphs }) => graphs.put(given)))
      expect(outcomes.sort()).toEqual(['created', 'same'])
    }
  })

  it('writers through two stores lose nothing of each other', async () => {
    const other = await subject.open()
    await Promise.all(
      [subject.store, other].flatMap(({ graphs, runs }, owner) =>
        Array.from({ length: 10 }, async (_, i) => {
          await graphs.put(graph('a', `r${owner}-${i}`))
          await runs.record([step('run', `${owner}-${i}`), step('run', 'both')])
        }),
      ),
    )
    expect(await everything((page) => other.graphs.revisions('a', page), 7)).toHaveLength(20)
    const run = await other.runs.find('run')
    expect(run?.steps).toBe(21)
    expect(run?.records.find(({ stepKey }) => stepKey === 'both')?.attempts).toBe(20)
  })

  it('a put that fails half-way leaves the old revision and no trace', async () => {
    const { database, store } = subject
    const tables = ['graphs', 'graph_revisions', 'graph_chunks']
    const rows = () => Promise.all(tables.map((table) => sql(`SELECT * FROM ${table}`)))
    await store.graphs.put(graph('a', 'r1'))
    const before = await rows()
    expect(before.map((own) => own?.length)).toEqual([1, 1, 3])
    await database.sabotage?.()
    expect(await codeOf(store.graphs.put(graph('a', 'r2')))).toBe('store-failed')
    expect(await codeOf(store.graphs.put(graph('new', 'r1')))).toBe('store-failed')
    expect(await rows()).toEqual(before)
    expect((await store.graphs.load('a'))?.revision).toBe('r1')
    expect(await store.graphs.find('new')).toBeUndefined()
    await database.mend?.()
    expect(await store.graphs.put(graph('a', 'r2'))).toBe('created')
    expect((await store.graphs.load('a'))?.revision).toBe('r2')
  })

  it('bytes that are not all there any more are refused by name', async () => {
    await subject.store.graphs.put(graph('a', 'r1'))
    await sql('DELETE FROM graph_chunks WHERE position = 1')
    expect(await codeOf(subject.store.graphs.load('a'))).toBe('store-corrupt')
    await sql('DELETE FROM graph_chunks WHERE position > 0')
    expect(await codeOf(subject.store.graphs.load('a'))).toBe('store-corrupt')
    await subject.store.check()
  })
}
