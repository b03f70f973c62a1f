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
  const { reached, epoch } = scratch
  for (const target of wanted.targets) reached[target] = epoch
  let ring: readonly number[] = wanted.targets
  for (let distance = 1; distance <= wanted.maxDistance; distance++) {
    ring = nextRing(graph, ring, scratch)
    if (ring.length === 0) break
    const order = new RingOrder(
      ring.filter((page) => !head.has(page)),
      scratch,
    )
    for (let page = order.next(); page !== undefined; page = order.next()) if (!visit(page, distance)) return
  }
  if (wanted.maxDistance !== Number.POSITIVE_INFINITY) return
  for (let page = 0; page < graph.pages; page++) {
    if (reached[page] !== epoch && !head.has(page) && !visit(page, Number.POSITIVE_INFINITY)) return
  }
}

function nextRing({ neighbours }: CompiledGraph, ring: readonly number[], { reached, epoch }: Scratch): number[] {
  const { starts, ends } = neighbours
  const next: number[] = []
  for (const page of ring) {
    for (let at = starts[page]; at < starts[page + 1]; at++) {
      const end = ends[at]
      if (reached[end] === epoch) continue
      reached[end] = epoch
      next.push(end)
    }
  }
  return next
}

/**
 * The pages of a ring by rank, highest first, then by path, one at a time: a heap, since of a ring that does not fit
 * only the first few are asked for.
 */
class RingOrder {
  readonly #heap: number[]
  readonly #scratch: Scratch

  constructor(ring: number[], scratch: Scratch) {
    this.#heap = ring
    this.#scratch = scratch
    for (let at = (ring.length >> 1) - 1; at >= 0; at--) this.#sink(at)
  }

  next(): number | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return last
    this.#heap[0] = last
    this.#sink(0)
    return first
  }

  #sink(from: number): void {
    const heap = this.#heap
    const page = heap[from]
    let at = from
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && this.#isBefore(heap[child + 1], heap[child])) child++
      if (!this.#isBefore(heap[child], page)) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = page
  }

  #isBefore(a: number, b: number): boolean {
    const difference = this.#scratch.rankOf(b) - this.#scratch.rankOf(a)
    return difference < 0 || (difference === 0 && a < b)
  }
}
