import type { Config } from './config.ts'
import type { Store } from './store/store.ts'
import { StoreError } from './store/store-error.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const EVERY_MS = 10 * 60_000

/**
 * Removes old revisions, runs and tool outputs now and then, for as long as the service runs.
 *
 * @param onFault told the code of the store's error; the next round tries again
 * @returns a function that ends it
 */
export function keepPruning(store: Store, config: Config, onFault: (code: string) => void): () => void {
  const timer = setInterval(() => {
    prune(store, config).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
      onFault(error.code)
    })
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** One round. @throws StoreError */
export async function prune(store: Store, config: Config): Promise<void> {
  for (const tenant of await store.tenants()) {
    const { graphs, runs, outputs } = store.of(tenant)
    await graphs.prune({
      keepNewest: config.graphRevisionsKept,
      keepYoungerThanMs: config.graphRevisionHours * HOUR_MS,
    })
    await runs.prune({ keepNewest: config.runsKept, maxAgeMs: config.runDays * DAY_MS })
    await outputs.prune(config.toolOutputHours * HOUR_MS)
  }
}
