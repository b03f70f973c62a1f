/** Places in the record of a page that the push reached: two doubles, then whole numbers. Two records fill a cache line. */
const DOUBLES = 4
const WORDS = 2 * DOUBLES
const RANK = 0
const RESIDUAL = 1
const PAGE = 4
const QUEUED = 5

const FEWEST_RECORDS = 2048
const LAST_EPOCH = 0xffff

/**
 * Marks on the pages of a graph that one packet needs and the next one must not see. Nothing is cleared page by page between
 * packets: their cost follows what they hold, not the graph. What is looked up by page is small, and what the push
 * writes lies together in the order it was met, so that a packet from a large graph touches little memory that is in no
 * cache. One scratch serves graphs of any size, one packet at a time.
 *
 * Source of the records: P. Briggs, L. Torczon, "An efficient representation for sparse sets", LOPLAS 1993.
 */
export class Scratch {
  /** By page the epoch in which the walk reached it last. */
  #reached = new Uint16Array(0)
  #epoch = 0
  /** By page its number in the packet. */
  #numbers = new Int32Array(0)
  #numbered: number[] = []
  /** By page where its record is: that counts only if the record there is in use and names the page. */
  #places = new Int32Array(0)
  /** Words of the records in use. */
  #used = 0
  #doubles = new Float64Array(FEWEST_RECORDS * DOUBLES)
  #words = new Int32Array(this.#doubles.buffer)

  /** Makes room for `pages` and forgets all marks. */
  begin(pages: number): void {
    this.forgetNumbers()
    this.#used = 0
    if (this.#places.length < pages || this.#epoch === LAST_EPOCH) this.#allocate(pages)
    this.#epoch++
  }

  #allocate(pages: number): void {
    this.#epoch = 0
    this.#reached = new Uint16Array(pages)
    this.#numbers = new Int32Array(pages)
    this.#places = new Int32Array(pages)
  }

  /** Whether the walk has reached the page. */
  isReached(page: number): boolean {
    return this.#reached[page] === this.#epoch
  }

  reach(page: number): void {
    this.#reached[page] = this.#epoch
  }

  /** Whether the push gave the page a rank. */
  isRanked(page: number): boolean {
    return this.#find(page) !== undefined
  }

  /** Rank of a page; 0 for a page that no push reached. */
  rankOf(page: number): number {
    const record = this.#find(page)
    return record === undefined ? 0 : this.#doubles[(record >> 1) + RANK]
  }

  /** The record of a page that the push has reached. */
  #find(page: number): number | undefined {
    const record = this.#places[page]
    return record < this.#used && this.#words[record + PAGE] === page ? record : undefined
  }

  /** The record of a page that the push reaches, new where it has none; good until the next packet. */
  recordOf(page: number): number {
    const known = this.#find(page)
    if (known !== undefined) return known
    const record = this.#used
    if (record === this.#words.length) this.#grow()
    this.#used += WORDS
    this.#places[page] = record
    this.#words[record + PAGE] = page
    this.#words[record + QUEUED] = 0
    this.#doubles[(record >> 1) + RANK] = 0
    this.#doubles[(record >> 1) + RESIDUAL] = 0
    return record
  }

  #grow(): void {
    const doubles = new Float64Array(2 * this.#doubles.length)
    doubles.set(this.#doubles)
    this.#doubles = doubles
    this.#words = new Int32Array(doubles.buffer)
  }

  /** The page of a record. */
  pageOf(record: number): number {
    return this.#words[record + PAGE]
  }

  addRank(record: number, amount: number): void {
    this.#doubles[(record >> 1) + RANK] += amount
  }

  /** What the push has still to hand on from a page. */
  residualOf(record: number): number {
    return this.#doubles[(record >> 1) + RESIDUAL]
  }

  setResidual(record: number, amount: number): void {
    this.#doubles[(record >> 1) + RESIDUAL] = amount
  }

  /** Whether the page is in the push's queue and not yet taken out. */
  isQueued(record: number): boolean {
    return this.#words[record + QUEUED] === 1
  }

  setQueued(record: number, isQueued: boolean): void {
    this.#words[record + QUEUED] = isQueued ? 1 : 0
  }

  /** Adds to each rank this share of what the push has still to hand on. */
  settleRanks(share: number): void {
    for (let record = 0; record < this.#used; record += WORDS) {
      this.addRank(record, share * this.residualOf(record))
    }
  }

  /** Number of a page of the packet; 0 for a page that is not in it. */
  numberOf(page: number): number {
    return this.#numbers[page]
  }

  /** @param number at least 1 */
  setNumber(page: number, number: number): true {
    if (this.#numbers[page] === 0) this.#numbered.push(page)
    this.#numbers[page] = number
    return true
  }

  /** No page is in the packet any more; the other marks stay. */
  forgetNumbers(): void {
    for (const page of this.#numbered) this.#numbers[page] = 0
    this.#numbered = []
  }
}
