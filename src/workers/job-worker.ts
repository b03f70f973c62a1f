// A thread of its own: what takes long must not hold up the loop that answers requests.
// First, so that every schema below is compiled.
import 'zod/compile'
import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from '../fault.ts'
import { problemOf } from '../http/problem.ts'
import { observedPackets } from '../observed-packets.ts'
import { packetService } from '../packet-service.ts'
import { now } from '../telemetry/clock.ts'
import type { StageSeen } from '../telemetry/observer.ts'
import { adoptMemory } from '../tokenizer/load-tables.ts'
import type { Job, JobOutcome, Reply, Task, ThreadData } from './job.ts'
import { JOBS, type JobName, READS_IN_PLACE } from './jobs.ts'
import { lowerPriority } from './lower-priority.ts'
import { ParsePool } from './parse-pool.ts'
import { requireRoom } from './require-room.ts'

lowerPriority()
const { config, models, tables } = workerData as ThreadData
adoptMemory(tables)
const { packetTokenizer: encoding, parseThreads: threads, workerMemoryMb: memoryMb } = config
/** Of the job at hand: a thread does one at a time. */
let stages: StageSeen[] = []
const observer = { stage: (seen: StageSeen) => void stages.push(seen) }
const tools = {
  config,
  observer,
  packets: observedPackets(packetService(config, models), observer),
  parsing: new ParsePool({ threads, encoding, memoryMb }),
}

parentPort?.on('message', async ({ job, input }: Task) => {
  const from = now()
  stages = []
  const outcome = await outcomeOf(job, input)
  const reply: Reply = { ...outcome, worked: { from, to: now(), stages } }
  parentPort?.postMessage(reply, 'result' in reply ? ownMemory(reply.result as object) : [])
})

async function outcomeOf(name: JobName, input: unknown): Promise<JobOutcome> {
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
