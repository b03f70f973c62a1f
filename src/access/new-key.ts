import { randomBytes } from 'node:crypto'
import { isSeq, parseDocument } from 'yaml'
import type { Action } from './caller.ts'
import { keyHash } from './key-ring.ts'
import { parseKeys } from './keys-file.ts'

/** What a file of keys says of one, in the order in which a person reads it. */
export interface KeyEntry {
  readonly id: string
  readonly sha256: string
  readonly tenant: string
  readonly actions: readonly Action[]
  readonly expires?: string
}

/** A key of 256 random bits. Its id stands in it, so that a key that turns up somewhere can be told. */
export function newKey(of: Omit<KeyEntry, 'sha256'>): { readonly key: string; readonly entry: KeyEntry } {
  const key = `stowage_${of.id}_${randomBytes(32).toString('base64url')}`
  const { id, ...rest } = of
  return { key, entry: { id, sha256: keyHash(key).toString('hex'), ...rest } }
}

/**
 * The text of a file of keys with one more; its comments stay.
 *
 * @param source empty for a new file
 * @throws ConfigError where the file, or the entry in it, cannot be used
 */
export function withKey(source: string, entry: KeyEntry, file: string): string {
  if (source.trim() !== '') parseKeys(source, file)
  const document = parseDocument(source.trim() === '' ? 'keys: []\n' : source)
  document.addIn(['keys'], document.createNode(entry))
  const keys = document.get('keys')
  // An empty list is written as [], and what comes into it would follow it there.
  if (isSeq(keys)) keys.flow = false
  const text = document.toString({ flowCollectionPadding: false, lineWidth: 0 })
  parseKeys(text, file)
  return text
}
