import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { CompiledGraph } from './core/compiled-graph.ts'
import { graphFromBytes } from './core/graph-bytes.ts'
import { recounted } from './core/recount.ts'
import type { TokenEncoding } from './core/tokens.ts'
import type { GraphStore, LoadedGraph } from './store/store.ts'
import type { CacheFigures } from './telemetry/figures.ts'
import { countingFor } from './token-counters.ts'

/** A compiled graph by name, content and encoding, so that nothing that is cached goes stale. */
export interface GraphKey {
  readonly tenant: string
  readonly id: string
  readonly revision: string
  readonly digest: string
  readonly encoding: TokenEncoding
}

interface Wanted extends GraphKey {
  /** Where it is loaded from. */
  readonly store: GraphStore
}

/** The compiled graphs of all tenants that stay in memory, those that were used last. */
export class GraphCache {
  readonly #graphs: LRUCache<string, CompiledGraph, Wanted>
  readonly #totals = { hits: 0, misses: 0, loads: 0, evictions: 0 }

  /** @param bytes of all graphs in here */
  constructor(bytes: number) {
    this.#graphs = new LRUCache<string, CompiledGraph, Wanted>({
      maxSize: bytes,
      sizeCalculation: sizeOf,
      // A load that is under way answers those who wait for it, also where its place in here is taken or given up meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context }) => {
        this.#totals.loads++
        return load(context)
      },
      dispose: (_graph, _key, reason) => {
        if (reason === 'evict') this.#totals.evictions++
      },
    })
  }

  set(key: GraphKey, graph: CompiledGraph): void {
    this.#graphs.set(nameOf(key), graph)
  }

  /** The graph, loaded once for all who wait for it; undefined where the store has it no more. */
  fetch(wanted: Wanted): Promise<CompiledGraph | undefined> {
    const name = nameOf(wanted)
    if (this.#graphs.has(name)) this.#totals.hits++
    else this.#totals.misses++
    return this.#graphs.fetch(name, { context: wanted })
  }

  forget({ tenant, id }: Pick<GraphKey, 'tenant' | 'id'>): void {
    const prefix = `${tenant}\0${id}\0`
    for (const name of this.#graphs.keys()) if (name.startsWith(prefix)) this.#graphs.delete(name)
  }

  figures(): CacheFigures {
    return { entries: this.#graphs.size, bytes: this.#graphs.calculatedSize, ...this.#totals }
  }
}

function nameOf({ tenant, id, revision, digest, encoding }: GraphKey): string {
  return [tenant, id, revision, digest, encoding].join('\0')
}

async function load({ store, id, revision, digest, encoding }: Wanted): Promise<CompiledGraph | undefined> {
  const loaded = await store.load(id, revision)
  if (loaded === undefined || loaded.digest !== digest) return undefined
  return graphOf(loaded, encoding)
}

/** A graph as the store has it, its lines counted in an encoding. */
export function graphOf({ bytes }: Pick<LoadedGraph, 'bytes'>, encoding: TokenEncoding): CompiledGraph {
  const { graph, encoding: counted } = graphFromBytes(bytes, crc32)
  return counted === encoding ? graph : recounted(graph, countingFor(encoding).counter)
}

/** Bytes that a compiled graph takes, near enough for a bound. */
function sizeOf({ lines, pages, edges, neighbours, trails }: CompiledGraph): number {
  const perPage = 4 * 8
  const numbers = 2 * edges.ends.length + neighbours.ends.length + trails.pages.length + 2 * trails.kinds.length
  return lines.bytes.length + pages * perPage + 4 * numbers + 1024
}
