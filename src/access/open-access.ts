import { type Rate, TokenBuckets } from '../admission/token-buckets.ts'
import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { KeyRing } from './key-ring.ts'
import { loadKeys } from './keys-file.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/** The keys that open the service, and who tried others. */
export interface Access {
  readonly keys: KeyRing
  readonly attempts: TokenBuckets
  readonly attemptRate: Rate
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Reads the file again. @throws ConfigError; the keys that were there stay */
  reload(): void
}

/**
 * What the settings say of who may use the service; undefined where anyone may, who then reaches it on loopback alone.
 *
 * @throws ConfigError where the file of keys cannot be used, or a service without keys would be open to others
 */
export function openAccess(config: Config): Access | undefined {
  const { apiKeysFile, allowAnonymous, host } = config
  if (apiKeysFile !== undefined) {
    const keys = new KeyRing(loadKeys(apiKeysFile))
    const attemptRate = { capacity: config.keyAttemptsPerMinute, fillMs: 60_000 }
    return {
      keys,
      attempts: new TokenBuckets(),
      attemptRate,
      now: Date.now,
      reload: () => keys.replace(loadKeys(apiKeysFile)),
    }
  }
  if (allowAnonymous || LOOPBACK.test(host)) return undefined
  const advice = 'name a file of keys in API_KEYS_FILE, or set ALLOW_ANONYMOUS=true to let anyone do everything'
  throw new ConfigError([`HOST=${host}: without keys the service listens on loopback alone; ${advice}`])
}
