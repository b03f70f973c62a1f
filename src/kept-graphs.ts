import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { contentDigest, wholeDigest } from './content-digest.ts'
import { untrimmedTokens } from './core/candidate.ts'
import { canonicalChunks } from './core/canonical-chunks.ts'
import type { CompiledGraph } from './core/compiled-graph.ts'
import type { PointerTo } from './core/field-lengths.ts'
import { GraphBuilder } from './core/graph-builder.ts'
import { graphFromBytes, graphToBytes } from './core/graph-bytes.ts'
import type { GraphIssues } from './core/packet-answer.ts'
import { countBareLines, recounted } from './core/recount.ts'
import type { TokenEncoding } from './core/tokens.ts'
import { KeptGraphError } from './kept-graph-error.ts'
import type {
  GraphCounts,
  GraphRevision,
  GraphStore,
  GraphSummary,
  Page,
  PageRequest,
  PutOutcome,
} from './store/store.ts'
import { countingFor } from './token-counters.ts'

/** A graph by name; without a revision the current one is meant. */
export interface GraphReference {
  readonly id: string
  readonly revision?: string | undefined
}

export interface KeptGraphOptions {
  /** Bytes of compiled graphs that stay in memory. */
  readonly cacheBytes: number
  readonly maxFieldBytes: number
  /** Encoding that graphs are counted in when they come; another one is counted when a step first asks for it. */
  readonly encoding: TokenEncoding
}

/** What became of a graph that was put. */
export interface PutAnswer {
  readonly id: string
  readonly revision: string
  readonly outcome: PutOutcome
  readonly digest: string
  readonly counts: GraphCounts
  /** Tokens of the whole graph as a packet. */
  readonly observed: number
  readonly tokenizer: string
  readonly graphIssues: GraphIssues
}

/** How many revisions an error lists. */
const LISTED_REVISIONS = 20

/** Graphs that stay: in the store as bytes, in memory as they are used. */
export class KeptGraphs {
  readonly #store: GraphStore
  readonly #options: KeptGraphOptions
  /** Compiled graphs by name, content and encoding, so that nothing in here goes stale. */
  readonly #graphs: LRUCache<string, CompiledGraph, GraphKey>
  /** By id what its names stand for; forgotten with each notice of a change, since a name can be removed and given anew. */
  readonly #names = new LRUCache<string, Map<string | undefined, Content>>({ max: 10_000 })
  /** How many notices came: what was looked up before one of them is not remembered behind it. */
  #notices = 0
  readonly #endNotices: () => void

