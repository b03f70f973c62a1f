import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { type SslParameters, splitAddress } from '../../src/store/postgres-tls.ts'
import { openWholePostgres } from '../../src/store/postgres-whole.ts'
import { bounded, environment, run } from '../e2e/service-process.ts'
import { makeCertificate } from './certificates.ts'
import { type PostgresDatabase, PostgresServer } from './postgres-server.ts'
import { graph } from './samples.ts'

let plain: PostgresServer
let server: PostgresServer
let database: PostgresDatabase
let unencrypted: PostgresDatabase
let folder: string
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-tls-'))
  await makeCertificate(folder, 'ca')
  await makeCertificate(folder, 'other-ca')
  await makeCertificate(folder, 'server', { commonName: 'localhost', names: 'DNS:localhost', signer: 'ca' })
  await makeCertificate(folder, 'client', { commonName: 'certified', signer: 'ca' })
  ;[plain, server] = [await PostgresServer.start(), await PostgresServer.start()]
  await server.speakTls(folder)
  ;[unencrypted, database] = [await plain.database(), await server.database()]
})
afterAll(async () => {
  await plain?.stop()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const now = () => 0
/** The server's certificate is for localhost alone. */
const byName = (url: string) => url.replace('127.0.0.1', 'localhost')

/** What the server says of its connections to the database: whether each speaks TLS. */
async function encryption(url: string, ssl: SslParameters): Promise<unknown> {
  try {
    const store = await openPostgresStore({ url, ssl, now })
    await store.graphs.put(graph('a', 'r1'))
    await store.check()
    const rows = await (url.includes(String(plain.port)) ? unencrypted : database).sql(
      `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
       WHERE datname = current_database() AND application_name = 'stowage'`,
    )
    await store.close()
    return rows.map((row) => row.ssl)
  } catch (error) {
    expect(error).toMatchObject({ code: 'store-unavailable' })
    return (error as Error).message
  }
}

const ENCRYPTED = [true]
const OPEN = [false]

describe('a server that speaks TLS', () => {
  it.each([
    ['nothing is said', {}, ENCRYPTED],
    ['disable', { sslmode: 'disable' }, OPEN],
    ['allow', { sslmode: 'allow' }, ENCRYPTED],
    ['prefer', { sslmode: 'prefer' }, ENCRYPTED],
    ['require: not verified', { sslmode: 'require' }, ENCRYPTED],
    ['require, with a CA: verified', { sslmode: 'require', sslrootcert: 'other-ca.crt' }, 'certificate'],
    ['require, with the right CA', { sslmode: 'require', sslrootcert: 'ca.crt' }, ENCRYPTED],
    ['verify-ca, whatever its name', { sslmode: 'verify-ca', sslrootcert: 'ca.crt' }, ENCRYPTED],
    ['verify-ca, another CA', { sslmode: 'verify-ca', sslrootcert: 'other-ca.crt' }, 'certificate'],
    ['verify-ca, no CA', { sslmode: 'verify-ca' }, 'needs an sslrootcert'],
    ['verify-full, another name', { sslmode: 'verify-full', sslrootcert: 'ca.crt' }, 'certificate'],
    ['verify-full, another CA', { sslmode: 'verify-full', sslrootcert: 'other-ca.crt' }, 'certificate'],
    ['verify-full, public CAs', { sslmode: 'verify-full' }, 'certificate'],
    ['system: public CAs, verified in full', { sslrootcert: 'system' }, 'certificate'],
    ['system with a weak mode', { sslmode: 'require', sslrootcert: 'system' }, 'too weak'],
    ['a CA that is not there', { sslmode: 'verify-ca', sslrootcert: 'none.crt' }, 'sslrootcert: ENOENT'],
    ['a certificate without its key', { sslcert: 'client.crt' }, 'go together'],
  ] as const)('%s', async (_, parameters, expected) => {
    const ssl = withFiles(parameters)
    const inSettings = await encryption(database.url, ssl)
    const inAddress = await encryption(`${database.url}?${new URLSearchParams(ssl as Record<string, string>)}`, {})
    expect(inAddress).toEqual(inSettings)
    if (typeof expected === 'string') expect(inSettings).toContain(expected)
    else expect(inSettings).toEqual(expected)
  })

  it('verify-full, the right CA and name', async () => {
    const ssl = withFiles({ sslmode: 'verify-full', sslrootcert: 'ca.crt' })
    expect(await encryption(byName(database.url), ssl)).toEqual(ENCRYPTED)
    const other = withFiles({ sslmode: 'verify-full', sslrootcert: 'other-ca.crt' })
    expect(await encryption(byName(database.url), other)).toContain('the certificate of the server is refused: ')
  })

  it('a client is known by its certificate', async () => {
    const url = database.url.replace('postgres:password@', 'certified@')
    const own = { sslmode: 'require', sslcert: 'client.crt', sslkey: 'client.key' } as const
    expect(await encryption(url, withFiles(own))).toEqual(ENCRYPTED)
    expect(await encryption(url, { sslmode: 'require' })).toContain('certificate')
  })

  it('backups go the same way', async () => {
    const options = { url: database.url, create: true }
    const whole = await openWholePostgres({
      ...options,
      ssl: withFiles({ sslmode: 'verify-ca', sslrootcert: 'ca.crt' }),
    })
    await whole.close()
    const ssl = withFiles({ sslmode: 'verify-ca', sslrootcert: 'other-ca.crt' })
    await expect(openWholePostgres({ ...options, ssl })).rejects.toMatchObject({ code: 'store-unavailable' })
  })
})

describe('a server that speaks none', () => {
  it.each([
    ['nothing is said', {}, OPEN],
    ['prefer', { sslmode: 'prefer' }, OPEN],
    ['require', { sslmode: 'require' }, 'does not support SSL'],
    ['verify-full', { sslmode: 'verify-full' }, 'does not support SSL'],
  ] as const)('%s', async (_, ssl, expected) => {
    const said = await encryption(unencrypted.url, ssl)
    if (typeof expected === 'string') expect(said).toContain(expected)
    else expect(said).toEqual(expected)
  })
})

describe('an address', () => {
  it.each([
    ['postgres://a@b/c', {}, 'postgres://a@b/c', {}],
    ['postgres://a@b/c?application_name=x', {}, 'postgres://a@b/c?application_name=x', {}],
    [
      'postgres://a@b/c?sslmode=require&application_name=x',
      {},
      'postgres://a@b/c?application_name=x',
      { sslmode: 'require' },
    ],
    ['postgres://a@b/c?sslmode=require&uselibpqcompat=true', {}, 'postgres://a@b/c', { sslmode: 'require' }],
    ['postgres://a@b/c?ssl=true', {}, 'postgres://a@b/c', { sslmode: 'require' }],
    ['postgres://a@b/c?ssl=0', {}, 'postgres://a@b/c', { sslmode: 'disable' }],
    [
      'postgres://a:p%40ss@b/c?sslmode=require',
      { sslmode: 'require' },
      'postgres://a:p%40ss@b/c',
      { sslmode: 'require' },
    ],
  ] as const)('%s with %j', (address, settings, url, ssl) => {
    expect(splitAddress(address, settings)).toEqual({ url, ssl })
  })

  it.each([
    ['postgres://a@b/c?sslmode=require', { sslmode: 'disable' }, 'sslmode=require in the address and disable in the'],
    ['postgres://a@b/c?sslmode=no-verify', {}, 'sslmode=no-verify in the address: must be one of disable'],
    ['postgres://a@b/c?sslcrl=x', {}, 'sslcrl in the address is not supported'],
    ['b/c', {}, 'no address of a database'],
  ] as const)('%s with %j is refused', (address, settings, text) => {
    expect(() => splitAddress(address, settings)).toThrow(text)
  })
})

it('the service and the command line take the settings, and name what is wrong', async () => {
  const settings = { DATABASE_URL: database.url, DATABASE_SSLMODE: 'verify-ca' }
  const migrate = (own: Readonly<Record<string, string>>) =>
    run(process.execPath, ['src/cli/main.ts', 'store', 'migrate'], { env: environment({ ...settings, ...own }) })
  expect(await migrate({ DATABASE_SSLROOTCERT: file('ca.crt') })).toMatchObject({ code: 0, stderr: '' })
  const wrong = await migrate({ DATABASE_SSLROOTCERT: file('other-ca.crt') })
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toMatch(/^DATABASE_URL: the certificate of the server is refused: .+\n$/)
  const started = await bounded(
    run(process.execPath, ['src/main.ts'], {
      env: environment({ ...settings, PORT: '0', DATABASE_SSLROOTCERT: file('other-ca.crt') }),
    }),
    'the end',
  )
  expect(started).toMatchObject({ code: 1, stderr: wrong.stderr })
})

function withFiles(ssl: SslParameters): SslParameters {
  const entries = Object.entries(ssl).map(([name, value]) => [
    name,
    name === 'sslmode' || value === 'system' ? value : file(value),
  ])
  return Object.fromEntries(entries)
}
