import { type TransferListItem, Worker } from 'node:worker_threads'
import { FairQueue } from '../admission/fair-queue.ts'
import type { PoolFigures } from '../telemetry/figures.ts'
import { OUT_OF_MEMORY } from './out-of-memory.ts'

export interface WorkerPoolOptions {
  readonly workerData: unknown
  readonly threads: number
  /** Megabytes that the objects of one thread may take; one that takes more is ended, and its task with it. */
  readonly memoryMb: number
  /** Tasks that may wait while every thread is at work. */
  readonly queue: number
  /** Bytes from which on a task is large: of those at least one thread is kept free, where there are several. Left out: none is. */
  readonly largeBytes?: number | undefined
}

/** Whose task it is, and how much work it may be. */
export interface TaskOrigin {
  readonly tenant: string
  readonly bytes: number
}

/** What a task costs at least, in bytes. */
const LEAST_COST = 65_536

/** Every thread is at work and the queue is full, or has no place for this tenant any more. */
export class PoolFullError extends Error {
  override readonly name = 'PoolFullError'
}

function poolFull(): PoolFullError {
  return new PoolFullError('every thread is at work and the queue is full')
}

interface Taken<Task, Reply> extends TaskOrigin {
  readonly task: Task
  readonly transfer: readonly TransferListItem[]
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/**
 * How often the memory of threads at work is looked at. V8's own limit is no help: where a thread passes it with one large
 * array, it ends the whole process. So that one is far above what a thread can take between two looks.
 */
const WATCH_MS = 20
const hardLimitMb = (memoryMb: number) => 3 * memoryMb + 1024

/** What a thread is given to finish a task that nobody waits for any more: about what a new thread would cost. */
const ABANDONED_MS = 250

const ONE_TENANT: TaskOrigin = { tenant: '', bytes: 0 }

/**
 * Threads that each answer one message with one message, started when they are first needed. A thread that dies takes
 * its task with it and no other. A tenant none of whose tasks is at work finds one thread more than the others: it starts
 * at once, whatever the others have sent.
 */
export class WorkerPool<Task, Reply> {
  readonly #file: URL
  readonly #options: WorkerPoolOptions
  readonly #idle: Worker[] = []
  readonly #busy = new Map<Worker, Taken<Task, Reply>>()
  readonly #waiting: FairQueue<Taken<Task, Reply>>
  /** Threads whose memory is being asked for. */
  readonly #asked = new Set<Worker>()
  #firstTenant: string | undefined
  #hasSeveralTenants = false
  #watch: NodeJS.Timeout | undefined
  #allDone: (() => void) | undefined
  #totals = { refused: 0, started: 0, died: 0 }

  constructor(file: URL, options: WorkerPoolOptions) {
    this.#file = file
    this.#options = options
    this.#waiting = new FairQueue(options.queue)
  }

