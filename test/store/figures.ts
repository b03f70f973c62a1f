import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { PostgresServer } from './postgres-server.ts'
import { COUNTS, someBytes, step } from './samples.ts'
import { sqliteDatabase } from './sqlite-database.ts'

/** What the stores take, on this machine: `npx node test/store/figures.ts`. Medians of five. */

const BYTES = 50_000_000
const RUNS = 5
const RECORDS = 3000
const record = JSON.stringify({ status: 'complete', filler: 'x'.repeat(450) })

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function median(work: (run: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await milliseconds(() => work(run)))
  return times.sort((a, b) => a - b)[RUNS >> 1]
}

async function figuresOf(name: string, store: Store): Promise<void> {
  const { graphs, runs } = store
  const bytes = someBytes(BYTES, 1)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const write = await median((run) => graphs.put({ id: 'a', revision: `r${run}`, digest: 'd', bytes, counts: COUNTS }))
  const stallOfWrites = delay.max / 1e6
  delay.reset()
  const read = await median(() => graphs.load('a'))
  const stallOfReads = delay.max / 1e6
  delay.disable()
  const perSecond = async (count: number, work: () => Promise<unknown>) => (count * 1000) / (await milliseconds(work))
  const oneByOne = await perSecond(500, async () => {
    for (let i = 0; i < 500; i++) await runs.record([step('one', `${i}`, { record })])
  })
  const atOnce = await perSecond(RECORDS, () =>
    Promise.all(Array.from({ length: RECORDS }, (_, i) => runs.record([step(`run${i % 20}`, `${i}`, { record })]))),
  )
  const inCalls = await perSecond(RECORDS, async () => {
    for (let call = 0; call < RECORDS / 1000; call++) {
      await runs.record(Array.from({ length: 1000 }, (_, i) => step(`call${call}`, `${i}`, { record })))
    }
  })
  const finds = await perSecond(RECORDS, async () => {
    for (let i = 0; i < RECORDS; i++) await graphs.find('a')
  })
  process.stdout.write(
    `${name}: 50 MB written in ${write.toFixed(0)} ms (longest stall ${stallOfWrites.toFixed(0)} ms), read in ` +
      `${read.toFixed(0)} ms (${stallOfReads.toFixed(0)} ms); records a second: ${oneByOne.toFixed(0)} one by one, ` +
      `${atOnce.toFixed(0)} at once, ${inCalls.toFixed(0)} in calls of 1000; look-ups a second: ${finds.toFixed(0)}\n`,
  )
}

const embedded = await sqliteDatabase()
const sqlite = await openSqliteStore({ folder: embedded.folder, now: Date.now })
await figuresOf('embedded', sqlite)
await sqlite.close()
await embedded.drop()

const server = await PostgresServer.start()
const shared = await server.database()
const postgres = await openPostgresStore({ url: shared.url, now: Date.now })
await figuresOf('shared', postgres)
await postgres.close()
await server.stop()
