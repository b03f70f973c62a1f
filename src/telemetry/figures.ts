/** What threads are at; totals count from the start of the process. */
export interface PoolFigures {
  /** Threads that live. */
  readonly threads: number
  readonly busy: number
  readonly queued: number
  readonly refused: number
  readonly started: number
  /** Threads that ended while the service ran: killed, out of memory, or broken. */
  readonly died: number
}

/** Graphs in memory; totals count from the start of the process. */
export interface CacheFigures {
  readonly entries: number
  readonly bytes: number
  readonly hits: number
  readonly misses: number
  readonly loads: number
  readonly evictions: number
}

/** What is read when somebody asks, rather than told as it happens. */
export interface Figures {
  readonly pools: Readonly<Record<PoolName, PoolFigures>>
  readonly cache: CacheFigures
}

export const POOLS = ['work', 'ingest'] as const
export type PoolName = (typeof POOLS)[number]
