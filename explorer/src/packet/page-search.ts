import type { z } from 'zod'
import type { GraphPages } from '../../../src/http/schemas/kept-graph.ts'
import { getJson } from '../api.ts'
import type { Source } from '../state.ts'

type Pages = z.output<typeof GraphPages>

export interface FoundPages {
  readonly items: Pages['items']
  /** Whether there are more than were looked for. */
  readonly more: boolean
}

/** Pages that are shown at once: more are found by typing more. */
export const MOST_FOUND = 20
/** Answers that one search asks for: the service reads so much at a time. */
const MOST_ANSWERS = 8

/** The pages whose path or title holds a text; for an empty one the first pages there are. */
export async function findPages(source: Source, graph: string, text: string, signal: AbortSignal): Promise<FoundPages> {
  return source.kind === 'kept' ? findKept(source, text, signal) : findSent(graph, text)
}

async function findKept(
  { id, revision }: Extract<Source, { kind: 'kept' }>,
  text: string,
  signal: AbortSignal,
): Promise<FoundPages> {
  const items: Pages['items'][number][] = []
  let cursor: string | undefined
  for (let answers = 0; answers < MOST_ANSWERS && items.length < MOST_FOUND; answers++) {
    const query = new URLSearchParams({
      limit: String(MOST_FOUND - items.length),
      ...(text === '' ? {} : { search: text }),
      ...(cursor === undefined ? (revision === undefined ? {} : { revision }) : { cursor }),
    })
    const answer = await getJson<Pages>(`/v1/graphs/${encodeURIComponent(id)}/pages?${query}`, signal)
    items.push(...answer.items)
    cursor = answer.next
    if (cursor === undefined) break
  }
  return { items, more: cursor !== undefined }
}

/** The graph that was read last: it is asked for at every key. */
let read: { readonly graph: string; readonly pages: Pages['items'] } | undefined

function findSent(graph: string, text: string): FoundPages {
  if (read?.graph !== graph) read = { graph, pages: pagesOf(JSON.parse(graph)) }
  const wanted = text.toLowerCase()
  const found: Pages['items'][number][] = []
  for (const page of read.pages) {
    if (!page.path.toLowerCase().includes(wanted) && !page.title?.toLowerCase().includes(wanted)) continue
    if (found.length === MOST_FOUND) return { items: found, more: true }
    found.push(page)
  }
  return { items: found, more: false }
}

/** Of a graph that the service has not yet taken: what is no page there is none here. */
function pagesOf({ nodes }: { readonly nodes?: unknown }): Pages['items'] {
  const isPage = (node: unknown): node is { path: string; title?: unknown } =>
    typeof node === 'object' && node !== null && 'path' in node && typeof node.path === 'string'
  return (Array.isArray(nodes) ? nodes : [])
    .filter(isPage)
    .map(({ path, title }) => (typeof title === 'string' ? { path, title } : { path }))
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
