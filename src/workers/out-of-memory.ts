import { Problem } from '../http/problem.ts'

/** Code of the error with which a thread ends that needs more memory than it may have. */
export const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/** What a client is told whose request needs more memory than a thread has. */
export function outOfMemory(workerMemoryMb: number): Problem {
  const detail = `The request takes more than the ${workerMemoryMb} MB of memory that a thread has (WORKER_MEMORY_MB).`
  return new Problem(422, 'graph-too-large', 'bound', detail)
}
