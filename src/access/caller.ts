/** What a key may allow: to look and to have packets, plans and cuts made; to keep things; to remove them. */
export const ACTIONS = ['read', 'write', 'admin'] as const

export type Action = (typeof ACTIONS)[number]

/** Who sends a request. */
export interface Caller {
  /** Whose graphs, runs and kept outputs are meant. */
  readonly tenant: string
  readonly actions: ReadonlySet<Action>
  /** How many requests its tenant may send; undefined: as many as any. */
  readonly requestsPerSecond?: number | undefined
}
