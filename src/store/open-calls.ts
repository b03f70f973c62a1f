import { StoreError } from './store-error.ts'

/** Counts the calls under way, so that closing can wait for them, and refuses those that come after. */
export class OpenCalls {
  readonly #running = new Set<Promise<unknown>>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new StoreError('store-closed', 'the store was closed')
    const running = work()
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  /** Resolves once nothing is under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#running)
  }
}
