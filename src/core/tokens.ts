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
}
