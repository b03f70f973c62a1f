import { readFile } from 'node:fs/promises'
import pg, { type ClientConfig } from 'pg'
import { SSL_MODES, type SslMode } from './ssl-mode.ts'
import { StoreError } from './store-error.ts'

/** Each may stand in the address instead, under its own name: https://www.postgresql.org/docs/current/libpq-ssl.html */
export interface SslParameters {
  readonly sslmode?: SslMode | undefined
  /** File with the certificates of the CAs that may have signed the server's; `system` for those that Node trusts. */
  readonly sslrootcert?: string | undefined
  /** Files with the client's certificate and its key. */
  readonly sslcert?: string | undefined
  readonly sslkey?: string | undefined
}

const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const
/** Ways of pg to say what `sslmode` says. */
const DROPPED = ['ssl', 'uselibpqcompat']

/**
 * The address without what it says of TLS, and what it and the settings say. pg itself reads these parameters otherwise
 * than libpq does, and lets them undo what it is told beside the address.
 *
 * @throws StoreError `store-unavailable` for an address or parameters that mean nothing, or that contradict the settings
 */
export function splitAddress(address: string, settings: SslParameters): { url: string; ssl: SslParameters } {
  if (!URL.canParse(address)) throw refused('this is no address of a database: postgres://user@host/database')
  const url = new URL(address)
  const given = url.searchParams
  const names = [...given.keys()].filter((name) => name.startsWith('ssl') || DROPPED.includes(name))
  if (names.length === 0) return { url: address, ssl: settings }
  const unknown = names.find((name) => !(PARAMETERS as readonly string[]).includes(name) && !DROPPED.includes(name))
  if (unknown !== undefined) throw refused(`${unknown} in the address is not supported`)
  const ssl: Record<string, string | undefined> = { ...settings }
  for (const name of PARAMETERS) {
    const value = given.get(name) ?? (name === 'sslmode' ? modeOfPg(given.get('ssl')) : undefined)
    if (value === undefined) continue
    if (ssl[name] !== undefined && ssl[name] !== value) {
      throw refused(`${name}=${value} in the address and ${ssl[name]} in the settings differ; set one`)
    }
    ssl[name] = value
  }
  const { sslmode } = ssl
  if (sslmode !== undefined && !(SSL_MODES as readonly string[]).includes(sslmode)) {
    throw refused(`sslmode=${sslmode} in the address: must be one of ${SSL_MODES.join(', ')}`)
  }
  for (const name of names) given.delete(name)
  return { url: url.href, ssl: ssl as SslParameters }
}

function modeOfPg(ssl: string | null): SslMode | undefined {
  if (ssl === null) return undefined
  return ssl === '0' || ssl === 'false' ? 'disable' : 'require'
}

/**
 * What node:tls takes. Where libpq would look for files in the home folder, none is taken: `verify-full` then trusts
 * whom Node trusts.
 *
 * @throws StoreError `store-unavailable` where a file cannot be read, or the mode needs one that is not given
 */
export async function tlsOptions(mode: SslMode, ssl: SslParameters): Promise<ClientConfig['ssl']> {
  if (mode === 'disable') return false
  const { sslrootcert, sslcert, sslkey } = ssl
  if ((sslcert === undefined) !== (sslkey === undefined))
    throw refused('sslcert and sslkey go together: one is missing')
  const own = { ...(await readAs('cert', 'sslcert', sslcert)), ...(await readAs('key', 'sslkey', sslkey)) }
  if (sslrootcert === 'system' && mode !== 'verify-full') {
    throw refused(`sslmode=${mode} is too weak for sslrootcert=system: anyone can have a certificate of a public CA`)
  }
  const root = sslrootcert === 'system' ? {} : await readAs('ca', 'sslrootcert', sslrootcert)
  if (mode === 'verify-full') return { ...own, ...root, rejectUnauthorized: true }
  if (mode === 'verify-ca' && sslrootcert === undefined) throw refused('sslmode=verify-ca needs an sslrootcert')
  // As libpq: with a CA at hand `require` verifies too.
  const verifies = mode === 'verify-ca' || (mode === 'require' && sslrootcert !== undefined)
  if (verifies) return { ...own, ...root, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  return { ...own, rejectUnauthorized: false }
}

async function readAs(option: string, parameter: string, file: string | undefined): Promise<Record<string, string>> {
  if (file === undefined) return {}
  try {
    return { [option]: await readFile(file, 'utf8') }
  } catch (cause) {
    throw new StoreError('store-unavailable', `${parameter}: ${(cause as Error).message}`, { cause })
  }
}

/** Mode where none is said: TLS with those servers that speak it. */
export function modeOf({ sslmode, sslrootcert }: SslParameters): SslMode {
  return sslmode ?? (sslrootcert === 'system' ? 'verify-full' : 'prefer')
}

/** Whether the server speaks TLS. @throws what pg throws for a connection that fails for another reason */
export async function speaksTls(config: ClientConfig): Promise<boolean> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if ((error as Error).message === NO_TLS) return false
    throw error
  }
}

/** What pg says where the server does not. */
const NO_TLS = 'The server does not support SSL connections'

/** A socket of this machine carries no TLS. */
export function isSocket(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return protocol === 'socket:' || host.startsWith('/')
}

function refused(message: string): StoreError {
  return new StoreError('store-unavailable', message)
}
