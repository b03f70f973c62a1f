import { isHighSurrogate, isLowSurrogate } from '../plain-text.ts'

export interface Repaired {
  readonly text: string
  /** How many unpaired surrogates became U+FFFD. */
  readonly surrogates: number
}

/** What becomes of U+0000, which no text of PostgreSQL holds: it goes, or U+FFFD takes its place. */
export type NulRepair = 'remove' | 'replace'

export interface StorableText extends Repaired {
  /** How many U+0000 were removed or replaced. */
  readonly nul: number
}

/**
 * A text that PostgreSQL takes as `text`, as `varchar` and, as a JSON string, as `jsonb`, and gives back equal: no
 * U+0000, no unpaired surrogate. NUL goes first, so that what it stood between can be a pair again. The six
 * characters of an escape in JSON source are no NUL and stay. Idempotent and linear.
 */
export function storableText(text: string, nul: NulRepair = 'remove'): StorableText {
  const parts = text.includes('\0') ? text.split('\0') : [text]
  return { ...repairSurrogates(parts.join(nul === 'remove' ? '' : '\uFFFD')), nul: parts.length - 1 }
}

/** No database column and no model takes half a surrogate pair: each becomes U+FFFD, and is counted. */
export function repairSurrogates(text: string): Repaired {
  if (text.isWellFormed()) return { text, surrogates: 0 }
  let surrogates = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) at++
    else if (isHighSurrogate(unit) || isLowSurrogate(unit)) surrogates++
  }
  return { text: text.toWellFormed(), surrogates }
}
