// A thread of its own: what takes long must not hold up the loop that answers requests.
// First, so that every schema below is compiled.
import 'zod/compile'
import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from '../fault.ts'
import { problemOf } from '../http/problem.ts'
import { packetService } from '../packet-service.ts'
import { adoptMemory } from '../tokenizer/load-tables.ts'
import type { Job, Reply, Task, ThreadData } from './job.ts'
import { JOBS, type JobName, READS_IN_PLACE } from './jobs.ts'
import { ParsePool } from './parse-pool.ts'
import { requireRoom } from './require-room.ts'

const { config, models, tables } = workerData as ThreadData
adoptMemory(tables)
const { packetTokenizer: encoding, parseThreads: threads, workerMemoryMb: memoryMb } = config
const tools = {
  config,
  packets: packetService(config, models),
  parsing: new ParsePool({ threads, encoding, memoryMb }),
}

parentPort?.on('message', async ({ job, input }: Task) => {
  const reply = await replyOf(job, input)
  parentPort?.postMessage(reply, 'result' in reply ? ownMemory(reply.result as object) : [])
})

async function replyOf(name: JobName, input: unknown): Promise<Reply> {
  try {
    const { body } = input as { body?: unknown }
    if (body instanceof Uint8Array && !READS_IN_PLACE.has(name)) requireRoom(body, config)
    return { result: await (JOBS[name] as Job<unknown, object>)(input, tools) }
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== undefined) return { problem: problem.members() }
    return { fault: faultOf(error as Error) }
  }
}

function ownMemory(result: object): ArrayBuffer[] {
  return Object.values(result).flatMap((member) => (member instanceof Uint8Array ? [member.buffer as ArrayBuffer] : []))
}
