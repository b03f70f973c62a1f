const UNKNOWN = -1
const FIRST_LENGTHS = 512

/** Token counts of the prefixes of a piece from a length on, with the last token of each. Grows with what is set. */
export class PrefixCounts {
  /** The least length that is here. */
  readonly first: number
  #counts = new Int32Array(FIRST_LENGTHS).fill(UNKNOWN)
  #lasts = new Int32Array(FIRST_LENGTHS)

  constructor(first: number, tokens: number, last: number) {
    this.first = first
    this.set(first, tokens, last)
  }

  /** Tokens of the first `length` bytes, if they are known. */
  at(length: number): number | undefined {
    const count = this.#counts[length - this.first]
    return count === UNKNOWN ? undefined : count
  }

  /** Last token of a length that is known, -1 for no bytes. */
  lastOf(length: number): number {
    return this.#lasts[length - this.first] as number
  }

  set(length: number, tokens: number, last: number): void {
    const place = length - this.first
    if (place >= this.#counts.length) this.#grow(place)
    this.#counts[place] = tokens
    this.#lasts[place] = last
  }

  #grow(place: number): void {
    const counts = new Int32Array(2 * place).fill(UNKNOWN)
    counts.set(this.#counts)
    this.#counts = counts
    const lasts = new Int32Array(2 * place)
    lasts.set(this.#lasts)
    this.#lasts = lasts
  }
}
