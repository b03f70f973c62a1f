/** Encodings with an exact counter. `o200k_harmony` differs from `o200k_base` in special tokens alone, which count as text. */
export const EXACT_ENCODINGS = ['o200k_base', 'cl100k_base', 'o200k_harmony'] as const

/** Estimates, for models without a public tokenizer. */
export const ESTIMATES = ['estimate_characters', 'estimate_bytes', 'estimate_scripts'] as const

/** All names that a step, a model or the setting can give. */
export const TOKEN_ENCODINGS = [...EXACT_ENCODINGS, ...ESTIMATES] as const

export type ExactEncoding = (typeof EXACT_ENCODINGS)[number]
export type TokenEncoding = (typeof TOKEN_ENCODINGS)[number]

/**
 * The port through which the core counts tokens.
 *
 * The cost of a packet is a sum of the counts of its pieces, so an implementation must split text at least
 * at these borders: after a line feed that is followed by a digit or an upper-case letter, and between a
 * character that is no white space and the space after it. The pre-tokenisers of `o200k_base` and
 * `cl100k_base` do, and so does a counter for which each character is a token.
 */
export interface TokenCounter {
  /** Name of the encoding, as the answer shows it, for example `o200k_base`. */
  readonly encoding: string

  /**
   * Exact number of tokens of `text`, in linear time where the implementation says so.
   * Text that looks like a special token counts as ordinary text.
   */
  count(text: string): number

  /**
   * Tokens of text in UTF-8. Bytes that are no UTF-8 count as the U+FFFD that a decoder puts in their place, and a
   * byte order mark counts as U+FEFF.
   */
  countBytes(bytes: Uint8Array): number
}

/** A counter that also cuts text to a number of tokens. Limits are integers from 0 on. */
export interface TokenCutter extends TokenCounter {
  /** `count(text)` where that is at most `limit`, else `limit + 1`. The cost follows the limit, not the text. */
  countUpTo(text: string, limit: number): number

  /**
   * The longest prefix of at most `limit` tokens that ends where the pre-tokeniser cuts, or inside a piece that alone
   * has more than `limit` tokens: there it ends between two code points. The cost follows the limit, not the text.
   */
  cut(text: string, limit: number): string

  /**
   * As {@link cut}, the longest suffix. The cost follows the limit too, but a run of numbers before it is read to its start:
   * they are tokens by threes from there on.
   */
  cutTail(text: string, limit: number): string
}
