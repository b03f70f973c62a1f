import type { CompiledGraph } from './compiled-graph.ts'
import { type CompilePorts, GraphBuilder, type GraphLimits } from './graph-builder.ts'
import type { GraphInput } from './graph-input.ts'

/**
 * Compiles what a caller handed in. Links and trails that name a page that is not there are left out and
 * counted in `issues`. The order of the input never shows in the result.
 *
 * @throws CoreError `graph-duplicate-path`, `graph-empty-path`, `field-too-long`
 */
export function compileGraph(input: GraphInput, ports: CompilePorts, limits: GraphLimits): CompiledGraph {
  const builder = new GraphBuilder(ports, limits, (list, index, field) => `/graph/${list}/${index}/${field}`)
  for (const node of input.nodes) builder.addNode(node)
  for (const { from, to, kind } of input.edges) builder.addEdge(from, to, kind)
  for (const { nodes, kind } of input.paths) builder.addTrail(nodes, kind)
  return builder.finish(input.revision)
}
