import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { CompiledGraph } from './core/compiled-graph.ts'
import { graphFromBytes } from './core/graph-bytes.ts'
import { recounted } from './core/recount.ts'
import type { TokenEncoding } from './core/tokens.ts'
import type { KeptForm } from './kept-form.ts'
import { KeptGraphError } from './kept-graph-error.ts'
import type {
  GraphRevision,
  GraphStore,
  GraphSummary,
  LoadedGraph,
  Page,
  PageRequest,
  PutOutcome,
} from './store/store.ts'
import { StoreError } from './store/store-error.ts'
import type { CacheFigures } from './telemetry/figures.ts'
import { countingFor } from './token-counters.ts'

/** A graph by name; without a revision the current one is meant. */
export interface GraphReference {
  readonly id: string
  readonly revision?: string | undefined
}

export interface KeptGraphOptions {
  /** Bytes of compiled graphs that stay in memory. */
  readonly cacheBytes: number
}

/** What became of a graph that was put. */
export interface PutAnswer extends Omit<KeptForm, 'bytes'> {
  readonly id: string
  readonly outcome: PutOutcome
}

/** Look-ups of a graph that comes and goes meanwhile. */
const MOST_TRIES = 5

/** How many revisions an error lists. */
const LISTED_REVISIONS = 20

/** Graphs that stay: in the store as bytes, in memory as they are used. */
export class KeptGraphs {
  readonly #store: GraphStore
  /** Compiled graphs by name, content and encoding, so that nothing in here goes stale. */
  readonly #graphs: LRUCache<string, CompiledGraph, GraphKey>
  /** By id what its names stand for; forgotten with each notice of a change, since a name can be removed and given anew. */
  readonly #names = new LRUCache<string, Map<string | undefined, Content>>({ max: 10_000 })
  /** How many notices came: what was looked up before one of them is not remembered behind it. */
  #notices = 0
  readonly #endNotices: () => void
  #totals = { hits: 0, misses: 0, loads: 0, evictions: 0 }

  constructor(store: GraphStore, options: KeptGraphOptions) {
    this.#store = store
    this.#graphs = new LRUCache<string, CompiledGraph, GraphKey>({
      maxSize: options.cacheBytes,
      sizeCalculation: sizeOf,
      // A load that is under way answers those who wait for it, also where its place in here is taken or given up meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context }) => {
        this.#totals.loads++
        return this.#load(context)
      },
      dispose: (_graph, _key, reason) => {
        if (reason === 'evict') this.#totals.evictions++
      },
    })
    this.#endNotices = store.onGraphChange((id) => {
      this.#notices++
      if (id === undefined) this.#names.clear()
      else this.#names.delete(id)
    })
  }

  /** @throws StoreError `graph-revision-conflict` where the revision has other content */
  async put(id: string, { bytes, revision, ...told }: KeptForm): Promise<PutAnswer> {
    const { digest, counts, tokenizer } = told
    const outcome = await this.#store.put({ id, revision, digest, bytes, counts })
    this.#graphs.set(cacheKey({ id, revision, digest, encoding: tokenizer }), graphFromBytes(bytes, undefined).graph)
    return { id, revision, outcome, ...told }
  }

  /** @throws KeptGraphError `graph-unknown`, `graph-revision-unknown`; StoreError */
  async open({ id, revision }: GraphReference, encoding: TokenEncoding): Promise<CompiledGraph> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const content = await this.#contentOf(id, revision)
      if (content === undefined) throw await this.#unknown(id, revision)
      const key = { id, ...content, encoding }
      const name = cacheKey(key)
      if (this.#graphs.has(name)) this.#totals.hits++
      else this.#totals.misses++
      const graph = await this.#graphs.fetch(name, { context: key })
      if (graph !== undefined) return graph
      // It was removed or replaced between the two look-ups: what the name stands for now is looked up anew.
      this.#names.delete(id)
    }
    throw new StoreError('store-corrupt', `graph ${id} is listed, and cannot be loaded`)
  }

  /** A graph as the store keeps it. @throws KeptGraphError `graph-unknown`, `graph-revision-unknown` */
  async load({ id, revision }: GraphReference): Promise<LoadedGraph> {
    const loaded = await this.#store.load(id, revision)
    if (loaded === undefined) throw await this.#unknown(id, revision)
    return loaded
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

  figures(): CacheFigures {
    return { entries: this.#graphs.size, bytes: this.#graphs.calculatedSize, ...this.#totals }
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
