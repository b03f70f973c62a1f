import type { TrailInput } from '../core/graph-input.ts'

/** Nodes of one trail. Folders nested deeper than this are no navigation that anyone reads. */
const MAX_TRAIL = 64
/** Roots of one node that a trail starts from. */
const MAX_ROOTS = 16
/** Nodes that are looked at above one. */
const MAX_ABOVE = 1_000

/** Parents of each node, the one that its first trail follows first. */
export type Parents = ReadonlyMap<string, readonly string[]>

interface FoundTrails {
  /** From each root down to the node; the one along first parents is the first. */
  readonly trails: readonly (readonly string[])[]
  /** The search stopped before it had seen all that stands above the node. */
  readonly isCut: boolean
}

/**
 * A trail from each root above a node. What stands above is visited once, first parents first, so that the work is that
 * of its edges, bounded by MAX_ABOVE, however many ways lead from a root to the node. A node in a cycle that has no root
 * has one trail, which ends where the cycle closes.
 */
export function trailsTo(node: string, parents: Parents): FoundTrails {
  if (parents.get(node) === undefined) return { trails: [], isCut: false }
  const trails: string[][] = []
  const seen = new Set([node])
  const trail = [node]
  const open = [parentsOf(node, parents)]
  while (open.length > 0) {
    if (trails.length === MAX_ROOTS || seen.size > MAX_ABOVE)
      return { trails: orFirst(trails, node, parents), isCut: true }
    const next = open.at(-1)?.next()
    if (next?.done !== false) {
      open.pop()
      trail.pop()
      continue
    }
    const up = next.value
    if (seen.has(up)) continue
    seen.add(up)
    trail.push(up)
    if (!parents.has(up) || trail.length === MAX_TRAIL) {
      trails.push(trail.toReversed())
      trail.pop()
    } else open.push(parentsOf(up, parents))
  }
  return { trails: orFirst(trails, node, parents), isCut: false }
}

function parentsOf(node: string, parents: Parents): Iterator<string> {
  return (parents.get(node) ?? []).values()
}

function orFirst(
  trails: readonly (readonly string[])[],
  node: string,
  parents: Parents,
): readonly (readonly string[])[] {
  return trails.length > 0 ? trails : [firstTrail(node, parents)]
}

/** Up along first parents to a root, or to where a cycle closes. */
function firstTrail(node: string, parents: Parents): string[] {
  const trail = [node]
  const seen = new Set(trail)
  for (let up = parents.get(node)?.[0]; up !== undefined && !seen.has(up); up = parents.get(up)?.[0]) {
    seen.add(up)
    trail.push(up)
    if (trail.length === MAX_TRAIL) break
  }
  return trail.reverse()
}

export interface TrailCount {
  kept: number
  total: number
  cut: number
}

/**
 * The breadcrumbs of a graph: the first one of every node, then the others, then those of headings, so that a limit
 * leaves out the least. `count` is filled as they are read.
 *
 * @param headings of a page, each with the headings above it and itself, by page
 */
export function* breadcrumbs(
  nodes: readonly string[],
  headings: () => Iterable<{ readonly page: string; readonly chain: readonly string[] }>,
  parents: Parents,
  limit: number,
  count: TrailCount,
): Generator<TrailInput> {
  const take = function* (trail: readonly string[]): Generator<TrailInput> {
    count.total++
    if (count.kept === limit) return
    count.kept++
    yield { nodes: trail, kind: 'breadcrumb' }
  }
  const more: string[] = []
  for (const node of nodes) {
    const { trails, isCut } = trailsTo(node, parents)
    if (isCut) count.cut++
    if (trails[0] !== undefined) yield* take(trails[0])
    if (trails.length > 1) more.push(node)
  }
  for (const node of more) {
    for (const trail of trailsTo(node, parents).trails.slice(1)) yield* take(trail)
  }
  for (const { page, chain } of headings()) {
    const above = trailsTo(page, parents).trails[0] ?? [page]
    yield* take([...above, ...chain].slice(-MAX_TRAIL))
  }
}
