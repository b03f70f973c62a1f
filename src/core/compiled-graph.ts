import type { GraphIssues } from './packet-answer.ts'

/**
 * A documentation graph as a packet is built from it: immutable arrays of numbers and one blob of text. Page `i` is the
 * i-th path in code point order, which is also the order of its bytes of UTF-8, so comparing two pages compares
 * their paths. About 100 bytes a page with five links, and its text.
 */
export interface CompiledGraph {
  readonly revision: string
  readonly pages: number
  readonly lines: PageLines
  /** Index into `kindNames` for each page. */
  readonly kinds: Uint32Array
  /** Links by source: those of page `i` are `edges.starts[i] .. edges.starts[i + 1]`, ordered by end, then kind. */
  readonly edges: Rows & { readonly kinds: Uint32Array }
  /** The distinct pages joined to page `i` by a link in either direction, ascending. */
  readonly neighbours: Rows
  readonly trails: Trails
  /** Kinds of pages, links and trails in code point order; the first, undefined, is that of a thing without one. */
  readonly kindNames: readonly (string | undefined)[]
  readonly totals: Totals
  readonly issues: GraphIssues
}

/** Compressed sparse rows: row `i` is `ends[starts[i] .. starts[i + 1])`. */
export interface Rows {
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/**
 * Each page's line without its number, ` path | title | summary` and a line feed, in UTF-8, one after the other:
 * line `i` is `bytes[starts[i] .. starts[i + 1])`.
 */
export interface PageLines {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  /** Where the path in line `i` ends. */
  readonly pathEnds: Uint32Array
  /** Where the title in line `i` ends; the end of the path where there is none. */
  readonly titleEnds: Uint32Array
  /** Tokens of line `i`. */
  readonly costs: Uint32Array
  /** Tokens of line `i` without its summary; 0 where nobody asked yet. */
  readonly bareCosts: Uint32Array
  /** 1 for a page whose line holds a quotation mark or a backslash, which JSON escapes. */
  readonly quoted: Uint8Array
  /** The path of a page whose line shows it otherwise, percent-encoded. */
  readonly ownPaths: ReadonlyMap<number, Uint8Array>
}

/** Trails by their last page: those that end on page `i` are `starts[i] .. starts[i + 1]`, ordered by pages, then kind. */
export interface Trails {
  readonly starts: Uint32Array
  /** Trail `t` is `pages[pageStarts[t] .. pageStarts[t + 1])`. */
  readonly pageStarts: Uint32Array
  readonly pages: Uint32Array
  readonly kinds: Uint32Array
}

/** Sums over the whole graph, so that the size of all of it is known without a walk. */
export interface Totals {
  readonly edges: number
  /** Pages that have a link of their own. */
  readonly sources: number
  readonly trails: number
  /** Pages on all trails, repeated ones counted each time. */
  readonly trailPages: number
  readonly summaries: number
  /** Tokens of all lines. */
  readonly lineCosts: number
}

export function hasSummary({ starts, titleEnds }: PageLines, page: number): boolean {
  return titleEnds[page] + 1 < starts[page + 1]
}

/** The bytes of a page's path, as `nodes` shows it. */
function pathBytes({ ownPaths, bytes, starts, pathEnds }: PageLines, page: number): Uint8Array {
  return ownPaths.get(page) ?? bytes.subarray(starts[page] + 1, pathEnds[page])
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A page's path, as `nodes` shows it. */
export function pathOf(lines: PageLines, page: number): string {
  return decoder.decode(pathBytes(lines, page))
}

/** The page with this path, given by its identity in UTF-8; by bisection. */
export function findPage(graph: CompiledGraph, path: Uint8Array): number | undefined {
  const { page, isThere } = placeOf(graph, path)
  return isThere ? page : undefined
}

/** Where in the order of pages a path stands, or would stand: the first page that does not come before it. */
export function placeOf({ lines, pages }: CompiledGraph, path: Uint8Array): { page: number; isThere: boolean } {
  let low = 0
  let high = pages
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compareBytes(pathBytes(lines, middle), path)
    if (order === 0) return { page: middle, isThere: true }
    if (order < 0) low = middle + 1
    else high = middle
  }
  return { page: low, isThere: false }
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return a.length - b.length
}
