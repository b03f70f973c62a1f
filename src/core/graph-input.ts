/** A documentation graph as a caller hands it in. Nothing in it is normalised yet. */
export interface GraphInput {
  readonly nodes: readonly NodeInput[]
  readonly edges: readonly EdgeInput[]
  readonly paths: readonly TrailInput[]
  /** Left out: a digest of the content takes its place. */
  readonly revision?: string | undefined
}

export interface NodeInput {
  readonly path: string
  readonly title?: string | undefined
  readonly summary?: string | undefined
  readonly kind?: string | undefined
}

/** A link between two pages, named by their paths. */
export interface EdgeInput {
  readonly from: string
  readonly to: string
  readonly kind?: string | undefined
}

/** A trail through the graph: a breadcrumb, a reading order. */
export interface TrailInput {
  readonly nodes: readonly string[]
  readonly kind?: string | undefined
}
