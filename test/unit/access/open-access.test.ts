import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { keyHash } from '../../../src/access/key-ring.ts'
import { openAccess } from '../../../src/access/open-access.ts'
import { loadConfig } from '../../../src/config.ts'

const folder = await mkdtemp(join(tmpdir(), 'stowage-access-'))
afterAll(() => rm(folder, { recursive: true }))
const file = join(folder, 'keys.json')
const write = (...ids: string[]) =>
  writeFile(
    file,
    JSON.stringify({
      keys: ids.map((id) => ({ id, sha256: keyHash(id).toString('hex'), tenant: 'a', actions: ['read'] })),
    }),
  )

it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('without keys the service may listen on %s', (HOST) => {
  expect(openAccess(loadConfig({ HOST }))).toBeUndefined()
})

it.each(['0.0.0.0', '::', '10.0.0.1', 'stowage.example', '127.0.0.1.example', '1127.0.0.1'])(
  'without keys it may listen on %s only where anyone is allowed everything',
  async (HOST) => {
    expect(() => openAccess(loadConfig({ HOST }))).toThrow(
      `HOST=${HOST}: without keys the service listens on loopback alone`,
    )
    expect(openAccess(loadConfig({ HOST, ALLOW_ANONYMOUS: 'true' }))).toBeUndefined()
    await write('k')
    expect(openAccess(loadConfig({ HOST, API_KEYS_FILE: file }))?.keys.size).toBe(1)
  },
)

it('ALLOW_ANONYMOUS opens nothing that has keys', async () => {
  await write('k')
  expect(openAccess(loadConfig({ API_KEYS_FILE: file, ALLOW_ANONYMOUS: 'true' }))).toBeDefined()
})

it('a file that is not there fails the start and is named', () => {
  expect(() => openAccess(loadConfig({ API_KEYS_FILE: join(folder, 'none') }))).toThrow(/API_KEYS_FILE \S+none: ENOENT/)
})

it('a file that is read again counts from then on, and one that cannot be used changes nothing', async () => {
  await write('old')
  const access = openAccess(loadConfig({ API_KEYS_FILE: file }))
  await write('new')
  access?.reload()
  expect(access?.keys.callerOf('old', 0)).toBeUndefined()
  expect(access?.keys.callerOf('new', 0)?.tenant).toBe('a')
  await writeFile(file, 'keys: [')
  expect(() => access?.reload()).toThrow(/configuration cannot be used/)
  expect(access?.keys.callerOf('new', 0)?.tenant).toBe('a')
})
