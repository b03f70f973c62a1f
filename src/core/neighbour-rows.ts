import type { Rows } from './compiled-graph.ts'

/** The distinct pages joined to each page by a link in either direction, itself among them where it links to itself. */
export function neighbourRows({ starts: outStarts, ends: outEnds }: Rows, pages: number): Rows {
  const { starts: inStarts, ends: inEnds } = transposed(outStarts, outEnds, pages)
  const starts = new Uint32Array(pages + 1)
  const ends = new Uint32Array(2 * outEnds.length)
  let filled = 0
  for (let page = 0; page < pages; page++) {
    // Both rows ascend: they are merged, equals taken once.
    let out = outStarts[page]
    let back = inStarts[page]
    const outEnd = outStarts[page + 1]
    const backEnd = inStarts[page + 1]
    while (out < outEnd || back < backEnd) {
      const next = back === backEnd || (out < outEnd && outEnds[out] <= inEnds[back]) ? outEnds[out] : inEnds[back]
      while (out < outEnd && outEnds[out] === next) out++
      while (back < backEnd && inEnds[back] === next) back++
      ends[filled++] = next
    }
    starts[page + 1] = filled
  }
  return { starts, ends: ends.slice(0, filled) }
}

/** The links by end: the sources of the links to page `i`, ascending. */
function transposed(outStarts: Uint32Array, outEnds: Uint32Array, pages: number): Rows {
  const starts = new Uint32Array(pages + 1)
  for (let edge = 0; edge < outEnds.length; edge++) starts[outEnds[edge] + 1]++
  for (let page = 1; page <= pages; page++) starts[page] += starts[page - 1]
  const free = starts.slice(0, pages)
  const ends = new Uint32Array(outEnds.length)
  for (let page = 0; page < pages; page++) {
    for (let edge = outStarts[page]; edge < outStarts[page + 1]; edge++) ends[free[outEnds[edge]]++] = page
  }
  return { starts, ends }
}
