/**
 * Marks on the pages of a graph that one packet needs and the next one must not see. A mark counts only with the
 * stamp of the current epoch, so that nothing is cleared between packets: their cost follows what they hold, not
 * the graph. One scratch serves graphs of any size, one packet at a time.
 */
export class Scratch {
  epoch = 0
  /** As the epoch, for the numbers alone. */
  numbering = 0
  /** Epoch in which the page was reached by the walk. */
  reached = new Uint32Array(0)
  /** Numbering in which `numbers` was set. */
  numbered = new Uint32Array(0)
  /** The page's number in the packet, from 1. */
  numbers = new Uint32Array(0)
  /** Epoch in which `ranks` and `residuals` were set. */
  pushed = new Uint32Array(0)
  ranks = new Float64Array(0)
  residuals = new Float64Array(0)
  /** Epoch in which the page was put in the push's queue and not yet taken out. */
  queued = new Uint32Array(0)

  /** Makes room for `pages` and forgets all marks. */
  begin(pages: number): void {
    if (this.reached.length < pages || this.numbering >= 0xffff_fffe) this.#allocate(pages)
    this.epoch++
    this.numbering++
  }

  #allocate(pages: number): void {
    this.epoch = 0
    this.numbering = 0
    this.reached = new Uint32Array(pages)
    this.numbered = new Uint32Array(pages)
    this.numbers = new Uint32Array(pages)
    this.pushed = new Uint32Array(pages)
    this.queued = new Uint32Array(pages)
    this.ranks = new Float64Array(pages)
    this.residuals = new Float64Array(pages)
  }

  /** Number of a page of the packet; 0 for a page that is not in it. */
  numberOf(page: number): number {
    return this.numbered[page] === this.numbering ? this.numbers[page] : 0
  }

  setNumber(page: number, number: number): true {
    this.numbered[page] = this.numbering
    this.numbers[page] = number
    return true
  }

  /** No page is in the packet any more; the other marks stay. */
  forgetNumbers(): void {
    this.numbering++
  }

  /** Rank of a page; 0 for a page that no push reached. */
  rankOf(page: number): number {
    return this.pushed[page] === this.epoch ? this.ranks[page] : 0
  }
}
