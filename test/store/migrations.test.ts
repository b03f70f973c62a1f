import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pendingMigrations } from '../../src/store/migrate.ts'
import { SQLITE_FILE } from '../../src/store/sqlite-file.ts'
import { contentOf } from './backup-content.ts'
import { PostgresServer } from './postgres-server.ts'
import { codeOf } from './samples.ts'
import { sqliteDatabase } from './sqlite-database.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await PostgresServer.start()
})
afterAll(() => server?.stop())

const FOLDER = new URL('schemas/', import.meta.url)
const versionsOf = async (kind: string) =>
  (await readdir(FOLDER)).filter((file) => file.startsWith(`${kind}-`)).map((file) => Number(/\d+/.exec(file)?.[0]))
const textOf = (kind: string, version: number) => readFile(new URL(`${kind}-${version}.sql`, FOLDER), 'utf8')

const KINDS = {
  sqlite: async (text: string) => {
    const database = await sqliteDatabase()
    const file = new DatabaseSync(join(database.folder, SQLITE_FILE))
    file.exec(text)
    file.close()
    return database
  },
  postgres: async (text: string) => {
    const database = await server.database()
    await database.sql(text)
    return database
  },
} as const

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('%s: a store of every released schema', (kind) => {
  it('is brought up to date, says from where, and holds what it held', async () => {
    const versions = await versionsOf(kind)
    for (const version of versions) {
      const database = await KINDS[kind](await textOf(kind, version))
      const whole = await database.whole()
      expect(whole.schema).toEqual({ found: version, now: Math.max(...versions) })
      await whole.close()
      expect(await contentOf(database)).toEqual(contentAt(version))
      await database.drop()
    }
  })

  it('a later one is refused by name, and stays as it was', async () => {
    const database = await KINDS[kind](`${await textOf(kind, 1)}; UPDATE schema_version SET version = 1000`)
    const error = await database.whole().catch((fault: Error) => fault)
    expect(error).toMatchObject({ code: 'store-schema-newer' })
    expect(String(error)).toMatch(/has schema 1000, this program knows \d+: a later version of Stowage wrote it/)
    expect(await database.sql('SELECT version FROM schema_version')).toEqual([{ version: 1000 }])
    await database.drop()
  })

  it('a new one is made and says so', async () => {
    const database = kind === 'sqlite' ? await sqliteDatabase() : await server.database()
    const now = Math.max(...(await versionsOf(kind)))
    for (const found of [0, now]) {
      const whole = await database.whole()
      expect(whole.schema).toEqual({ found, now })
      await whole.close()
    }
    await database.drop()
  })
})

it('exactly the migrations behind the version that is there are still to do', () => {
  const migrations = ['one', 'two', 'three']
  for (let found = 0; found <= 3; found++) {
    expect(pendingMigrations(found, migrations, true)).toEqual({ found, now: 3, pending: migrations.slice(found) })
  }
  expect(() => pendingMigrations(4, migrations, true)).toThrow(expect.objectContaining({ code: 'store-schema-newer' }))
})

it('where no store is to be made, one that is not there is refused by name and leaves nothing', async () => {
  expect(await codeOf((async () => pendingMigrations(0, ['one'], false))())).toBe('store-missing')
})

const counts = (nodes: number, edges: number, paths: number, summaries: number) => ({ nodes, edges, paths, summaries })
const R1 = { id: 'kettle', revision: 'r1', digest: 'd1', counts: counts(3, 2, 1, 1), createdAt: 1000 }
const R2 = { id: 'kettle', revision: 'r2', digest: 'd2', counts: counts(1, 0, 0, 0), createdAt: 2000 }
const RUN = { runId: 'nightly', steps: 2, degradedSteps: 1, startedAt: 3000, updatedAt: 4000 }
const OUTPUT = { ref: 'o1', bytes: 5, lines: 2, createdAt: 5000, keptAt: 6000 }
const R3 = { id: 'kettle', revision: 'r1', digest: 'd3', counts: counts(1, 0, 0, 0), createdAt: 1000 }
const ONE_STEP = { stepKey: 's1', degraded: false, record: '"c"', attempts: 1, firstAt: 3000, lastAt: 4000 }
const OF_ACME = {
  outputs: [{ runId: 'nightly', output: { ...OUTPUT, bytes: 1, lines: 1 }, text: 'e' }],
  listed: [{ current: { ...R3, bytes: 1 }, revisions: 1 }],
  revisions: [{ ...R3, bytes: Uint8Array.of(7) }],
  runs: [{ ...RUN, steps: 1, degradedSteps: 0, records: [ONE_STEP] }],
}
/** What test/store/schemas hold, each what its version could keep. */
const contentAt = (version: number) => ({
  others: version < 3 ? {} : { acme: OF_ACME },
  outputs: version < 2 ? [] : [{ runId: 'nightly', output: OUTPUT, text: 'a\nbcd' }],
  listed: [{ current: { ...R1, bytes: 5 }, revisions: 2 }],
  revisions: [
    { ...R1, bytes: Uint8Array.of(1, 2, 3, 4, 5) },
    { ...R2, bytes: Uint8Array.of(9) },
  ],
  runs: [
    {
      ...RUN,
      records: [
        { stepKey: 's1', degraded: true, record: '"a"', attempts: 2, firstAt: 3000, lastAt: 4000 },
        { stepKey: 's2', degraded: false, record: '"b"', attempts: 1, firstAt: 3500, lastAt: 3500 },
      ],
    },
  ],
})
