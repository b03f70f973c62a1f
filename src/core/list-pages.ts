import { type CompiledGraph, pathOf, placeOf } from './compiled-graph.ts'
import { pathIdentity } from './plain-text.ts'

/** Which pages of a graph are wanted. */
export interface PagesWanted {
  /** What their paths begin with. */
  readonly prefix: string
  /** What their path or their title holds; upper and lower case count as one. */
  readonly search: string
  /** The place in the order of pages to begin at. */
  readonly from: number
  /** Pages to list, 1 or more. */
  readonly limit: number
  /** Bytes of paths and titles to read; the first page is read whatever it has. */
  readonly maxBytes: number
}

/** A page as a packet shows it. */
export interface ListedPage {
  readonly path: string
  readonly title?: string
  readonly kind?: string
}

export interface PageListing {
  readonly items: readonly ListedPage[]
  /** The place to go on at; left out where no page with the prefix comes any more. */
  readonly next?: number
}

/**
 * Pages in code point order of their paths. The pages with a prefix are found by bisection and stand together; a search
 * reads them one by one, and where it has read enough it stops with what it found, which may be nothing.
 */
export function listPages(graph: CompiledGraph, { prefix, search, from, limit, maxBytes }: PagesWanted): PageListing {
  const begin = pathIdentity(prefix)
  const wanted = pathIdentity(search).toLowerCase()
  const items: ListedPage[] = []
  let read = 0
  let page = Math.max(from, placeOf(graph, new TextEncoder().encode(begin)).page)
  for (; page < graph.pages; page++) {
    const { starts, titleEnds } = graph.lines
    const path = pathOf(graph.lines, page)
    if (!path.startsWith(begin)) return { items }
    const bytes = titleEnds[page] - starts[page]
    if (items.length === limit || (read > 0 && read + bytes > maxBytes)) return { items, next: page }
    read += bytes
    const title = titleOf(graph, page)
    if (holds(path, wanted) || (title !== undefined && holds(title, wanted)))
      items.push(shown(graph, page, path, title))
  }
  return { items }
}

function holds(text: string, wanted: string): boolean {
  return wanted === '' || text.toLowerCase().includes(wanted)
}

function shown({ kinds, kindNames }: CompiledGraph, page: number, path: string, title: string | undefined): ListedPage {
  const kind = kindNames[kinds[page]]
  return { path, ...(title === undefined ? {} : { title }), ...(kind === undefined ? {} : { kind }) }
}

/** ` | ` before a title. */
const BORDER = 3
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function titleOf({ lines: { bytes, pathEnds, titleEnds } }: CompiledGraph, page: number): string | undefined {
  if (titleEnds[page] === pathEnds[page]) return undefined
  return decoder.decode(bytes.subarray(pathEnds[page] + BORDER, titleEnds[page]))
}
