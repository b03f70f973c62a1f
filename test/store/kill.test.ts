import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { PostgresServer } from './postgres-server.ts'
import { everything } from './samples.ts'
import { sqliteDatabase } from './sqlite-database.ts'
import { CHUNK_BYTES, type Database } from './subject.ts'

const CLIENT = fileURLToPath(new URL('./writing-client.ts', import.meta.url))
/** `KILL_ROUNDS=100 npx vitest run test/store/kill.test.ts` takes more time and finds more. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 20)
/** A round starts a process and looks at all that was written; far above what a slow machine needs. */
const ROUND_LIMIT_MS = 15_000

let server: PostgresServer
beforeAll(async () => {
  server = await PostgresServer.start()
})
afterAll(() => server?.stop())

describe(`of a process that was killed while it wrote, ${ROUNDS} times, every acknowledged write is there and none half`, () => {
  test(
    'embedded',
    async () => {
      const database = await sqliteDatabase()
      await killAndLook('sqlite', database.folder, database)
    },
    ROUNDS * ROUND_LIMIT_MS,
  )

  test(
    'shared',
    async () => {
      const database = await server.database()
      await killAndLook('postgres', database.url, database)
    },
    ROUNDS * ROUND_LIMIT_MS,
  )
})

async function killAndLook(kind: string, place: string, database: Database): Promise<void> {
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const said = await killedAfter(3 + ((round * 7) % 23), kind, place, `k${round}`)
    acknowledged.push(...said)
    if (kind === 'postgres') await serverHasLeft(database)
    const store = await database.open({ now: () => 0, chunkBytes: CHUNK_BYTES })
    await lookAt(store, said)
    if (round === ROUNDS - 1) await lookAt(store, acknowledged)
    await store.close()
  }
  await database.drop()
}

/** A server goes on with what a client sent before it was killed: what is looked at must stand still. */
async function serverHasLeft({ sql }: Database): Promise<void> {
  const others = async () =>
    (await sql?.(
      `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )) ?? []
  await expect.poll(async () => (await others()).length).toBe(0)
}

/** Ends a writer with SIGKILL as soon as it has acknowledged so many writes, and gives all that it acknowledged. */
async function killedAfter(writes: number, kind: string, place: string, round: string): Promise<string[]> {
  const child = spawn(process.execPath, [CLIENT, kind, place, round], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    said.push(line)
    if (said.length === writes) child.kill('SIGKILL')
  })
  await Promise.all([once(child, 'exit'), once(lines, 'close')])
  expect(child.signalCode).toBe('SIGKILL')
  return said
}

async function lookAt({ graphs, runs }: Store, said: readonly string[]): Promise<void> {
  const there = new Set<string>()
  for (const { current } of await everything((page) => graphs.list(page), 100)) {
    const { id } = current
    for (const { revision, digest } of await everything((page) => graphs.revisions(id, page), 100)) {
      const loaded = await graphs.load(id, revision)
      expect(
        createHash('sha256')
          .update(loaded?.bytes ?? '')
          .digest('hex'),
      ).toBe(digest)
      there.add(`graph ${id} ${revision}`)
    }
    expect((await graphs.load(id))?.revision).toBe(current.revision)
  }
  for (const { runId, steps, degradedSteps } of await everything((page) => runs.list(page), 100)) {
    const records = (await runs.find(runId))?.records ?? []
    expect([records.length, records.length]).toEqual([steps, degradedSteps])
    // Both steps of a call, or neither.
    expect(records.length % 2).toBe(0)
    for (const { stepKey, record } of records) {
      expect(record).toBe(`"${stepKey}"`)
      there.add(`step ${runId} ${stepKey}`)
    }
  }
  expect(said.filter((write) => !there.has(write))).toEqual([])
}
