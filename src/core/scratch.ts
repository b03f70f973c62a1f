/** Places in the record of a page: two doubles, then whole numbers. A record fills a cache line, so that a page costs one. */
const DOUBLES = 8
const WORDS = 2 * DOUBLES
const RANK = 0
const RESIDUAL = 1
const REACHED = 4
const PUSHED = 5
const QUEUED = 6
const NUMBERED = 7
const NUMBER = 8

/**
 * Marks on the pages of a graph that one packet needs and the next one must not see. A mark counts only with the
 * stamp of the current epoch, so that nothing is cleared between packets: their cost follows what they hold, not
 * the graph. One scratch serves graphs of any size, one packet at a time.
 */
export class Scratch {
  #epoch = 0
  /** As the epoch, for the numbers alone. */
  #numbering = 0
  #pages = 0
  #doubles = new Float64Array(0)
  #words = new Uint32Array(0)

  /** Makes room for `pages` and forgets all marks. */
  begin(pages: number): void {
    if (this.#pages < pages || this.#numbering >= 0xffff_fffe) this.#allocate(pages)
    this.#epoch++
    this.#numbering++
  }

  #allocate(pages: number): void {
    this.#epoch = 0
    this.#numbering = 0
    this.#pages = pages
    this.#doubles = new Float64Array(pages * DOUBLES)
    this.#words = new Uint32Array(this.#doubles.buffer)
  }

  /** Whether the walk has reached the page. */
  isReached(page: number): boolean {
    return this.#words[page * WORDS + REACHED] === this.#epoch
  }

  reach(page: number): void {
    this.#words[page * WORDS + REACHED] = this.#epoch
  }

  /** Whether the push gave the page a rank. */
  isRanked(page: number): boolean {
    return this.#words[page * WORDS + PUSHED] === this.#epoch
  }

  /** Rank of a page; 0 for a page that no push reached. */
  rankOf(page: number): number {
    return this.isRanked(page) ? this.#doubles[page * DOUBLES + RANK] : 0
  }

  /** @param amount added to the rank of a page that the push has reached */
  addRank(page: number, amount: number): void {
    this.#doubles[page * DOUBLES + RANK] += amount
  }

  /** What the push has still to hand on from a page that it has reached. */
  residualOf(page: number): number {
    return this.#doubles[page * DOUBLES + RESIDUAL]
  }

  clearResidual(page: number): void {
    this.#doubles[page * DOUBLES + RESIDUAL] = 0
  }

  /** @returns whether the push reaches the page for the first time */
  addResidual(page: number, amount: number): boolean {
    const at = page * DOUBLES
    const word = page * WORDS + PUSHED
    if (this.#words[word] === this.#epoch) {
      this.#doubles[at + RESIDUAL] += amount
      return false
    }
    this.#words[word] = this.#epoch
    this.#doubles[at + RANK] = 0
    this.#doubles[at + RESIDUAL] = amount
    return true
  }

  /** Whether the page is in the push's queue and not yet taken out. */
  isQueued(page: number): boolean {
    return this.#words[page * WORDS + QUEUED] === this.#epoch
  }

  setQueued(page: number, isQueued: boolean): void {
    this.#words[page * WORDS + QUEUED] = isQueued ? this.#epoch : 0
  }

  /** Number of a page of the packet; 0 for a page that is not in it. */
  numberOf(page: number): number {
    const at = page * WORDS
    return this.#words[at + NUMBERED] === this.#numbering ? this.#words[at + NUMBER] : 0
  }

  setNumber(page: number, number: number): true {
    const at = page * WORDS
    this.#words[at + NUMBERED] = this.#numbering
    this.#words[at + NUMBER] = number
    return true
  }

  /** No page is in the packet any more; the other marks stay. */
  forgetNumbers(): void {
    this.#numbering++
  }
}
