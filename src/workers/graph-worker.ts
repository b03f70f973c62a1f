// A thread of its own: a folder of Markdown takes seconds, and the loop that answers requests must not wait for it.
// First, so that every schema below is compiled.
import 'zod/compile'
import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from '../fault.ts'
import { problemOf } from '../http/problem.ts'
import { createTokenCounter } from '../tokenizer/token-counters.ts'
import { graphAnswer } from './graph-answer.ts'
import { type GraphReply, type GraphTask, type GraphThreadData, OUT_OF_MEMORY } from './graph-task.ts'
import { ParsePool } from './parse-pool.ts'

const { settings, tables } = workerData as GraphThreadData
const counter = createTokenCounter(settings.packetTokenizer, tables)
const pool = new ParsePool({
  threads: settings.parseThreads,
  encoding: settings.packetTokenizer,
  memoryMb: settings.workerMemoryMb,
  tables,
})

parentPort?.on('message', async (body: GraphTask) => {
  const reply = await replyTo(body)
  // The bytes of the answer are handed over, not copied.
  parentPort?.postMessage(reply, 'body' in reply ? [reply.body.buffer as ArrayBuffer] : [])
})

async function replyTo(body: GraphTask): Promise<GraphReply> {
  try {
    return await graphAnswer(body, settings, counter, pool)
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== undefined) return { problem: problem.members() }
    // A thread that parses had no room: told as if it were this one.
    if ((error as NodeJS.ErrnoException).code === OUT_OF_MEMORY) return { outOfMemory: true }
    return { fault: faultOf(error as Error) }
  }
}
