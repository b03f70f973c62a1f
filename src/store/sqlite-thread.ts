import { Worker } from 'node:worker_threads'
import { receivedError, type SentError } from './sqlite-errors.ts'
import type { Operations, WorkerSettings } from './sqlite-worker.ts'
import { StoreError } from './store-error.ts'
import type { SchemaVersions } from './whole-store.ts'

type WithoutConnection<Values> = Values extends [unknown, ...infer Rest] ? Rest : never

/** Calls that wait for one thread; more of them are refused, so that a slow disk does not fill the memory. */
const MOST_WAITING = 10_000

// The worker is a source file when this is one, and a compiled one in dist.
const WORKER = new URL(`./sqlite-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

export interface ThreadEvents {
  /** It has ended without being asked to, and does not come back. */
  readonly onEnd?: (fault: StoreError) => void
  /** Another connection has changed the file. */
  readonly onChange?: () => void
}

/** A thread of its own with a connection of its own. */
export class SqliteThread {
  readonly #worker: Worker
  readonly #events: ThreadEvents
  #schema: SchemaVersions = { found: 0, now: 0 }
  #isClosing = false
  readonly #waiting: { resolve(value: never): void; reject(error: Error): void }[] = []
  #ended: StoreError | undefined

  /** @throws StoreError where the file cannot be opened or its schema is a later one */
  static async open(settings: WorkerSettings, events: ThreadEvents = {}): Promise<SqliteThread> {
    const thread = new SqliteThread(settings, events)
    thread.#schema = await thread.#answer()
    return thread
  }

  private constructor(settings: WorkerSettings, events: ThreadEvents) {
    this.#events = events
    this.#worker = new Worker(WORKER, { workerData: settings, name: 'sqlite' })
    this.#worker.on('message', (answer: { result: never } | { error: SentError } | { changed: true }) => {
      if ('changed' in answer) {
        events.onChange?.()
        return
      }
      const call = this.#waiting.shift()
      if ('error' in answer) call?.reject(receivedError(answer.error))
      else call?.resolve(answer.result)
    })
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end())
  }

  get schema(): SchemaVersions {
    return this.#schema
  }

  async call<Name extends keyof Operations>(
    name: Name,
    values: WithoutConnection<Parameters<Operations[Name]>>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<Operations[Name]>> {
    if (this.#ended !== undefined) throw this.#ended
    if (this.#waiting.length >= MOST_WAITING) throw new StoreError('store-busy', `${MOST_WAITING} calls are waiting`)
    this.#worker.postMessage({ name, values }, transfer)
    return this.#answer()
  }

  /** Once the calls made so far are answered. */
  async close(): Promise<void> {
    if (this.#ended !== undefined) return
    this.#isClosing = true
    const exit = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage({ name: 'close', values: [] })
    await exit
  }

  #answer<Value>(): Promise<Value> {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  #end(cause?: unknown): void {
    if (this.#ended !== undefined) return
    const fault = new StoreError('store-unavailable', 'the thread of the embedded store has ended', { cause })
    this.#ended = fault
    for (const { reject } of this.#waiting.splice(0)) reject(fault)
    if (!this.#isClosing) this.#events.onEnd?.(fault)
  }
}
