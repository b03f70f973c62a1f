import type { Config } from './config.ts'
import type { GraphLimits } from './core/graph-builder.ts'

/** How large a graph may be. */
export function graphLimits(config: Config): Required<GraphLimits> {
  const { maxFieldBytes, graphMaxPages, graphMaxLinks, graphMaxTrailPages } = config
  return { maxFieldBytes, maxPages: graphMaxPages, maxLinks: graphMaxLinks, maxTrailPages: graphMaxTrailPages }
}
