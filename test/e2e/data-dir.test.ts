import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { SQLITE_FILE } from '../../src/store/sqlite-file.ts'
import { endStarted, environment, run } from './service-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-data-dir-'))
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(endStarted)

/** Root may read and write everything: what modes forbid is tried as another user. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const SCRIPT = ['-c', 'exec "$0" src/main.ts', process.execPath]

async function startRefused(dataDir: string, { script = SCRIPT, user = {} as object } = {}) {
  const { code, stderr } = await run('sh', script, {
    env: environment({ PORT: '0', DATA_DIR: dataDir }),
    ...user,
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^[^\n]*\n$/)
  expect(stderr.startsWith(`DATA_DIR=${dataDir}: `)).toBe(true)
  return stderr
}

async function written(name: string): Promise<string> {
  const at = join(folder, name)
  const store = await openSqliteStore({ folder: at, now: Date.now })
  await store.close()
  return at
}

describe('a DATA_DIR that cannot be used ends the start soon, with 1 and one line that names it', () => {
  it.runIf(existsSync('/proc/self'))('in a file system that makes no folders', async () => {
    expect(await startRefused('/proc/stowage')).toContain('cannot be used')
    expect(await startRefused('/proc/stowage/below/it')).toContain('cannot be used')
  })

  it('a file in the place of the folder, or above it', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await startRefused(file)).toContain('is no folder')
    expect(await startRefused(join(file, 'below'))).toContain('ENOTDIR')
  })

  it('a folder in the place of the file', async () => {
    const at = join(folder, 'folder')
    await mkdir(join(at, SQLITE_FILE), { recursive: true })
    expect(await startRefused(at)).toContain('unable to open database file')
  })

  it('a file that is no database', async () => {
    const at = join(folder, 'other')
    await mkdir(at)
    await writeFile(join(at, SQLITE_FILE), 'no database '.repeat(1000))
    expect(await startRefused(at)).toContain('not a database')
  })

  it('a folder that may not be read, and one above it in which none may be made', async () => {
    const at = join(folder, 'closed')
    await mkdir(at)
    await chmod(at, 0)
    expect(await startRefused(at, { user: OTHER_USER })).toContain('unable to open database file')
    expect(await startRefused(join(at, 'below'), { user: OTHER_USER })).toContain('EACCES')
    await chmod(at, 0o555)
    expect(await startRefused(join(at, 'below'), { user: OTHER_USER })).toContain('EACCES')
  })

  it('a store that may be read and not written', async () => {
    const at = await written('read-only')
    await chmod(join(at, SQLITE_FILE), 0o444)
    await chmod(at, 0o555)
    await startRefused(at, { user: OTHER_USER })
    await chmod(at, 0o777)
    expect(await startRefused(at, { user: OTHER_USER })).toMatch(/readonly|unable to open/)
  })

  it('no room on the disk', async () => {
    const at = join(folder, 'full')
    await mkdir(at)
    // Half kibibytes that a file may have; past them a write fails as on a full disk.
    const script = ['-c', `trap '' XFSZ; ulimit -f 8; exec "$0" src/main.ts`, process.execPath]
    expect(await startRefused(at, { script })).toMatch(/disk|full/)
  })
})
