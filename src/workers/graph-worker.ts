// A thread of its own: a folder of Markdown takes seconds, and the loop that answers requests must not wait for it.
// First, so that every schema below is compiled.
import 'zod/compile'
import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from '../fault.ts'
import { problemOf } from '../http/problem.ts'
import { createTokenCounter } from '../tokenizer/token-counters.ts'
import { graphAnswer } from './graph-answer.ts'
import type { GraphReply, GraphTask, GraphThreadData } from './graph-task.ts'

const { settings, tables } = workerData as GraphThreadData
const counter = createTokenCounter(settings.packetTokenizer, tables)

parentPort?.on('message', (body: GraphTask) => {
  const reply = replyTo(body)
  // The bytes of the answer are handed over, not copied.
  parentPort?.postMessage(reply, 'body' in reply ? [reply.body.buffer as ArrayBuffer] : [])
})

function replyTo(body: GraphTask): GraphReply {
  try {
    return graphAnswer(body, settings, counter)
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== undefined) return { problem: problem.members() }
    return { fault: faultOf(error as Error) }
  }
}
