import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import type { TokenCounter } from '../core/tokens.ts'

// The merge cache keeps slices of request bodies alive, and with them the bodies.
setMergeCacheSize(0)

const AS_ORDINARY_TEXT = { disallowedSpecial: new Set<string>() }

/** Exact for `o200k_base`. Quadratic on unbroken runs of one class of characters, so callers bound the length of a text. */
export const o200kBaseCounter: TokenCounter = {
  encoding: 'o200k_base',
  count: (text) => countTokens(text, AS_ORDINARY_TEXT),
}
