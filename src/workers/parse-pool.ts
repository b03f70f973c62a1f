import { extname } from 'node:path'
import type { TokenEncoding } from '../core/tokens.ts'
import type { MarkdownFile } from '../markdown/markdown-file.ts'
import { type PageReader, readHere } from '../markdown/page-reader.ts'
import type { PageReading } from '../markdown/read-page.ts'
import { sharedTables } from '../tokenizer/token-counters.ts'
import type { ParseReply, ParseTask, ParseThreadData } from './parse-task.ts'
import { WorkerPool } from './worker-pool.ts'

export interface ParsePoolOptions {
  /** 1: the thread that asks does the work. */
  readonly threads: number
  readonly encoding: TokenEncoding
  /** Megabytes that the objects of each thread may take. */
  readonly memoryMb: number
}

/** Runs as it stands in the source and as it was compiled. */
const WORKER = new URL(`./parse-worker${extname(import.meta.url)}`, import.meta.url)

/** Batches that are read where they are: a thread takes longer to start than they take. */
const FIRST_HERE = 2
/** Batches that a thread finds ready when it has done one. */
const READY = 2

/** Threads that parse the pages of graphs, started when a graph is large enough to need them. */
export class ParsePool {
  readonly #options: ParsePoolOptions
  #pool: WorkerPool<ParseTask, ParseReply> | undefined

  constructor(options: ParsePoolOptions) {
    this.#options = options
  }

  /** Reads the pages of one graph. `counter` of the reading must be that of the pool's encoding. */
  reader(reading: PageReading): PageReader {
    const here = readHere(reading)
    const { threads } = this.#options
    if (threads === 1) return here
    let batches = 0
    return {
      width: threads * READY,
      read: (batch) => (++batches <= FIRST_HERE ? here.read(batch) : this.#send(batch, reading)),
    }
  }

  async close(): Promise<void> {
    await this.#pool?.close()
  }

  #send(files: readonly MarkdownFile[], { rules, summaryTokens, sections }: PageReading): Promise<ParseReply> {
    this.#pool ??= this.#start()
    return this.#pool.run({ files, flavour: rules.name, summaryTokens, sections }, [])
  }

  #start(): WorkerPool<ParseTask, ParseReply> {
    const { threads, encoding, memoryMb } = this.#options
    const workerData: ParseThreadData = { encoding, tables: sharedTables(encoding) }
    return new WorkerPool(WORKER, {
      threads,
      // The reader's width bounds what waits.
      queue: Number.POSITIVE_INFINITY,
      workerData,
      memoryMb,
    })
  }
}
