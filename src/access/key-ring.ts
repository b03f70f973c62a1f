import { createHash, timingSafeEqual } from 'node:crypto'
import type { Caller } from './caller.ts'
import type { Key } from './keys-file.ts'

/** SHA-256 of a key, as the file of keys holds it. */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The keys that open the service. */
export class KeyRing {
  #entries: readonly { readonly key: Key; readonly caller: Caller }[] = []

  #tenants = 0

  constructor(keys: readonly Key[]) {
    this.replace(keys)
  }

  /** From here on these keys count and no others. */
  replace(keys: readonly Key[]): void {
    this.#entries = keys.map((key) => {
      const { tenant, actions, requestsPerSecond } = key
      return { key, caller: { tenant, actions: new Set(actions), requestsPerSecond } }
    })
    this.#tenants = new Set(keys.map(({ tenant }) => tenant)).size
  }

  get tenants(): number {
    return this.#tenants
  }

  get size(): number {
    return this.#entries.length
  }

  /**
   * Who has this key; undefined for one that is not known, or not any more. Every key is looked at, whichever it is.
   *
   * @param now milliseconds since 1970
   */
  callerOf(presented: string, now: number): Caller | undefined {
    const hash = keyHash(presented)
    let found: { readonly key: Key; readonly caller: Caller } | undefined
    for (const entry of this.#entries) if (timingSafeEqual(entry.key.sha256, hash)) found = entry
    return found !== undefined && now < found.key.expiresAt ? found.caller : undefined
  }
}
