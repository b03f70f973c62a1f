import { isHighSurrogate, isLowSurrogate } from '../plain-text.ts'

export interface Repaired {
  readonly text: string
  /** How many unpaired surrogates became U+FFFD. */
  readonly surrogates: number
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
