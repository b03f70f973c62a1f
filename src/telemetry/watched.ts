import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { CacheFigures, Figures, PoolFigures } from './figures.ts'

const POOL: readonly (readonly [figure: keyof PoolFigures, name: string, help: string])[] = [
  ['threads', 'stowage_pool_threads', 'Threads that live.'],
  ['busy', 'stowage_pool_busy_threads', 'Threads at work.'],
  ['queued', 'stowage_pool_queued', 'Jobs that wait for a thread.'],
  ['refused', 'stowage_pool_refused_total', 'Jobs that found no room to wait.'],
  ['started', 'stowage_pool_threads_started_total', 'Threads that were started.'],
  ['died', 'stowage_pool_threads_died_total', 'Threads that ended while the service ran.'],
]

const CACHE: readonly (readonly [figure: keyof CacheFigures, name: string, help: string])[] = [
  ['entries', 'stowage_graph_cache_entries', 'Compiled graphs in memory.'],
  ['bytes', 'stowage_graph_cache_bytes', 'Bytes that they take, at most GRAPH_CACHE_BYTES.'],
  ['hits', 'stowage_graph_cache_hits_total', 'Graphs that were there when they were asked for.'],
  ['misses', 'stowage_graph_cache_misses_total', 'Graphs that were not.'],
  [
    'loads',
    'stowage_graph_cache_loads_total',
    'Graphs that were read from the store; those who wait for one share it.',
  ],
  ['evictions', 'stowage_graph_cache_evictions_total', 'Graphs that made room for others.'],
]

/** Reads the figures each time that somebody asks for the metrics. */
export function watchFigures(registry: Registry, figures: () => Figures): void {
  for (const [figure, name, help] of POOL) {
    read(registry, { name, help, labelNames: ['pool'] }, () =>
      Object.entries(figures().pools).map(([pool, now]) => ({ labels: { pool }, value: now[figure] })),
    )
  }
  for (const [figure, name, help] of CACHE) {
    read(registry, { name, help }, () => [{ labels: {}, value: figures().cache[figure] }])
  }
}

function read(
  registry: Registry,
  about: { readonly name: string; readonly help: string; readonly labelNames?: string[] },
  values: () => readonly { labels: Record<string, string>; value: number }[],
): void {
  const set = (metric: { reset(): void; inc(labels: Record<string, string>, value: number): void }) => {
    metric.reset()
    for (const { labels, value } of values()) metric.inc(labels, value)
  }
  const options = { ...about, registers: [registry] }
  if (about.name.endsWith('_total')) {
    const counter: Counter = new Counter({ ...options, collect: () => set(counter) })
  } else {
    const gauge: Gauge = new Gauge({ ...options, collect: () => set(gauge) })
  }
}

/** What a scrape waits for the store; Prometheus itself waits ten seconds for all of it. */
const CHECK_MS = 1000

/** @param check rejects where the store does not answer */
export function watchStore(registry: Registry, check: () => Promise<void>): void {
  new Gauge({
    name: 'stowage_store_ready',
    help: 'Whether the store answers, asked for each scrape.',
    registers: [registry],
    async collect() {
      this.set((await answers(check)) ? 1 : 0)
    },
  })
}

async function answers(check: () => Promise<void>): Promise<boolean> {
  const late = new AbortController()
  // Why it does not is counted where the store is observed.
  const checked = check().then(
    () => true,
    () => false,
  )
  const limit = sleep(CHECK_MS, false, { signal: late.signal, ref: false }).catch(() => false)
  try {
    return await Promise.race([checked, limit])
  } finally {
    late.abort()
  }
}
