import type { Amounts } from './candidate.ts'
import type { CompiledGraph } from './compiled-graph.ts'
import type { Kept } from './trim.ts'

/** A packet as numbers: what of which graph is kept. Its text and its JSON are written from it. */
export interface KeptPacket {
  readonly graph: CompiledGraph
  readonly kept: Kept
  /** Candidates, before the trim. */
  readonly total: Amounts
  /** Name of the encoding that the tokens are counted with. */
  readonly tokenizer: string
}
