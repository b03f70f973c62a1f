export interface TurnPorts {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Calls back when what is ready in this turn of the event loop is done. */
  readonly afterTurn: (callback: () => void) => void
}

/** Requests of a turn that are taken however long it lasts: one that is long by a single large request turns nobody away. */
const ALWAYS_TAKEN = 4

/**
 * How long requests have waited behind others that were ready in the same turn of the event loop. A loop that keeps up has a
 * request or two in each; one that does not has many, and the last of them wait for all before.
 */
export class LoopTurn {
  readonly #limitMs: number
  readonly #ports: TurnPorts
  #began: number | undefined
  #taken = 0
  readonly #takenOf = new Map<string, number>()

  constructor(limitMs: number, ports: TurnPorts) {
    this.#limitMs = limitMs
    this.#ports = ports
  }

  /**
   * Whether the next request of this turn is taken. Past the limit those tenants still are that had less of the turn than
   * an even share, until it has lasted twice as long.
   */
  take(tenant: string): boolean {
    const now = this.#ports.now()
    if (this.#began === undefined) {
      this.#began = now
      this.#ports.afterTurn(() => this.#end())
    }
    const own = this.#takenOf.get(tenant) ?? 0
    const waited = now - this.#began
    if (this.#taken >= ALWAYS_TAKEN && waited > this.#limitMs) {
      const evenShare = this.#taken / (this.#takenOf.size + (own === 0 ? 1 : 0))
      if (waited > 2 * this.#limitMs || own >= evenShare) return false
    }
    this.#taken++
    this.#takenOf.set(tenant, own + 1)
    return true
  }

  #end(): void {
    this.#began = undefined
    this.#taken = 0
    this.#takenOf.clear()
  }
}
