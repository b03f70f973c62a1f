import type { CompiledGraph } from './compiled-graph.ts'

/** For pages that were asked for: links to the nearest target, and which one it is. */
export interface Nearness {
  readonly distance: number
  /** Of several that are as near: the first in the step's order. */
  readonly target: number
}

/**
 * How far pages are from the targets, links counting in both directions. Looks ring by ring until all of `asked` are
 * found; a page that no chain joins to a target is not in the answer.
 */
export function nearestTargets(
  { neighbours, pages }: CompiledGraph,
  targets: readonly number[],
  asked: Iterable<number>,
): ReadonlyMap<number, Nearness> {
  const missing = new Set(asked)
  const found = new Map<number, Nearness>()
  /** Place of the nearest target in `targets`, from 1; 0: not reached yet. */
  const origin = new Uint32Array(pages)
  targets.forEach((target, i) => {
    origin[target] = i + 1
  })
  let ring: number[] = [...targets]
  for (let distance = 0; ring.length > 0 && missing.size > 0; distance++) {
    const next: number[] = []
    for (const page of ring) {
      if (missing.delete(page)) found.set(page, { distance, target: targets[origin[page] - 1] })
      for (let at = neighbours.starts[page]; at < neighbours.starts[page + 1]; at++) {
        const end = neighbours.ends[at]
        // Who reaches a page first has the nearest target that comes first: each ring is in the order of its targets.
        if (origin[end] !== 0) continue
        origin[end] = origin[page]
        next.push(end)
      }
    }
    ring = next
  }
  return found
}
