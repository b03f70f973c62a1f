import type { Trails } from './compiled-graph.ts'
import { grouped } from './grouped.ts'

/**
 * Trails by their last page, then by their pages, a prefix before what continues it, then by kind.
 *
 * @param nodes pages of all trails, one trail after the other
 * @param given where in `nodes` each trail starts; none is empty
 */
export function sortTrails(nodes: Uint32Array, given: Uint32Array, kinds: Uint32Array, pages: number): Trails {
  const count = given.length
  const endOf = (trail: number) => (trail + 1 < count ? given[trail + 1] : nodes.length)
  const lasts = new Uint32Array(count)
  for (let trail = 0; trail < count; trail++) lasts[trail] = nodes[endOf(trail) - 1]
  const { starts, items } = grouped(lasts, pages)
  const inOrder = (a: number, b: number) => {
    const endA = endOf(a)
    const endB = endOf(b)
    let atA = given[a]
    let atB = given[b]
    while (atA < endA && atB < endB && nodes[atA] === nodes[atB]) {
      atA++
      atB++
    }
    if (atA < endA && atB < endB) return nodes[atA] - nodes[atB]
    return endA - given[a] - (endB - given[b]) || kinds[a] - kinds[b]
  }
  for (let page = 0; page < pages; page++) {
    if (starts[page + 1] - starts[page] > 1) items.subarray(starts[page], starts[page + 1]).sort(inOrder)
  }

  const sorted = { starts, pageStarts: new Uint32Array(count + 1), pages: new Uint32Array(nodes.length) }
  const sortedKinds = new Uint32Array(count)
  let filled = 0
  for (let i = 0; i < count; i++) {
    const trail = items[i]
    for (let at = given[trail]; at < endOf(trail); at++) sorted.pages[filled++] = nodes[at]
    sorted.pageStarts[i + 1] = filled
    sortedKinds[i] = kinds[trail]
  }
  return { ...sorted, kinds: sortedKinds }
}
