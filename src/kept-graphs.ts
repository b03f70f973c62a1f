import { LRUCache } from 'lru-cache'
import type { CompiledGraph } from './core/compiled-graph.ts'
import { graphFromBytes } from './core/graph-bytes.ts'
import type { TokenEncoding } from './core/tokens.ts'
import { type GraphCache, graphOf } from './graph-cache.ts'
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

/** A graph by name; without a revision the current one is meant. */
export interface GraphReference {
  readonly id: string
  readonly revision?: string | undefined
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

/** A tenant's graphs that stay: in the store as bytes, in memory as they are used. */
export class KeptGraphs {
  readonly #tenant: string
  readonly #store: GraphStore
  readonly #cache: GraphCache
  /** By id what its names stand for; forgotten with each notice of a change, since a name can be removed and given anew. */
  readonly #names = new LRUCache<string, Map<string | undefined, Content>>({ max: 10_000 })
  /** How many notices came: what was looked up before one of them is not remembered behind it. */
  #notices = 0
  readonly #endNotices: () => void

  /** @param store of this tenant */
  constructor(tenant: string, store: GraphStore, cache: GraphCache) {
    this.#tenant = tenant
    this.#store = store
    this.#cache = cache
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
    this.#cache.set(
      { tenant: this.#tenant, id, revision, digest, encoding: tokenizer },
      graphFromBytes(bytes, undefined).graph,
    )
    return { id, revision, outcome, ...told }
  }

  /** @throws KeptGraphError `graph-unknown`, `graph-revision-unknown`; StoreError */
  async open({ id, revision }: GraphReference, encoding: TokenEncoding): Promise<CompiledGraph> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const content = await this.#contentOf(id, revision)
      if (content === undefined) throw await this.#unknown(id, revision)
      const graph = await this.#cache.fetch({ tenant: this.#tenant, store: this.#store, id, ...content, encoding })
      if (graph !== undefined) return graph
      // It was removed or replaced between the two look-ups: what the name stands for now is looked up anew.
      this.#names.delete(id)
    }
    // Whoever changes it is faster than two look-ups: one that has name and bytes of the same moment.
    const loaded = await this.#store.load(id, revision)
    if (loaded !== undefined) return graphOf(loaded, encoding)
    if ((await this.#store.find(id, revision)) === undefined) throw await this.#unknown(id, revision)
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
    this.#cache.forget({ tenant: this.#tenant, id })
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
