import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { SQLITE_FILE } from '../../src/store/sqlite-file.ts'
import { conformance } from './conformance.ts'
import { codeOf, graph, step } from './samples.ts'
import { memoryDatabase, sqliteDatabase } from './sqlite-database.ts'

describe('the embedded store, on a file', () => {
  conformance(sqliteDatabase, { isKept: true, tellsOthers: false })

  test('a writer of another process is waited for, then refused by name; readers do not wait', async () => {
    const { folder, drop } = await sqliteDatabase()
    const store = await openSqliteStore({ folder, now: () => 0, busyTimeoutMs: 50 })
    await store.graphs.put(graph('a', 'r1'))
    const other = new DatabaseSync(join(folder, SQLITE_FILE))
    other.exec('BEGIN IMMEDIATE')
    expect(await codeOf(store.runs.record([step('a', '1')]))).toBe('store-busy')
    expect(await codeOf(store.graphs.put(graph('a', 'r2')))).toBe('store-busy')
    expect((await store.graphs.load('a'))?.revision).toBe('r1')
    await store.check()
    other.exec('ROLLBACK')
    other.close()
    expect(await store.runs.record([step('a', '1')])).toEqual([1])
    await store.close()
    await drop()
  })

  test('a writer that ends in time is waited for', async () => {
    const { folder, drop } = await sqliteDatabase()
    const store = await openSqliteStore({ folder, now: () => 0, busyTimeoutMs: 60_000 })
    const other = new DatabaseSync(join(folder, SQLITE_FILE))
    other.exec('BEGIN IMMEDIATE')
    const writing = store.runs.record([step('a', '1')])
    // On the other thread, so that it is surely waiting by then.
    expect((await store.graphs.load('none')) ?? 'none').toBe('none')
    other.exec('COMMIT')
    other.close()
    expect(await writing).toEqual([1])
    await store.close()
    await drop()
  })

  test('a file that is no database, and a folder that cannot be one, are refused by name', async () => {
    const { folder, drop } = await sqliteDatabase()
    await writeFile(join(folder, SQLITE_FILE), 'no database '.repeat(1000))
    const open = (at: string) => codeOf(openSqliteStore({ folder: at, now: () => 0 }))
    expect(await open(folder)).toBe('store-corrupt')
    expect(await open(join(folder, SQLITE_FILE))).toBe('store-unavailable')
    expect(await open(join(folder, SQLITE_FILE, 'below'))).toBe('store-unavailable')
    await drop()
  })

  test('the file has a write-ahead log', async () => {
    const { folder, drop, open } = await sqliteDatabase()
    const store = await open({ now: () => 0, chunkBytes: 1000 })
    const database = new DatabaseSync(join(folder, SQLITE_FILE))
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
    await store.close()
    await drop()
  })
})

describe('the embedded store, in memory', () => conformance(memoryDatabase, { isKept: false, tellsOthers: false }))
