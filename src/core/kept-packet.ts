import type { CompiledGraph } from './compiled-graph.ts'
import type { Shown } from './packet-text.ts'
import type { Kept } from './trim.ts'

/** A packet as numbers: what of which graph is kept. Its text and its JSON are written from it. */
export interface KeptPacket {
  readonly graph: CompiledGraph
  readonly kept: Kept
  /** Candidates, before the trim. */
  readonly total: Shown & { readonly summaries: number }
  /** Name of the encoding that the tokens are counted with. */
  readonly tokenizer: string
}
