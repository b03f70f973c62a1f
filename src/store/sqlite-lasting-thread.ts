import { tryUntilDone } from './retry.ts'
import { SqliteThread } from './sqlite-thread.ts'
import type { WorkerSettings } from './sqlite-worker.ts'
import { StoreError } from './store-error.ts'

export interface LastingEvents {
  /** Another connection has changed the file, or may have while no thread was there to see it. */
  readonly onChange: () => void
  /** What ended a thread. */
  readonly onFault: (error: Error) => void
}

/**
 * A thread that is followed by another one where it ends. The calls that it was at reject with `store-unavailable`, as
 * do those until the next one is there.
 */
export class LastingThread {
  readonly #settings: WorkerSettings
  readonly #events: LastingEvents
  readonly #closed = new AbortController()
  #thread: SqliteThread | undefined
  #restarting: Promise<unknown> | undefined

  /** @throws StoreError where the file cannot be opened or its schema is a later one */
  static async open(settings: WorkerSettings, events: LastingEvents): Promise<LastingThread> {
    const thread = new LastingThread(settings, events)
    await thread.#start()
    return thread
  }

  private constructor(settings: WorkerSettings, events: LastingEvents) {
    this.#settings = settings
    this.#events = events
  }

  call: SqliteThread['call'] = async (name, values, transfer) => this.ready().call(name, values, transfer)

  /** The thread there is. @throws StoreError `store-unavailable` */
  ready(): SqliteThread {
    if (this.#thread !== undefined) return this.#thread
    throw new StoreError('store-unavailable', 'the thread of the embedded store has ended and starts again')
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#restarting
    await this.#thread?.close()
  }

  async #start(): Promise<void> {
    const { onChange } = this.#events
    this.#thread = await SqliteThread.open(this.#settings, { onChange, onEnd: (fault) => this.#lost(fault) })
  }

  #lost(fault: StoreError): void {
    // One that ends while it starts was never there: whoever started it knows.
    if (this.#thread === undefined) return
    this.#thread = undefined
    this.#events.onFault(fault.cause instanceof Error ? fault.cause : fault)
    this.#restarting = tryUntilDone(() => this.#start(), this.#closed.signal).then((isBack) => {
      if (isBack) this.#events.onChange()
    })
  }
}
