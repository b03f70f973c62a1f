import { extname } from 'node:path'
import type { Config } from '../config.ts'
import type { Fault } from '../fault.ts'
import type { BuildGraph } from '../http/ports.ts'
import { Problem } from '../http/problem.ts'
import { sharedTables } from '../tokenizer/token-counters.ts'
import { type GraphReply, type GraphTask, type GraphThreadData, OUT_OF_MEMORY } from './graph-task.ts'
import { PoolFullError, WorkerPool } from './worker-pool.ts'

export interface GraphService {
  readonly buildGraph: BuildGraph
  /** Lets what was taken be answered, then ends the threads. */
  close(): Promise<void>
}

/** Runs as it stands in the source and as it was compiled. */
const WORKER = new URL(`./graph-worker${extname(import.meta.url)}`, import.meta.url)

const RETRY_AFTER_SECONDS = '1'

/** Graphs from Markdown, built in threads. */
export function graphService(config: Config): GraphService {
  const { packetTokenizer, bodyLimitBytes, maxFieldBytes, maxFilePathBytes, graphReportMaxItems } = config
  const { parseThreads, workerMemoryMb } = config
  const limits = { bodyLimitBytes, maxFieldBytes, maxFilePathBytes, graphReportMaxItems }
  const settings = { packetTokenizer, ...limits, parseThreads, workerMemoryMb }
  const workerData: GraphThreadData = { settings, tables: sharedTables(packetTokenizer) }
  const pool = new WorkerPool<GraphTask, GraphReply>(WORKER, {
    threads: config.workerThreads,
    queue: config.workerQueue,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: config.workerMemoryMb },
  })
  const buildGraph: BuildGraph = async (body, left) => {
    const bytes = ownBytes(body)
    const reply = await pool.run(bytes, [bytes.buffer], left).catch((error) => {
      throw problemOfThread(error, config)
    })
    if ('outOfMemory' in reply) throw outOfMemory(config)
    if ('problem' in reply) throw new Problem(...reply.problem)
    if ('fault' in reply) throw errorOf(reply.fault)
    const { buffer, byteOffset, byteLength } = reply.body
    return { body: Buffer.from(buffer, byteOffset, byteLength), figures: reply.figures }
  }
  return { buildGraph, close: () => pool.close() }
}

/** Bytes that can be handed over: a small buffer is a view of memory that others use. */
function ownBytes(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = body
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return new Uint8Array(buffer)
  return new Uint8Array(body)
}

function problemOfThread(error: Error & { code?: string }, config: Config): Error {
  if (error instanceof PoolFullError) {
    const detail =
      `${config.workerThreads} graphs are being built (WORKER_THREADS) and ${config.workerQueue} requests wait (WORKER_QUEUE). ` +
      'Send the request again later.'
    return new Problem(503, 'workers-busy', 'capacity', detail, {}, { 'retry-after': RETRY_AFTER_SECONDS })
  }
  return error.code === OUT_OF_MEMORY ? outOfMemory(config) : error
}

function outOfMemory(config: Config): Problem {
  const detail = `The graph takes more than the ${config.workerMemoryMb} MB of memory that a thread has (WORKER_MEMORY_MB).`
  return new Problem(422, 'graph-too-large', 'bound', detail)
}

function errorOf({ name, frames }: Fault): Error {
  const error = new Error('a thread failed')
  error.name = name
  error.stack = frames.join('\n')
  return error
}
