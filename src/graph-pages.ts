import type { Config } from './config.ts'
import { type ListedPage, listPages } from './core/list-pages.ts'
import type { KeptGraphs } from './kept-graphs.ts'
import { cursorTo, isKey, placeOfCursor, unreadableCursor } from './store/cursor.ts'

/** Which pages of a kept graph are wanted; what is left out leaves none out. */
export interface GraphPagesQuery {
  /** Left out: the cursor's, else the current one. */
  readonly revision?: string | undefined
  readonly prefix?: string | undefined
  readonly search?: string | undefined
  readonly limit: number
  /** `next` of the answer before: it goes on in the revision that the listing began in. */
  readonly cursor?: string | undefined
}

export interface GraphPages {
  readonly id: string
  readonly revision: string
  /** Pages of the whole graph. */
  readonly total: number
  readonly items: readonly ListedPage[]
  readonly next?: string
}

/** @throws KeptGraphError; StoreError `store-cursor` for a cursor that no listing of this revision gave */
export async function graphPages(
  graphs: KeptGraphs,
  { packetTokenizer, graphListBytes }: Pick<Config, 'packetTokenizer' | 'graphListBytes'>,
  id: string,
  { revision, prefix = '', search = '', limit, cursor }: GraphPagesQuery,
): Promise<GraphPages> {
  const place = cursor === undefined ? undefined : readCursor(cursor)
  if (place !== undefined && revision !== undefined && revision !== place.revision) throw unreadableCursor()
  const graph = await graphs.open({ id, revision: place?.revision ?? revision }, packetTokenizer)
  const { items, next } = listPages(graph, { prefix, search, from: place?.page ?? 0, limit, maxBytes: graphListBytes })
  return {
    id,
    revision: graph.revision,
    total: graph.pages,
    items,
    ...(next === undefined ? {} : { next: writeCursor({ revision: graph.revision, page: next }) }),
  }
}

interface Place {
  readonly revision: string
  readonly page: number
}

const LISTING = 'pages'

function writeCursor({ revision, page }: Place): string {
  return cursorTo(LISTING, revision, page)
}

function readCursor(cursor: string): Place {
  const [revision, page] = placeOfCursor(LISTING, cursor)
  const isOwn = typeof revision === 'string' && isKey(revision) && Number.isSafeInteger(page) && (page as number) >= 0
  if (!isOwn) throw unreadableCursor()
  return { revision, page: page as number }
}
