import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { until } from '../e2e/service-process.ts'
import { codeOf, graph, someBytes, step } from './samples.ts'
import { memoryDatabase, sqliteDatabase } from './sqlite-database.ts'
import { CHUNK_BYTES } from './subject.ts'

/** The threads that are running, by what goes to them. */
let threads: Worker[]
beforeEach(() => {
  threads = []
  const send = Worker.prototype.postMessage
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...message) {
    if (!threads.includes(this)) threads.push(this)
    return send.apply(this, message)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const faults: Error[] = []
const options = { now: () => 0, chunkBytes: CHUNK_BYTES, onFault: (error: Error) => faults.push(error) }

/** Ends all threads of the store at once. */
async function killAll(store: Store): Promise<number> {
  await store.graphs.load('none')
  await store.check()
  // One that has ended has no number.
  const running = threads.splice(0).filter(({ threadId }) => threadId > 0)
  for (const thread of running) void thread.terminate()
  return running.length
}

const ready = (store: Store) =>
  until(
    async () => (await codeOf(store.check())) !== 'store-unavailable',
    () => 'a store that is ready again',
  )

it('where the threads end, what they were at is refused as worth another try, and others take their place', async () => {
  const database = await sqliteDatabase()
  const store = await database.open(options)
  const told: (string | undefined)[] = []
  store.graphs.onGraphChange((id) => told.push(id))
  for (let round = 0; round < 3; round++) {
    await store.graphs.put(graph('a', `r${round}`))
    told.length = 0
    faults.length = 0
    expect(await killAll(store)).toBe(2)
    const calls = [
      store.graphs.put(graph('a', 'lost', { bytes: someBytes(5_000_000, 1) })),
      store.runs.record([step('run', `${round}`)]),
      store.graphs.find('a'),
      store.check(),
    ]
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'store-unavailable'))
    expect(await codeOf(store.check())).toBe('store-unavailable')
    await ready(store)
    expect((await store.graphs.load('a'))?.revision).toBe(`r${round}`)
    expect(await store.runs.record([step('run', 'again')])).toEqual([round + 1])
    // Changes of others may have been missed meanwhile.
    expect(told).toContain(undefined)
    expect(faults).toHaveLength(2)
  }
  await store.close()
  await database.drop()
})

it('a store whose threads have ended closes at once, and leaves none behind', async () => {
  const database = await sqliteDatabase()
  const store = await database.open(options)
  await killAll(store)
  await store.close()
  expect(await codeOf(store.check())).toBe('store-closed')
  await database.drop()
})

it('a store in memory begins empty where its thread ends, and tells that any graph may have changed', async () => {
  const store = await (await memoryDatabase()).open(options)
  await store.graphs.put(graph('a', 'r1'))
  const told: (string | undefined)[] = []
  store.graphs.onGraphChange((id) => told.push(id))
  expect(await killAll(store)).toBe(1)
  await until(
    () => told.includes(undefined),
    () => 'word of a new thread',
  )
  expect(await store.graphs.find('a')).toBeUndefined()
  await store.close()
})

it('changes that another store makes to the file are told, as ones of any graph', async () => {
  const database = await sqliteDatabase()
  const [store, other] = [await database.open(options), await database.open(options)]
  const told: (string | undefined)[] = []
  store.graphs.onGraphChange((id) => told.push(id))
  const changes = [() => other.graphs.put(graph('a', 'r1')), () => other.graphs.delete('a')]
  for (const change of changes) {
    told.length = 0
    await change()
    await until(
      () => told.length > 0,
      () => 'word of a change',
    )
    expect(told[0]).toBeUndefined()
  }
  await store.close()
  await other.close()
  await database.drop()
})
