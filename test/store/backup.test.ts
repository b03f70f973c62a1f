import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { until } from '../e2e/service-process.ts'
import { backupOf, contentOf, fill, options, restoreFrom, withStore } from './backup-content.ts'
import { PostgresServer } from './postgres-server.ts'
import { codeOf, graph, someBytes, step } from './samples.ts'
import { sqliteDatabase } from './sqlite-database.ts'
import type { KeptDatabase } from './subject.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await PostgresServer.start()
})
afterAll(() => server?.stop())

const STORES: Readonly<Record<string, () => Promise<KeptDatabase>>> = {
  embedded: sqliteDatabase,
  shared: () => server.database(),
}
const KINDS = Object.keys(STORES)

async function withDatabases(kinds: readonly string[], work: (...databases: KeptDatabase[]) => Promise<void>) {
  const databases = await Promise.all(kinds.map((kind) => STORES[kind]()))
  await work(...databases)
  for (const { drop } of databases) await drop()
}

/** A backup of these lines, with the last line that belongs to them. */
function backupWith(...lines: string[]): Buffer {
  const text = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return Buffer.from(`${text}${JSON.stringify({ kind: 'end', records: lines.length - 1, sha256 })}\n`)
}
const HEADER = '{"kind":"stowage-backup","version":1,"createdAt":"1970-01-01T00:00:00.000Z"}'

const EMPTY = { listed: [], revisions: [], runs: [], outputs: [], others: {} }
const GRAPH = '{"kind":"graph","id":"a","places":1}'
const REVISION =
  '{"kind":"revision","revision":"r","place":1,"digest":"d","counts":{"nodes":0,"edges":0,"paths":0,"summaries":0},"createdAt":0,"bytes":1}\nx'
const STEP = '{"kind":"step","stepKey":"s","degraded":false,"attempts":1,"firstAt":0,"lastAt":0,"bytes":1}\n1'

