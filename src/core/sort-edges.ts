import type { CompiledGraph } from './compiled-graph.ts'
import { grouped } from './grouped.ts'

/** Told of each link that is not like the others. */
export interface EdgeNotes {
  repeated(from: number, to: number): void
  self(page: number): void
}

/**
 * Links by source, then end, then kind, each once.
 *
 * @param from source, and likewise end and kind, of each link
 * @returns with how many pages have a link of their own
 */
export function sortEdges(
  from: Uint32Array,
  to: Uint32Array,
  kind: Uint32Array,
  pages: number,
  notes: EdgeNotes,
): { edges: CompiledGraph['edges']; sources: number } {
  const { starts: rows, items } = grouped(from, pages)
  const starts = new Uint32Array(pages + 1)
  const ends = new Uint32Array(items.length)
  const kinds = new Uint32Array(items.length)
  const inOrder = (a: number, b: number) => to[a] - to[b] || kind[a] - kind[b]
  let kept = 0
  let sources = 0
  for (let page = 0; page < pages; page++) {
    sortRow(items, rows[page], rows[page + 1], inOrder)
    for (let at = rows[page]; at < rows[page + 1]; at++) {
      const edge = items[at]
      if (kept > starts[page] && to[edge] === ends[kept - 1] && kind[edge] === kinds[kept - 1]) {
        notes.repeated(page, to[edge])
        continue
      }
      if (to[edge] === page) notes.self(page)
      ends[kept] = to[edge]
      kinds[kept] = kind[edge]
      kept++
    }
    if (kept > starts[page]) sources++
    starts[page + 1] = kept
  }
  return { edges: { starts, ends: ends.slice(0, kept), kinds: kinds.slice(0, kept) }, sources }
}

/** A longer row is worth the platform's sort. */
const SHORT_ROW = 16

function sortRow(items: Uint32Array, start: number, end: number, inOrder: (a: number, b: number) => number): void {
  if (end - start > SHORT_ROW) {
    items.subarray(start, end).sort(inOrder)
    return
  }
  for (let i = start + 1; i < end; i++) {
    const item = items[i]
    let at = i
    for (; at > start && inOrder(items[at - 1], item) > 0; at--) items[at] = items[at - 1]
    items[at] = item
  }
}
