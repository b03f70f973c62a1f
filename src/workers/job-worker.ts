// A thread of its own: what takes long must not hold up the loop that answers requests.
// First, so that every schema below is compiled.
import 'zod/compile'
import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from '../fault.ts'
import { problemOf } from '../http/problem.ts'
import { hasRoom } from '../json-heap.ts'
import { packetService } from '../packet-service.ts'
import { adoptMemory } from '../tokenizer/load-tables.ts'
import type { Job, Reply, Task, ThreadData } from './job.ts'
import { JOBS } from './jobs.ts'
import { outOfMemory } from './out-of-memory.ts'
import { ParsePool } from './parse-pool.ts'

const { config, models, tables } = workerData as ThreadData
adoptMemory(tables)
const { packetTokenizer: encoding, parseThreads: threads, workerMemoryMb: memoryMb } = config
const tools = {
  config,
  packets: packetService(config, models),
  parsing: new ParsePool({ threads, encoding, memoryMb }),
}

parentPort?.on('message', async ({ job, input }: Task) => {
  const reply = await replyOf(JOBS[job] as Job<unknown, object>, input)
  parentPort?.postMessage(reply, 'result' in reply ? ownMemory(reply.result as object) : [])
})

async function replyOf(job: Job<unknown, object>, input: unknown): Promise<Reply> {
  try {
    requireRoom(input)
    return { result: await job(input, tools) }
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== undefined) return { problem: problem.members() }
    return { fault: faultOf(error as Error) }
  }
}

/** @throws Problem for a JSON body that could take more memory than a thread has: its parser would end the process */
function requireRoom(input: unknown): void {
  const { body } = input as { body?: unknown }
  if (body instanceof Uint8Array && !hasRoom(body, config.workerMemoryMb * 2 ** 20))
    throw outOfMemory(config.workerMemoryMb)
}

function ownMemory(result: object): ArrayBuffer[] {
  return Object.values(result).flatMap((member) => (member instanceof Uint8Array ? [member.buffer as ArrayBuffer] : []))
}
