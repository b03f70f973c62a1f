import { createHash } from 'node:crypto'
import type { Digest } from './core/graph-builder.ts'

/** Enough to tell revisions of one documentation apart, and few tokens in the packet's first line. */
const HEX_DIGITS = 16
const BATCH = 65_536

/** SHA-256 over the chunks, in hexadecimal. */
export const wholeDigest: Digest = (chunks) => {
  const hash = createHash('sha256')
  let batch = ''
  for (const chunk of chunks) {
    batch += chunk
    if (batch.length < BATCH) continue
    hash.update(batch)
    batch = ''
  }
  return hash.update(batch).digest('hex')
}

/** Its first 64 bits: a name for a revision. */
export const contentDigest: Digest = (chunks) => wholeDigest(chunks).slice(0, HEX_DIGITS)
