import type { CompiledGraph } from './compiled-graph.ts'
import { pointerInGraph } from './field-lengths.ts'
import { type CompilePorts, GraphBuilder, type GraphLimits } from './graph-builder.ts'
import type { GraphInput } from './graph-input.ts'

/**
 * Compiles what a caller handed in. Links and trails that name a page that is not there are left out and
 * counted in `issues`. The order of the input never shows in the result.
 *
 * @throws CoreError `graph-duplicate-path`, `graph-empty-path`, `field-too-long`
 */
export function compileGraph(input: GraphInput, ports: CompilePorts, limits: GraphLimits): CompiledGraph {
  const builder = new GraphBuilder(ports, limits, pointerInGraph)
  addGraph(builder, input)
  return builder.finish(input.revision)
}

/** Hands a whole graph to a builder, pages first. */
export function addGraph(builder: GraphBuilder, { nodes, edges, paths }: GraphInput): void {
  for (const node of nodes) builder.addNode(node)
  for (const { from, to, kind } of edges) builder.addEdge(from, to, kind)
  for (const trail of paths) builder.addTrail(trail.nodes, trail.kind)
}
