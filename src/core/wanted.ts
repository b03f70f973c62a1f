import { type CompiledGraph, findPage } from './compiled-graph.ts'
import type { Wanted } from './keep-order.ts'
import type { PacketSettings } from './packet.ts'
import { pathIdentity } from './plain-text.ts'
import type { Step } from './step.ts'

const encoder = new TextEncoder()

/** The page that a step means by `path`; undefined where the graph has none. */
export function pageNamed(graph: CompiledGraph, path: string): number | undefined {
  return findPage(graph, encoder.encode(pathIdentity(path)))
}

/** What the step wants around it on this graph; undefined where none of its targets is there. */
export function wantedOf(step: Step, graph: CompiledGraph, settings: PacketSettings): Wanted | undefined {
  const targets = pagesNamed(graph, step.targets)
  if (targets.length === 0) return undefined
  const requested = step.requestedPages === undefined ? targets : pagesNamed(graph, step.requestedPages)
  const fromSettings = step.scope === 'corpus' ? undefined : settings.localMaxDistance
  return { targets, requested, maxDistance: step.maxDistance ?? fromSettings ?? Number.POSITIVE_INFINITY }
}

/** The pages that `paths` name, each once, in that order. */
function pagesNamed(graph: CompiledGraph, paths: readonly string[]): number[] {
  const pages = paths.map((path) => pageNamed(graph, path)).filter((page) => page !== undefined)
  return [...new Set(pages)]
}