describe('a backup', () => {
  const ways = KINDS.flatMap((from) => KINDS.map((to) => [from, to]))
  it.each(ways)('of the %s store makes the %s one hold the same, and its backup is the same bytes', (from, to) =>
    withDatabases([from, to], async (source, target) => {
      await withStore(source, fill)
      const backup = await backupOf(source)
      const counts = await restoreFrom(target, backup)
      expect(counts).toEqual({ graph: 56, revision: 64, run: 57, step: 249, output: 12, 'output-run': 20 })
      expect(await contentOf(target)).toEqual(await contentOf(source))
      expect((await backupOf(target)).equals(backup)).toBe(true)
      // What was there goes on: a step that runs again counts on, a graph that is put again is current.
      await withStore(target, async ({ graphs, runs, outputs }) => {
        const more = { ref: 'more', bytes: Buffer.from('xy') }
        // The sum of all that the quota looks at.
        const sum = (await target.sql(`SELECT sum(bytes) AS bytes FROM outputs WHERE tenant = ''`))[0].bytes
        expect(await codeOf(outputs.put(more, Number(sum) + 1))).toBe('output-quota')
        await outputs.put(more, Number(sum) + 2)
        expect(await runs.record([step('long', '7'), step('long', 'new')])).toEqual([4, 1])
        expect(await graphs.put(graph('sizes', 'r1', { bytes: someBytes(1, 1) }))).toBe('switched')
        expect((await graphs.find('sizes'))?.revision).toBe('r1')
        expect((await runs.list({ limit: 1 })).items[0]).toMatchObject({ runId: 'long', steps: 71 })
      })
    }),
  )

  it.each(KINDS)('of the %s store that is written to has one moment: all that was acknowledged, nothing half', (kind) =>
    withDatabases([kind, 'embedded'], async (source, target) => {
      const store = await source.open(options)
      let isWriting = true
      let written = 0
      const writing = (async () => {
        for (; isWriting; written++) {
          const bytes = someBytes(20_000, written)
          await store.graphs.put(graph('a', `r${written}`, { bytes }))
          await store.runs.record([step('run', `${written}a`), step('run', `${written}b`)])
          if (written % 5 === 4) await store.graphs.prune({ keepNewest: 3, keepYoungerThanMs: 0 })
        }
      })()
      for (let round = 1; round <= 5; round++) {
        await until(
          () => written > 3 * round,
          () => 'writes',
        )
        const before = written
        await restoreFrom(target, await backupOf(source), { replace: true })
        const { revisions, runs } = await contentOf(target)
        const numbers = revisions.map((revision) => Number(revision?.revision.slice(1)))
        for (const [i, loaded] of revisions.entries()) {
          expect(Buffer.compare(loaded?.bytes as Uint8Array, someBytes(20_000, numbers[i]))).toBe(0)
        }
        const steps = runs[0]?.records.map(({ stepKey }) => stepKey)
        const pairs = Math.floor((steps?.length ?? 0) / 2)
        expect(steps).toEqual(Array.from({ length: pairs }, (_, i) => [`${i}a`, `${i}b`]).flat())
        expect(pairs).toBeGreaterThanOrEqual(before)
        expect([pairs, pairs - 1]).toContain(Math.max(...numbers))
      }
      isWriting = false
      await writing
      await store.close()
    }),
  )

  it.each(KINDS)('that is cut off or altered anywhere is refused, and the %s store is as it was', (kind) =>
    withDatabases(['embedded', kind], async (source, target) => {
      await withStore(source, async ({ graphs, runs }) => {
        await graphs.put(graph('a', 'r1'))
        await runs.record([step('run', '1'), step('run', '2')])
      })
      const backup = await backupOf(source)
      await withStore(target, ({ graphs }) => graphs.put(graph('old', 'r1')))
      const before = await contentOf(target)
      const refused = async (bytes: Uint8Array, size: number) => {
        expect(['backup-damaged', 'backup-newer']).toContain(
          await codeOf(restoreFrom(target, bytes, { replace: true, size })),
        )
      }
      const place = fc.nat(backup.length - 1)
      const size = fc.integer({ min: 1, max: 5000 })
      await fc.assert(
        fc.asyncProperty(place, size, (length, pieces) => refused(backup.subarray(0, length), pieces)),
        { numRuns: 40 },
      )
      await fc.assert(
        fc.asyncProperty(place, size, fc.integer({ min: 1, max: 255 }), async (at, pieces, bits) => {
          const altered = Buffer.from(backup)
          altered[at] ^= bits
          await refused(altered, pieces)
        }),
        { numRuns: 80 },
      )
      await refused(Buffer.concat([backup, Buffer.from('\n')]), 1000)
      expect(await contentOf(target)).toEqual(before)
      await restoreFrom(target, backup, { replace: true })
      expect(await contentOf(target)).toEqual(await contentOf(source))
    }),
  )

  it.each(KINDS)('does not go into an %s store that keeps something, unless asked', (kind) =>
    withDatabases([kind], async (target) => {
      const backup = await backupOf(target)
      const ways: ((store: Store) => Promise<unknown>)[] = [
        ({ graphs }) => graphs.put(graph('a', 'r1')),
        ({ runs }) => runs.record([step('run', '1')]),
        ({ outputs }) => outputs.put({ ref: 'o', bytes: Buffer.from('text') }, 4),
      ]
      for (const fillOneWay of ways) {
        await withStore(target, fillOneWay)
        const before = await contentOf(target)
        expect(await codeOf(restoreFrom(target, backup))).toBe('store-not-empty')
        expect(await contentOf(target)).toEqual(before)
        await restoreFrom(target, backup, { replace: true })
        expect(await contentOf(target)).toEqual(EMPTY)
      }
    }),
  )

  it.each([
    ['of a later format', 'backup-newer', [HEADER.replace('1,', '3,')]],
    ['with a kind of record that is not known', 'backup-newer', [HEADER, '{"kind":"of-tomorrow","id":"x"}']],
    ['of something else', 'backup-damaged', ['{"kind":"other","version":1}']],
    ['with a revision before its graph', 'backup-damaged', [HEADER, REVISION]],
    ['with a step before its run', 'backup-damaged', [HEADER, STEP]],
    ['with a graph twice', 'backup-damaged', [HEADER, GRAPH, GRAPH]],
    ['with half a surrogate pair', 'backup-damaged', [HEADER, '{"kind":"graph","id":"\\ud800","places":1}']],
    ['with a field that is not known', 'backup-damaged', [HEADER, '{"kind":"graph","id":"a","places":1,"more":1}']],
    ['with a count below 0', 'backup-damaged', [HEADER, '{"kind":"graph","id":"a","places":-1}']],
  ])('%s is refused by name', (_, code, lines) =>
    withDatabases(KINDS, async (...targets) => {
      for (const target of targets) {
        expect(await codeOf(restoreFrom(target, backupWith(...lines)))).toBe(code)
        expect(await contentOf(target)).toEqual(EMPTY)
      }
    }),
  )

  it.each(KINDS)('that is restored is told to all that have the %s store open', (kind) =>
    withDatabases([kind], async (target) => {
      const backup = await backupOf(target)
      const store = await target.open(options)
      await store.graphs.put(graph('a', 'r1'))
      const told: (string | undefined)[] = []
      store.graphs.onGraphChange((id) => told.push(id))
      await restoreFrom(target, backup, { replace: true })
      await until(
        () => told.includes(undefined),
        () => 'word that any graph may have changed',
      )
      expect(await store.graphs.find('a')).toBeUndefined()
      await store.close()
    }),
  )

  it.each(KINDS)('that is on its way into the %s store stops no reader', (kind) =>
    withDatabases([kind], async (target) => {
      const store = await target.open(options)
      await store.graphs.put(graph('a', 'r1'))
      const whole = await target.whole()
      await whole.write(async (session) => {
        await session.run('DELETE FROM graphs')
        expect((await store.graphs.load('a'))?.revision).toBe('r1')
        expect(await store.runs.find('run')).toBeUndefined()
      })
      expect(await store.graphs.find('a')).toBeUndefined()
      await whole.close()
      await store.close()
    }),
  )
})
