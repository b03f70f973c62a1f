import { createHash } from 'node:crypto'
import type { NewGraph, Page, PageRequest, StepRecord } from '../../src/store/store.ts'

export const COUNTS = { nodes: 3, edges: 2, paths: 1, summaries: 0 }

/** Bytes that differ at every place from one seed to the next. */
export function someBytes(length: number, seed: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 7 + (i >> 8)) & 0xff)
}

export function graph(id: string, revision: string, given: Partial<NewGraph> = {}): NewGraph {
  const bytes = given.bytes ?? someBytes(2500, revision.length + (revision.codePointAt(0) ?? 0))
  const digest = given.digest ?? createHash('sha256').update(bytes).digest('hex')
  return { id, revision, digest, bytes, counts: given.counts ?? COUNTS }
}

export function step(runId: string, stepKey: string, given: Partial<StepRecord> = {}): StepRecord {
  return {
    runId,
    stepKey,
    degraded: false,
    record: `{"status":"complete","step":${JSON.stringify(stepKey)}}`,
    ...given,
  }
}

/** All items of a listing, page after page. */
export async function everything<Item>(
  list: (request: PageRequest) => Promise<Page<Item>>,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit, cursor })
    items.push(...page.items)
    cursor = page.next
    if (cursor !== undefined) await between()
  } while (cursor !== undefined)
  return items
}

/** The code of the error that a call rejects with; what it resolves with where it does not. */
export async function codeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { resolved: await call }
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}

/** Keys that a careless statement, encoding or comparison would get wrong. */
export const UNUSUAL_KEYS = [
  "it's",
  '"quoted"',
  "'; DROP TABLE graphs; --",
  '$1 ?1 %s :id',
  'back\\slash',
  'a/b/../c?d=e&f#g',
  ' leading and trailing ',
  'line\nfeed\ttab\u0001',
  'A',
  'a',
  'ä',
  'a\u0308',
  '\u212B',
  'ﬁ',
  '日本語',
  'שלום',
  '😀',
  '\uFFFF',
  '\uE000',
  '\uFEFF',
  '__proto__',
  'null',
  '0',
  'x'.repeat(256),
  '😀'.repeat(256),
  '"'.repeat(256),
  '\u0001'.repeat(256),
]

export const REFUSED_KEYS = ['', 'x'.repeat(257), '😀'.repeat(257), 'nul\0', 'half\uD800', '\uDC00half']
