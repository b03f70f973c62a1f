import type { Config } from '../config.ts'
import { hasRoom } from '../json-heap.ts'
import { outOfMemory } from './out-of-memory.ts'

/** @throws Problem for a JSON body that could take more memory than a thread has: its parser would end the process */
export function requireRoom(body: Uint8Array, { workerMemoryMb }: Config): void {
  if (!hasRoom(body, workerMemoryMb * 2 ** 20)) throw outOfMemory(workerMemoryMb)
}