  constructor(store: GraphStore, options: KeptGraphOptions) {
    this.#store = store
    this.#options = options
    this.#graphs = new LRUCache<string, CompiledGraph, GraphKey>({
      maxSize: options.cacheBytes,
      sizeCalculation: sizeOf,
      fetchMethod: async (_key, _stale, { context }) => this.#load(context),
    })
    this.#endNotices = store.onGraphChange((id) => {
      this.#notices++
      if (id === undefined) this.#names.clear()
      else this.#names.delete(id)
    })
  }

  /** A builder that counts as kept graphs are counted; its graph goes to {@link put}. */
  builder(pointerTo: PointerTo): GraphBuilder {
    const { counter } = countingFor(this.#options.encoding)
    return new GraphBuilder(
      { counter, digest: contentDigest },
      { maxFieldBytes: this.#options.maxFieldBytes },
      pointerTo,
    )
  }

  /** @throws StoreError `graph-revision-conflict` where the revision has other content */
  async put(id: string, graph: CompiledGraph): Promise<PutAnswer> {
    const { encoding } = this.#options
    const { costs } = countingFor(encoding)
    countBareLines(graph, costs)
    const digest = `sha256:${wholeDigest(canonicalChunks(graph))}`
    const { totals, pages, revision } = graph
    const counts = { nodes: pages, edges: totals.edges, paths: totals.trails, summaries: totals.summaries }
    const bytes = graphToBytes(graph, encoding, crc32)
    const outcome = await this.#store.put({ id, revision, digest, bytes, counts })
    this.#graphs.set(cacheKey({ id, revision, digest, encoding }), graph)
    const total = { pages, edges: totals.edges, trails: totals.trails }
    const observed = untrimmedTokens(graph, total, totals, costs)
    return { id, revision, outcome, digest, counts, observed, tokenizer: encoding, graphIssues: graph.issues }
  }

  /** @throws KeptGraphError `graph-unknown`, `graph-revision-unknown` */
  async open({ id, revision }: GraphReference, encoding: TokenEncoding): Promise<CompiledGraph> {
    const content = await this.#contentOf(id, revision)
    if (content === undefined) throw await this.#unknown(id, revision)
    const key = { id, ...content, encoding }
    const graph = await this.#graphs.fetch(cacheKey(key), { context: key })
    if (graph !== undefined) return graph
    // It was removed or replaced between the two look-ups: what the name stands for now is looked up anew.
    this.#names.delete(id)
    return this.open({ id, revision }, encoding)
  }

  list(page: PageRequest): Promise<Page<GraphSummary>> {
    return this.#store.list(page)
  }

  /** @throws KeptGraphError `graph-unknown` */
  async revisions(id: string, page: PageRequest): Promise<Page<GraphRevision>> {
    if ((await this.#store.find(id)) === undefined) throw new KeptGraphError('graph-unknown', id)
    return this.#store.revisions(id, page)
  }

  /** @throws KeptGraphError `graph-unknown` */
  async delete(id: string): Promise<void> {
    const deleted = await this.#store.delete(id)
    for (const key of this.#graphs.keys()) if (key.startsWith(`${id}\0`)) this.#graphs.delete(key)
    if (!deleted) throw new KeptGraphError('graph-unknown', id)
  }

  close(): void {
    this.#endNotices()
  }

  /** The revision and the content that a name stands for; undefined where there is none. */
  async #contentOf(id: string, revision: string | undefined): Promise<Content | undefined> {
    const known = this.#names.get(id)?.get(revision)
    if (known !== undefined) return known
    const notices = this.#notices
    const found = await this.#store.find(id, revision)
    if (found === undefined) return undefined
    const content = { revision: found.revision, digest: found.digest }
    if (notices === this.#notices) {
      const names = this.#names.get(id) ?? new Map()
      this.#names.set(id, names.set(revision, content))
    }
    return content
  }

  async #load({ id, revision, digest, encoding }: GraphKey): Promise<CompiledGraph | undefined> {
    const loaded = await this.#store.load(id, revision)
    if (loaded === undefined || loaded.digest !== digest) return undefined
    const { graph, encoding: counted } = graphFromBytes(loaded.bytes, crc32)
    return counted === encoding ? graph : recounted(graph, countingFor(encoding).counter)
  }

  async #unknown(id: string, revision: string | undefined): Promise<KeptGraphError> {
    const { items } = await this.#store.revisions(id, { limit: LISTED_REVISIONS })
    if (items.length === 0) return new KeptGraphError('graph-unknown', id)
    return new KeptGraphError(
      'graph-revision-unknown',
      id,
      revision,
      items.map((item) => item.revision),
    )
  }
}

interface Content {
  readonly revision: string
  readonly digest: string
}

interface GraphKey extends Content {
  readonly id: string
  readonly encoding: TokenEncoding
}

function cacheKey({ id, revision, digest, encoding }: GraphKey): string {
  return [id, revision, digest, encoding].join('\0')
}

/** Bytes that a compiled graph takes, near enough for a bound. */
function sizeOf({ lines, pages, edges, neighbours, trails }: CompiledGraph): number {
  const perPage = 4 * 8
  const numbers = 2 * edges.ends.length + neighbours.ends.length + trails.pages.length + 2 * trails.kinds.length
  return lines.bytes.length + pages * perPage + 4 * numbers + 1024
}
