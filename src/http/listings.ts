import type { GraphRevision, GraphSummary, KeptOutput, Page, PageRequest, RunSummary } from '../store/store.ts'

const ITEMS = 100

/** @param query valid */
export function pageOf({ limit, cursor }: { limit?: string | undefined; cursor?: string | undefined }): PageRequest {
  return { limit: limit === undefined ? ITEMS : Number(limit), cursor }
}

export function shownSummaries({ items, ...rest }: Page<GraphSummary>) {
  return { items: items.map(({ current, revisions }) => ({ current: shownRevision(current), revisions })), ...rest }
}

export function shownRevisions({ items, ...rest }: Page<GraphRevision>) {
  return { items: items.map(shownRevision), ...rest }
}

export function shownRuns({ items, ...rest }: Page<RunSummary>) {
  const shown = items.map(({ startedAt, updatedAt, ...run }) => ({
    ...run,
    startedAt: iso(startedAt),
    updatedAt: iso(updatedAt),
  }))
  return { items: shown, ...rest }
}

export function shownOutputs({ items, ...rest }: Page<KeptOutput>) {
  const shown = items.map(({ createdAt, keptAt, ...output }) => ({
    ...output,
    createdAt: iso(createdAt),
    keptAt: iso(keptAt),
  }))
  return { items: shown, ...rest }
}

function shownRevision({ createdAt, ...revision }: GraphRevision) {
  return { ...revision, createdAt: iso(createdAt) }
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