  /**
   * @param left aborted when nobody waits for the reply any more: a task that has not begun is dropped, and a thread that
   *   does not soon finish one is ended. Left out: somebody always waits
   * @throws PoolFullError at once; what the thread died of; the reason of `left`
   */
  run(
    task: Task,
    transfer: readonly TransferListItem[],
    left?: AbortSignal,
    { tenant, bytes }: TaskOrigin = ONE_TENANT,
  ): Promise<Reply> {
    if (left?.aborted) return Promise.reject(left.reason)
    this.#firstTenant ??= tenant
    this.#hasSeveralTenants ||= tenant !== this.#firstTenant
    return new Promise((resolve, reject) => {
      const taken = { task, transfer, resolve, reject, tenant, bytes }
      left?.addEventListener('abort', () => this.#abandon(taken, left.reason), { once: true })
      if (this.#mayStart(taken)) this.#give(taken)
      else this.#queue(taken)
    })
  }

  /** @throws PoolFullError where a task would not be taken now */
  requireRoom(origin: TaskOrigin): void {
    if (this.#mayStart(origin) || this.#waiting.hasRoom(origin.tenant, Math.max(LEAST_COST, origin.bytes))) return
    this.#totals.refused++
    throw poolFull()
  }

  figures(): PoolFigures {
    const busy = this.#busy.size
    return { threads: this.#idle.length + busy, busy, queued: this.#waiting.size, ...this.#totals }
  }

  /** Lets what was taken be answered, then ends the threads. */
  async close(): Promise<void> {
    if (this.#busy.size + this.#waiting.size > 0) {
      await new Promise<void>((resolve) => {
        this.#allDone = resolve
      })
    }
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()))
  }

  #queue(taken: Taken<Task, Reply>): void {
    const cost = Math.max(LEAST_COST, taken.bytes)
    const gone = this.#waiting.push({ item: taken, tenant: taken.tenant, cost })
    if (gone === undefined) return
    this.#totals.refused++
    gone.reject(poolFull())
  }

  #mayStart({ tenant, bytes }: TaskOrigin): boolean {
    const { threads, largeBytes = Number.POSITIVE_INFINITY } = this.#options
    const atWork = [...this.#busy.values()]
    if (bytes >= largeBytes) {
      const large = atWork.filter((taken) => taken.bytes >= largeBytes).length
      if (large >= Math.max(1, threads - 1)) return false
    }
    if (atWork.length < threads) return true
    return atWork.length === threads && atWork.every((taken) => taken.tenant !== tenant)
  }

  #abandon(taken: Taken<Task, Reply>, reason: Error): void {
    taken.reject(reason)
    if (this.#waiting.remove(taken)) return
    for (const [worker, at] of this.#busy) {
      if (at !== taken) continue
      setTimeout(() => {
        if (this.#busy.get(worker) === taken) void worker.terminate()
      }, ABANDONED_MS)
    }
  }

  #next(): void {
    for (;;) {
      const next = this.#waiting.shift(({ item }) => this.#mayStart(item))
      if (next === undefined) break
      this.#give(next.item)
    }
    if (this.#busy.size > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
    this.#allDone?.()
  }

  #give(taken: Taken<Task, Reply>): void {
    const worker = this.#idle.pop() ?? this.#start()
    this.#busy.set(worker, taken)
    this.#startAhead()
    // Only work holds the process: an idle thread ends with it.
    worker.ref()
    worker.postMessage(taken.task, taken.transfer)
    this.#watch ??= setInterval(() => this.#lookAtMemory(), WATCH_MS).unref()
  }

  /** The one thread more is there before it is needed: beside threads at work it takes long to start. */
  #startAhead(): void {
    if (!this.#hasSeveralTenants || this.#busy.size !== this.#options.threads || this.#idle.length > 0) return
    const worker = this.#start()
    worker.unref()
    this.#idle.push(worker)
  }

  #lookAtMemory(): void {
    for (const worker of this.#busy.keys()) {
      // A thread answers when it comes to it; one that has died is told by its events.
      if (this.#asked.has(worker)) continue
      this.#asked.add(worker)
      worker
        .getHeapStatistics()
        .then(
          ({ used_heap_size }) => this.#boundMemory(worker, used_heap_size),
          () => {},
        )
        .finally(() => this.#asked.delete(worker))
    }
  }

  #boundMemory(worker: Worker, usedBytes: number): void {
    const { memoryMb } = this.#options
    if (usedBytes <= memoryMb * 2 ** 20 || !this.#busy.has(worker)) return
    const message = `a thread takes more than ${memoryMb} MB`
    this.#bury(worker, Object.assign(new Error(message), { code: OUT_OF_MEMORY }))
    void worker.terminate()
  }

  #start(): Worker {
    const { workerData, memoryMb } = this.#options
    const resourceLimits = { maxOldGenerationSizeMb: hardLimitMb(memoryMb) }
    const worker = new Worker(this.#file, { workerData, resourceLimits })
    this.#totals.started++
    worker.on('message', (reply: Reply) => {
      const taken = this.#busy.get(worker)
      this.#busy.delete(worker)
      worker.unref()
      this.#idle.push(worker)
      taken?.resolve(reply)
      this.#next()
    })
    worker.on('error', (error) => this.#bury(worker, error as Error))
    worker.on('exit', (code) => this.#bury(worker, new Error(`the thread ended with ${code}`)))
    return worker
  }

  #bury(worker: Worker, error: Error): void {
    const taken = this.#busy.get(worker)
    this.#busy.delete(worker)
    const at = this.#idle.indexOf(worker)
    if (at !== -1) this.#idle.splice(at, 1)
    // One that died is buried once more when its end is told.
    if (taken !== undefined || at !== -1) this.#totals.died++
    taken?.reject(error)
    this.#next()
  }
}
