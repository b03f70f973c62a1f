import { parentPort } from 'node:worker_threads'
import type { Task } from '../../src/workers/job.ts'

// Dies of the first body that it is given to work on.
parentPort?.on('message', ({ input }: Task) => process.exit((input as { body: Uint8Array }).body.length))
