import { getPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { lowerPriority, threadId } from '../../../src/workers/lower-priority.ts'

lowerPriority()
parentPort?.postMessage(getPriority(threadId()))
