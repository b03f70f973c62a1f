import { FairQueue } from './fair-queue.ts'

export interface LoopPorts {
  /** Milliseconds of CPU that the thread of the event loop has taken: a machine that is busy with others is no reason to turn anybody away. */
  readonly cpuMs: () => number
  /** Calls back in the next turn of the event loop, behind what is ready in this one. */
  readonly nextTurn: (callback: () => void) => void
}

/** Requests that may wait whatever they cost: a few large ones turn nobody away. */
export const ALWAYS_TAKEN = 16

/** Weight of the newest request in the mean cost of one. */
const NEWEST = 1 / 16
/** What the first requests are taken to cost, in milliseconds. */
const FIRST_GUESS_MS = 1

/**
 * The requests that wait for the event loop. It works on one of them in each turn, and sees in between what else has come:
 * so whoever has to be turned away hears it within the time that one request takes, not behind all that were ready before.
 * Tenants take turns.
 */
export class LoopQueue {
  readonly #limitMs: number
  readonly #ports: LoopPorts
  readonly #queue = new FairQueue<() => void>(Number.POSITIVE_INFINITY)
  #isTaken = false
  #began = 0
  #meanMs = FIRST_GUESS_MS

  /** @param limitMs CPU time that a request may wait for those before it */
  constructor(limitMs: number, ports: LoopPorts) {
    this.#limitMs = limitMs
    this.#ports = ports
  }

  /** Requests that wait. */
  get size(): number {
    return this.#queue.size
  }

  /**
   * Lines up a request. Past the limit those tenants are still let in that have less in the queue than an even share, until it
   * is twice as long.
   *
   * @returns its turn; undefined where it would wait too long
   */
  enter(tenant: string): Promise<void> | undefined {
    if (!this.#isTaken) {
      this.#isTaken = true
      this.#begin()
      return Promise.resolve()
    }
    if (!this.#hasRoom(tenant)) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#queue.push({ item: resolve, tenant, cost: 1 })
    return promise
  }

  #hasRoom(tenant: string): boolean {
    const { size } = this.#queue
    const most = Math.max(ALWAYS_TAKEN, this.#limitMs / this.#meanMs)
    return size < most || (size < 2 * most && this.#queue.sizeOf(tenant) < this.#queue.evenShareOf(tenant))
  }

  #begin(): void {
    this.#began = this.#ports.cpuMs()
    this.#ports.nextTurn(() => this.#goOn())
  }

  #goOn(): void {
    this.#meanMs += (this.#ports.cpuMs() - this.#began - this.#meanMs) * NEWEST
    const next = this.#queue.shift(() => true)
    if (next === undefined) {
      this.#isTaken = false
      return
    }
    this.#begin()
    next.item()
  }
}
