import type { EdgeInput, NodeInput, TrailInput } from '../core/graph-input.ts'

/** A graph that is written part by part: whole, or made while it is read. */
export interface GraphSource {
  readonly revision?: string | undefined
  readonly nodes: Iterable<NodeInput>
  readonly edges: Iterable<EdgeInput>
  readonly paths: Iterable<TrailInput>
}
