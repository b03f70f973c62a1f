import type { Rows } from './compiled-graph.ts'
import { countingSort, indices } from './counting-sort.ts'

/** The distinct pages joined to each page by an edge in either direction, itself among them where it links to itself. */
export function neighbourRows(edges: Rows, pages: number): Rows {
  const count = edges.ends.length
  const near = new Uint32Array(2 * count)
  const far = new Uint32Array(2 * count)
  for (let page = 0; page < pages; page++) {
    for (let edge = edges.starts[page]; edge < edges.starts[page + 1]; edge++) {
      near[edge] = far[count + edge] = page
      far[edge] = near[count + edge] = edges.ends[edge]
    }
  }
  const sorted = countingSort(countingSort(indices(2 * count), pages, far), pages, near)
  const starts = new Uint32Array(pages + 1)
  const ends = new Uint32Array(2 * count)
  let filled = 0
  let page = 0
  for (let i = 0; i < sorted.length; i++) {
    const half = sorted[i]
    while (page < near[half]) starts[++page] = filled
    if (filled === starts[page] || ends[filled - 1] !== far[half]) ends[filled++] = far[half]
  }
  while (page < pages) starts[++page] = filled
  return { starts, ends: ends.slice(0, filled) }
}
