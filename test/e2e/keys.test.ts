import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { addressOf, bounded, endStarted, environment, run, startService, until } from './service-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'stowage-keys-'))
const file = join(folder, 'keys.yaml')
afterAll(async () => {
  await endStarted()
  await rm(folder, { recursive: true })
})

const stowage = (args: readonly string[], settings = {}) =>
  run(process.execPath, ['src/cli/main.ts', ...args], { env: environment(settings) })
const makeKey = async (...args: string[]) => {
  const { code, stdout, stderr } = await stowage(['keys', 'new', '--tenant', 'acme', '--file', file, ...args])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.trim()
}
const statusOf = async (address: string, key: string) =>
  (await fetch(`${address}/v1/runs`, { headers: { authorization: `Bearer ${key}` } })).status

it('a key that the command makes opens the service; SIGHUP brings a new one in, and a broken file changes nothing', async () => {
  const first = await makeKey('--id', 'first')
  const service = startService({ API_KEYS_FILE: file, DATA_DIR: ':memory:' })
  const address = await addressOf(service)
  expect(await statusOf(address, first)).toBe(200)
  const second = await makeKey('--id', 'second', '--action', 'read')
  expect(await statusOf(address, second)).toBe(401)
  service.child.kill('SIGHUP')
  await until(
    () => service.stdout().includes('keys read again'),
    () => 'the keys to be read again',
  )
  expect(await statusOf(address, second)).toBe(200)
  await writeFile(file, 'keys: nonsense')
  service.child.kill('SIGHUP')
  await until(
    () => service.stdout().includes('keys not read again'),
    () => 'the fault of the file',
  )
  expect(await statusOf(address, first)).toBe(200)
  for (const key of [first, second]) expect(service.stdout() + service.stderr()).not.toContain(key)

  const withKey = await stowage(['runs', 'list', '--url', address], { STOWAGE_API_KEY: first })
  expect({ code: withKey.code, stderr: withKey.stderr }).toEqual({ code: 0, stderr: '' })
  const without = await stowage(['runs', 'list', '--url', address])
  expect(without.code).toBe(1)
  expect(without.stderr).toContain('key-missing')

  service.child.kill('SIGTERM')
  expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
})

it('without a file the entry is for a person to put where it belongs', async () => {
  const { code, stdout, stderr } = await stowage(['keys', 'new', '--id', 'ci', '--tenant', 'acme'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^stowage_ci_[\w-]{43}\n$/)
  expect(stderr).toMatch(
    /^- id: ci\n {2}sha256: [0-9a-f]{64}\n {2}tenant: acme\n {2}actions:\n {4}- read\n {4}- write\n$/,
  )
})

it('a file of keys that cannot be used ends the start with 1, and is named with line and field', async () => {
  await writeFile(file, 'keys:\n  - id: X\n')
  const service = startService({ API_KEYS_FILE: file })
  expect(await bounded(service.ended, 'the end')).toEqual({ code: 1, signal: null })
  expect(service.stderr()).toContain(`${file}:2: keys[0].id: "X": must be 1 to 64`)
})
