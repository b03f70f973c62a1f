import { type BuiltGraph, buildGraph, type GraphOptions } from '../../../src/markdown/build-graph.ts'

/** Builds the graph of files given as path and content; a path without content is an empty page. */
export function graphOf(files: Readonly<Record<string, string>>, options: GraphOptions = {}): BuiltGraph {
  return buildGraph(
    Object.entries(files).map(([path, content]) => ({ path, content })),
    options,
  )
}

/** Targets of the links of one page, in order. */
export function linksOf(built: BuiltGraph, from: string): string[] {
  return built.graph.edges.filter((edge) => edge.kind === 'link' && edge.from === from).map((edge) => edge.to)
}

/** `a > b` for each edge of a kind. */
export function edgesOf(built: BuiltGraph, kind: string): string[] {
  return built.graph.edges.filter((edge) => edge.kind === kind).map((edge) => `${edge.from} > ${edge.to}`)
}
