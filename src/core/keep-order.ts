import type { CompiledGraph } from './compiled-graph.ts'
import { pushRank } from './push-rank.ts'
import type { Scratch } from './scratch.ts'

/** What a step wants around it. Pages are distinct and in the step's order. */
export interface Wanted {
  /** At least one. */
  readonly targets: readonly number[]
  readonly requested: readonly number[]
  /** Links; pages farther than this from every target are no candidates, unless they are targets or requested. */
  readonly maxDistance: number
}

/** Distance of the pages that the step names: they come first, wherever they lie. */
export const NAMED = -1

/** A page of the keep order and its distance from the nearest target; {@link NAMED}, or Infinity where no chain leads there. */
export type Visit = (page: number, distance: number) => boolean

/**
 * Visits the candidates in keep order: first target, requested pages, other targets, then every other candidate by
 * distance, at one distance by personalised PageRank, then by path; unreachable pages last, by path. Stops when
 * `visit` answers false, and has then looked no farther than the neighbours of the last whole ring.
 *
 * @param scratch begun for this packet
 */
export function walkKeepOrder(graph: CompiledGraph, wanted: Wanted, scratch: Scratch, visit: Visit): void {
  const head = new Set([wanted.targets[0], ...wanted.requested, ...wanted.targets])
  for (const page of head) if (!visit(page, NAMED)) return

  pushRank(graph.neighbours, wanted.targets, scratch)
  for (const target of wanted.targets) scratch.reach(target)
  let ring: Ring = { ranked: wanted.targets, others: [], runs: [] }
  for (let distance = 1; distance <= wanted.maxDistance; distance++) {
    ring = nextRing(graph, ring, scratch)
    if (ring.ranked.length + ring.others.length === 0) break
    // Whatever has a rank comes before all that has none: of a large ring only a few are looked at twice.
    for (const make of [() => new ByRank(ring.ranked.slice(), scratch), () => new ByPath(ring)]) {
      const order = make()
      for (let page = order.next(); page !== undefined; page = order.next()) {
        if (!head.has(page) && !visit(page, distance)) return
      }
    }
  }
  if (wanted.maxDistance !== Number.POSITIVE_INFINITY) return
  for (let page = 0; page < graph.pages; page++) {
    if (!scratch.isReached(page) && !head.has(page) && !visit(page, Number.POSITIVE_INFINITY)) return
  }
}

/** Pages at one distance: those that the push gave a rank, and all others. */
interface Ring {
  readonly ranked: readonly number[]
  /** One run behind the other, each ascending: the neighbours of one page of the ring before. */
  readonly others: readonly number[]
  /** Where in `others` each run begins; none is empty. */
  readonly runs: readonly number[]
}

function nextRing({ neighbours }: CompiledGraph, ring: Ring, scratch: Scratch): Ring {
  const { starts, ends } = neighbours
  const ranked: number[] = []
  const others: number[] = []
  const runs: number[] = []
  for (const part of [ring.ranked, ring.others]) {
    for (const page of part) {
      const run = others.length
      const rowEnd = starts[page + 1]
      for (let at = starts[page]; at < rowEnd; at++) {
        const end = ends[at]
        if (scratch.isReached(end)) continue
        scratch.reach(end)
        if (scratch.isRanked(end)) ranked.push(end)
        else others.push(end)
      }
      if (others.length > run) runs.push(run)
    }
  }
  return { ranked, others, runs }
}

/** A heap of numbers, the first by some order on top. */
abstract class Heap {
  protected readonly heap: number[]

  /** @param items taken over */
  constructor(items: number[]) {
    this.heap = items
  }

  protected abstract isBefore(a: number, b: number): boolean

  protected build(): void {
    for (let at = (this.heap.length >> 1) - 1; at >= 0; at--) this.sink(at)
  }

  /** Takes the top away. */
  protected pop(): void {
    const last = this.heap.pop()
    if (last === undefined || this.heap.length === 0) return
    this.heap[0] = last
    this.sink(0)
  }

  protected sink(from: number): void {
    const { heap } = this
    const item = heap[from]
    let at = from
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && this.isBefore(heap[child + 1], heap[child])) child++
      if (!this.isBefore(heap[child], item)) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = item
  }
}

/** Pages by rank, highest first, then by path, one at a time: of a ring that does not fit only the first few are asked for. */
class ByRank extends Heap {
  readonly #scratch: Scratch

  constructor(pages: number[], scratch: Scratch) {
    super(pages)
    this.#scratch = scratch
    this.build()
  }

  next(): number | undefined {
    const first = this.heap[0]
    this.pop()
    return first
  }

  protected isBefore(a: number, b: number): boolean {
    const difference = this.#scratch.rankOf(b) - this.#scratch.rankOf(a)
    return difference < 0 || (difference === 0 && a < b)
  }
}

/** The pages without a rank by path, merged from their runs: a hub's many neighbours are one run, and cost nothing ahead. */
class ByPath extends Heap {
  readonly #others: readonly number[]
  /** For each run the place of its next page; of one that has ended its end. */
  readonly #places: number[]
  readonly #ends: readonly number[]

  constructor({ others, runs }: Ring) {
    super(runs.map((_, run) => run))
    this.#others = others
    this.#places = runs.slice()
    this.#ends = runs.map((_, run) => runs[run + 1] ?? others.length)
    this.build()
  }

  next(): number | undefined {
    const run = this.heap[0]
    if (run === undefined) return undefined
    const page = this.#others[this.#places[run]++]
    if (this.#places[run] === this.#ends[run]) this.pop()
    else this.sink(0)
    return page
  }

  protected isBefore(a: number, b: number): boolean {
    return this.#others[this.#places[a]] < this.#others[this.#places[b]]
  }
}
