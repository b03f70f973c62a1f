import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { parseYaml, readSettingsFile, repeats } from '../yaml-file.ts'
import { ACTIONS, type Action } from './caller.ts'

/** Each request is held against every key, so that the time tells nothing. */
export const MOST_KEYS = 1000

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
/** Ids of keys, and tenants. */
export const KeyName = z
  .string()
  .regex(NAME, 'must be 1 to 64 lower-case letters, digits, dots, dashes or underscores, a letter or digit first')

const KeyEntry = z.strictObject({
  id: KeyName,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the key, in 64 lower-case hexadecimal digits'),
  tenant: KeyName,
  actions: z.array(z.enum(ACTIONS)).min(1),
  expires: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional(),
})

const TenantEntry = z.strictObject({ name: KeyName, requestsPerSecond: z.int().min(1).max(1_000_000) })

const KeysFile = z.strictObject({
  keys: z.array(KeyEntry).max(MOST_KEYS),
  tenants: z.array(TenantEntry).max(MOST_KEYS).optional(),
})

/** A key as the service knows it: it can tell the key when it sees it, and cannot name it. */
export interface Key {
  readonly id: string
  readonly sha256: Buffer
  readonly tenant: string
  readonly actions: readonly Action[]
  /** Of its tenant; undefined where the file gives none. */
  readonly requestsPerSecond: number | undefined
  /** Milliseconds since 1970 from which on it is a key no more. */
  readonly expiresAt: number
}

/**
 * The keys of a YAML or JSON file. A date without a time is its beginning in UTC.
 *
 * @throws ConfigError naming the file, the line and the field
 */
export function loadKeys(file: string): Key[] {
  return parseKeys(readSettingsFile('API_KEYS_FILE', file), file)
}

/** @throws ConfigError naming the file, the line and the field */
export function parseKeys(source: string, file: string): Key[] {
  // A key that was written in place of its hash does not stand in the error.
  const { value, placeOf } = parseYaml(source, file, KeysFile, (path) => path.at(-1) !== 'sha256')
  const { keys, tenants = [] } = value
  const faults = [
    ...repeats(keys, 'keys', 'id').map(
      ({ path, value }) => `${placeOf(path)}: ${JSON.stringify(value)} is there already`,
    ),
    ...repeats(keys, 'keys', 'sha256').map(({ path }) => `${placeOf(path)}: is that of a key above`),
    ...repeats(tenants, 'tenants', 'name').map(
      ({ path, value }) => `${placeOf(path)}: ${JSON.stringify(value)} is there already`,
    ),
    ...tenants.flatMap(({ name }, at) =>
      keys.some(({ tenant }) => tenant === name)
        ? []
        : [`${placeOf(['tenants', at, 'name'])}: ${JSON.stringify(name)} is the tenant of no key`],
    ),
  ]
  if (faults.length > 0) throw new ConfigError(faults)
  const rates = new Map(tenants.map(({ name, requestsPerSecond }) => [name, requestsPerSecond]))
  return keys.map(({ id, sha256, tenant, actions, expires }) => ({
    id,
    sha256: Buffer.from(sha256, 'hex'),
    tenant,
    actions,
    requestsPerSecond: rates.get(tenant),
    expiresAt: expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires),
  }))
}
