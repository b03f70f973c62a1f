import { extname } from 'node:path'
import type { TransferListItem } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { errorOf } from '../fault.ts'
import { Problem } from '../http/problem.ts'
import { NO_TENANT } from '../store/store.ts'
import { now } from '../telemetry/clock.ts'
import type { PoolFigures } from '../telemetry/figures.ts'
import type { JobSeen, Observer } from '../telemetry/observer.ts'
import type { Reply, Task, ThreadData } from './job.ts'
import type { JobInput, JobName, JobResult } from './jobs.ts'
import { OUT_OF_MEMORY, outOfMemory } from './out-of-memory.ts'
import { PoolFullError, WorkerPool } from './worker-pool.ts'

/** Runs as it stands in the source and as it was compiled. */
const JOB_WORKER = new URL(`./job-worker${extname(import.meta.url)}`, import.meta.url)

const RETRY_AFTER = { 'retry-after': '1' }

export interface JobPoolOptions {
  readonly threads: number
  readonly queue: number
  readonly largeBytes?: number | undefined
  /** Names of the two settings, for the refusal. */
  readonly names: { readonly threads: string; readonly queue: string }
  readonly observer: Pick<Observer, 'job'>
  /** What the threads run; left out: {@link JOBS}. */
  readonly file?: URL
}

/** Threads that do the jobs of the table, one each at a time. */
export class JobPool {
  readonly #config: Config
  readonly #options: JobPoolOptions
  readonly #pool: WorkerPool<Task, Reply>

  constructor(data: ThreadData, options: JobPoolOptions) {
    this.#config = data.config
    this.#options = options
    this.#pool = new WorkerPool(options.file ?? JOB_WORKER, {
      threads: options.threads,
      queue: options.queue,
      largeBytes: options.largeBytes,
      workerData: data,
      memoryMb: data.config.workerMemoryMb,
    })
  }

  /** The threads as one tenant has them. */
  of(tenant: string): TenantThreads {
    return {
      run: (job, input, transfer, until) => this.run(job, input, transfer, until, tenant),
      deadline: (left) => this.deadline(left),
    }
  }

  /**
   * @param transfer what in `input` is handed over and not copied: it is the caller's no more
   * @param until aborted when nobody waits for the result any more, see {@link deadline}
   * @throws Problem for a request that is refused, finds no room, takes too long or needs more memory than a thread has;
   *   else the reason of `until`
   */
  async run<Name extends JobName>(
    job: Name,
    input: JobInput<Name>,
    transfer: readonly TransferListItem[],
    until: AbortSignal,
    tenant = NO_TENANT,
  ): Promise<JobResult<Name>> {
    const from = now()
    const tell = (end: JobSeen['end'], worked?: Reply['worked']) =>
      this.#options.observer.job({ job, end, from, to: now(), worked })
    const reply = await this.#pool
      .run({ job, input }, transfer, until, { tenant, bytes: bytesOf(transfer) })
      .catch((error) => {
        tell(error instanceof PoolFullError ? 'no-room' : until.aborted ? 'given-up' : 'failed')
        throw this.#problemOf(error)
      })
    tell('problem' in reply ? 'refused' : 'fault' in reply ? 'failed' : 'done', reply.worked)
    if ('problem' in reply) throw new Problem(...reply.problem)
    if ('fault' in reply) throw errorOf(reply.fault, 'a thread failed')
    return reply.result as JobResult<Name>
  }

  /** Aborted with `left`, or when the work has taken too long, counted from now. */
  deadline(left: AbortSignal): AbortSignal {
    return AbortSignal.any([left, AbortSignal.timeout(this.#config.workerTimeoutMs)])
  }

  /** @throws Problem `workers-busy` where a body of so many bytes would find no room now */
  requireRoom(tenant: string, bytes: number): void {
    try {
      this.#pool.requireRoom({ tenant, bytes })
    } catch (error) {
      throw this.#problemOf(error as Error)
    }
  }

  figures(): PoolFigures {
    return this.#pool.figures()
  }

  /** Lets what was taken be answered, then ends the threads. */
  close(): Promise<void> {
    return this.#pool.close()
  }

  #noRoom(): Problem {
    const { threads, queue, names } = this.#options
    const detail =
      `${threads} threads are at work (${names.threads}) and ${queue} requests wait (${names.queue}). ` +
      'Send the request again later.'
    return new Problem(503, 'workers-busy', 'capacity', detail, {}, RETRY_AFTER)
  }

  #problemOf(error: Error & { code?: string }): Error {
    if (error instanceof PoolFullError) return this.#noRoom()
    if (error.name === 'TimeoutError') {
      const detail = `The work was not done within ${this.#config.workerTimeoutMs} ms (WORKER_TIMEOUT_MS), the wait for a thread included.`
      return new Problem(503, 'work-timeout', 'capacity', detail, {}, RETRY_AFTER)
    }
    return error.code === OUT_OF_MEMORY ? outOfMemory(this.#config.workerMemoryMb) : error
  }
}

/** What one tenant's work is given to. */
export interface TenantThreads {
  /** As {@link JobPool.run}. */
  run<Name extends JobName>(
    job: Name,
    input: JobInput<Name>,
    transfer: readonly TransferListItem[],
    until: AbortSignal,
  ): Promise<JobResult<Name>>
  deadline(left: AbortSignal): AbortSignal
}

function bytesOf(transfer: readonly TransferListItem[]): number {
  return transfer.reduce((sum, item) => sum + (item instanceof ArrayBuffer ? item.byteLength : 0), 0)
}

/** Bytes that can be handed over: a small buffer is a view of memory that others use. */
export function ownBytes(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = body
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return new Uint8Array(buffer)
  return new Uint8Array(body)
}
