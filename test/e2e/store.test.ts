import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { backupOf, contentOf, restoreFrom, withStore } from '../store/backup-content.ts'
import { PostgresServer } from '../store/postgres-server.ts'
import { graph, someBytes, step } from '../store/samples.ts'
import { sqliteDatabase } from '../store/sqlite-database.ts'
import type { KeptDatabase } from '../store/subject.ts'
import {
  addressOf,
  bounded,
  endStarted,
  environment,
  post,
  REPOSITORY,
  run,
  start,
  startService,
  until,
} from './service-process.ts'

const CLI = 'src/cli/main.ts'
const example = JSON.parse(await readFile(join(REPOSITORY, 'openapi/examples/packet-complete.json'), 'utf8'))

let server: PostgresServer
let folder: string
beforeAll(async () => {
  server = await PostgresServer.start()
  folder = await mkdtemp(join(tmpdir(), 'stowage-backups-'))
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(endStarted)

const stowage = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  run(process.execPath, [CLI, 'store', ...args], { env: environment(settings) })

describe('stowage store', () => {
  it('backs up one kind of store and restores into the other, and back, as text and as JSON', async () => {
    const embedded = await sqliteDatabase()
    const shared = await server.database()
    const file = join(folder, 'a.backup')
    await withStore(embedded, async ({ graphs, runs }) => {
      await graphs.put(graph('a', 'r1'))
      await graphs.put(graph('a', 'r2'))
      await runs.record([step('run', '1')])
    })
    const said = await stowage(embedded.environment, 'backup', file)
    expect(said).toMatchObject({ code: 0, stdout: `${file}: 1 graph, 2 revisions, 1 run, 1 step\n`, stderr: '' })
    expect(await stowage(shared.environment, 'restore', file)).toMatchObject({
      code: 0,
      stdout: 'DATABASE_URL: 1 graph, 2 revisions, 1 run, 1 step\n',
    })
    expect(await contentOf(shared)).toEqual(await contentOf(embedded))

    const piped = await stowage(shared.environment, 'backup', '-', '--json')
    const records = { graph: 1, revision: 2, run: 1, step: 1 }
    expect(JSON.parse(piped.stderr)).toEqual({ file: '-', records })
    const input = piped.stdoutBytes
    const back = await run(process.execPath, [CLI, 'store', 'restore', '-', '--replace', '--json'], {
      env: environment(embedded.environment),
      input,
    })
    expect(JSON.parse(back.stdout)).toEqual({ file: '-', records })
    expect(await contentOf(embedded)).toEqual(await contentOf(shared))
    // Nothing but the backup itself.
    expect(await readdir(folder)).toEqual(['a.backup'])
    await embedded.drop()
    await shared.drop()
  })

  it('says from which version the schema was brought to which', async () => {
    const database = await sqliteDatabase()
    const first = await stowage(database.environment, 'migrate')
    expect(first.stdout).toMatch(/^DATA_DIR=\S+: the schema was made, is now at version \d+\n$/)
    const { from, to } = JSON.parse((await stowage(database.environment, 'migrate', '--json')).stdout)
    expect(from).toBe(to)
    await database.sql('UPDATE schema_version SET version = 1000')
    const newer = await stowage(database.environment, 'migrate')
    expect(newer).toMatchObject({ code: 1, stdout: '' })
    expect(newer.stderr).toMatch(/^DATA_DIR=\S+: the store has schema 1000, this program knows \d+: a later version/)
    await database.drop()
  })

  it('refuses with 1 what cannot be done, with 2 what is not said right, and makes no store', async () => {
    const nowhere = join(folder, 'nowhere')
    const empty = await sqliteDatabase()
    const shared = await server.database()
    const good = join(folder, 'good.backup')
    await writeFile(good, await backupOf(empty))
    await withStore(empty, ({ runs }) => runs.record([step('run', '1')]))
    const newer = join(folder, 'newer.backup')
    await writeFile(newer, '{"kind":"stowage-backup","version":9}\n')
    const here = { DATA_DIR: nowhere }
    const refused = async (settings: Readonly<Record<string, string>>, args: string[], code: number, text: string) => {
      const said = await stowage(settings, ...args)
      expect({ code: said.code, stdout: said.stdout }).toEqual({ code, stdout: '' })
      expect(said.stderr).toContain(text)
    }
    await refused(here, ['backup', join(folder, 'x')], 1, `DATA_DIR=${nowhere}: there is no file`)
    await refused(here, ['restore', join(folder, 'x')], 1, `${join(folder, 'x')}: ENOENT`)
    await refused({ DATABASE_URL: shared.url }, ['backup', '-'], 1, 'DATABASE_URL: the database holds no store')
    await refused({ DATA_DIR: ':memory:' }, ['backup', '-'], 1, 'DATA_DIR=:memory: keeps nothing')
    await refused(empty.environment, ['backup', join(nowhere, 'x')], 1, `${join(nowhere, 'x')}: ENOENT`)
    await refused(empty.environment, ['restore', good], 1, `${good}: the store keeps runs already; --replace`)
    await refused(empty.environment, ['restore', '--replace', newer], 1, `${newer}: its format is version 9`)
    await refused(here, [], 2, 'backup, restore or migrate')
    await refused(here, ['drop'], 2, 'drop')
    await refused(here, ['backup'], 2, '<file>')
    await refused(here, ['migrate', 'now'], 2, 'now')
    expect(await stat(nowhere).catch(({ code }) => code)).toBe('ENOENT')
    expect(await shared.sql(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
    expect((await readdir(folder)).sort()).toEqual(['a.backup', 'good.backup', 'newer.backup'])
    await empty.drop()
    await shared.drop()
  })

  const STORES: Readonly<Record<string, () => Promise<KeptDatabase>>> = {
    embedded: sqliteDatabase,
    shared: () => server.database(),
  }
  it.each(Object.keys(STORES))(
    'of a restore into the %s store that was killed half-way nothing is there',
    async (kind) => {
      const database = await STORES[kind]()
      await withStore(database, async ({ graphs, runs }) => {
        // Far more than a pipe and the buffers behind it hold.
        for (let i = 0; i < 40; i++) await graphs.put(graph('a', `r${i}`, { bytes: someBytes(500_000, i) }))
        await runs.record([step('run', '1')])
      })
      const backup = await backupOf(database)
      await withStore(database, ({ graphs }) => graphs.delete('a'))
      await withStore(database, ({ graphs }) => graphs.put(graph('old', 'r1')))
      const before = await contentOf(database)
      for (const share of [0.3, 0.6, 0.95, 1]) {
        const env = environment(database.environment)
        const { child, ended } = start(process.execPath, [CLI, 'store', 'restore', '-', '--replace'], { env })
        // All but the last line, at most: the last of it goes out once most of it is in the transaction.
        const part = backup.subarray(0, Math.min(backup.length * share, backup.length - 150))
        await bounded(new Promise((resolve) => child.stdin?.write(part, resolve)), 'a restore that takes its input')
        child.kill('SIGKILL')
        expect(await bounded(ended, 'the end')).toEqual({ code: null, signal: 'SIGKILL' })
        expect(await contentOf(database)).toEqual(before)
      }
      await restoreFrom(database, backup, { replace: true, size: 65_536 })
      expect((await contentOf(database)).revisions).toHaveLength(40)
      await database.drop()
    },
  )

  it.each(Object.keys(STORES))('a service on the %s store serves what was restored beside it', async (kind) => {
    const database = await STORES[kind]()
    const address = await addressOf(startService(database.environment))
    const headers = { 'content-type': 'application/json' }
    const { graph: content, step: asked } = example.request
    const put = async (revision: string) => {
      const body = JSON.stringify({ ...content, revision })
      expect((await fetch(`${address}/v1/graphs/kettle`, { method: 'PUT', headers, body })).status).toBe(201)
    }
    const request = JSON.stringify({ step: asked, graph: { id: 'kettle' }, include: ['text'] })
    const served = async () => JSON.parse((await post(address, '/v1/packets', request)).text)?.packet?.revision
    await put('before')
    const file = join(folder, `${kind}.backup`)
    expect(await stowage(database.environment, 'backup', file)).toMatchObject({ code: 0, stderr: '' })
    await put('after')
    expect(await served()).toBe('after')
    expect(await stowage(database.environment, 'restore', file, '--replace')).toMatchObject({ code: 0, stderr: '' })
    await until(
      async () => (await served()) === 'before',
      () => 'what was restored',
    )
    await put('after')
    expect(await served()).toBe('after')
    await database.drop().catch(() => {})
  })
})
