import { crc32 } from 'node:zlib'
import { wholeDigest } from './content-digest.ts'
import { untrimmedTokens } from './core/candidate.ts'
import { canonicalChunks } from './core/canonical-chunks.ts'
import type { CompiledGraph } from './core/compiled-graph.ts'
import { graphToBytes } from './core/graph-bytes.ts'
import type { GraphIssues } from './core/packet-answer.ts'
import { countBareLines } from './core/recount.ts'
import type { TokenEncoding } from './core/tokens.ts'
import type { GraphCounts } from './store/store.ts'
import { countingFor } from './token-counters.ts'

/** A graph as it is kept, and what is told of it: plain data, which can cross from thread to thread. */
export interface KeptForm {
  readonly revision: string
  /** Of the content. */
  readonly digest: string
  readonly counts: GraphCounts
  /** Tokens of the whole graph as a packet. */
  readonly observed: number
  readonly tokenizer: TokenEncoding
  readonly graphIssues: GraphIssues
  /** The compiled graph, see {@link graphToBytes}. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** @param encoding that the graph was counted in */
export function keptForm(graph: CompiledGraph, encoding: TokenEncoding): KeptForm {
  const { costs } = countingFor(encoding)
  countBareLines(graph, costs)
  const { totals, pages, revision } = graph
  return {
    revision,
    digest: `sha256:${wholeDigest(canonicalChunks(graph))}`,
    counts: { nodes: pages, edges: totals.edges, paths: totals.trails, summaries: totals.summaries },
    observed: untrimmedTokens(graph, { pages, edges: totals.edges, trails: totals.trails }, totals, costs),
    tokenizer: encoding,
    graphIssues: graph.issues,
    bytes: graphToBytes(graph, encoding, crc32),
  }
}
