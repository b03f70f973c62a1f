import type { CompiledGraph, Rows } from '../../src/core/compiled-graph.ts'
import { randomNumbers } from '../graphs.ts'

/** A link that an author wrote, taken out of the graph: does the packet of the page it leads from hold the page it leads to? */
export interface HeldOut {
  readonly from: number
  readonly to: number
}

/**
 * Links of kind `link` between two pages, at most `limit`, drawn by a fixed seed. Pages are dealt to two halves by that seed too, with
 * all their links: what is chosen by the one half is told by the other.
 */
export function heldOutLinks(graph: CompiledGraph, half: 'tune' | 'test', limit: number): HeldOut[] {
  const { edges, kindNames, pages } = graph
  const random = randomNumbers(2051)
  const isTuned = Array.from({ length: pages }, () => random() < 0.5)
  const all: HeldOut[] = []
  for (let from = 0; from < pages; from++) {
    if (isTuned[from] !== (half === 'tune')) continue
    for (let edge = edges.starts[from]; edge < edges.starts[from + 1]; edge++) {
      const to = edges.ends[edge]
      if (to !== from && kindNames[edges.kinds[edge]] === 'link') all.push({ from, to })
    }
  }
  for (let i = all.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const swapped = all[i]
    all[i] = all[other]
    all[other] = swapped
  }
  return all.slice(0, limit)
}

/** How two pages are joined, seen from one of them: bits. */
export const JOINED = { linkOut: 1, linkIn: 2, otherOut: 4, otherIn: 8 } as const

/** Neighbours as the core has them, and how each is joined. */
export interface JoinedRows extends Rows {
  readonly joined: Uint8Array
}

export function joinedRows({ neighbours, edges, kindNames, pages }: CompiledGraph): JoinedRows {
  const joined = new Uint8Array(neighbours.ends.length)
  const mark = (page: number, other: number, bit: number) => {
    joined[placeOf(neighbours, page, other)] |= bit
  }
  for (let page = 0; page < pages; page++) {
    for (let edge = edges.starts[page]; edge < edges.starts[page + 1]; edge++) {
      const isLink = kindNames[edges.kinds[edge]] === 'link'
      mark(page, edges.ends[edge], isLink ? JOINED.linkOut : JOINED.otherOut)
      mark(edges.ends[edge], page, isLink ? JOINED.linkIn : JOINED.otherIn)
    }
  }
  return { ...neighbours, joined }
}

/** The rows without the link; the two pages stay neighbours where something else joins them. */
export function withoutLink(rows: JoinedRows, { from, to }: HeldOut): JoinedRows {
  const there = placeOf(rows, from, to)
  const back = placeOf(rows, to, from)
  const joined = rows.joined.slice()
  joined[there] &= ~JOINED.linkOut
  joined[back] &= ~JOINED.linkIn
  if (joined[there] !== 0) return { ...rows, joined }
  const [first, second] = there < back ? [there, back] : [back, there]
  const [low, high] = from < to ? [from, to] : [to, from]
  const ends = without(rows.ends, first, second)
  const starts = rows.starts.map((start, page) => start - (page > high ? 2 : page > low ? 1 : 0))
  return { starts, ends, joined: without(joined, first, second) }
}

function without<T extends Uint32Array | Uint8Array>(values: T, first: number, second: number): T {
  const rest = values.slice(0, values.length - 2) as T
  rest.set(values.subarray(first + 1, second), first)
  rest.set(values.subarray(second + 1), second - 1)
  return rest
}

function placeOf({ starts, ends }: Rows, page: number, other: number): number {
  let low = starts[page]
  let high = starts[page + 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle] < other) low = middle + 1
    else high = middle
  }
  if (ends[low] !== other) throw new Error(`page ${other} is no neighbour of ${page}`)
  return low
}
