import { parentPort, workerData } from 'node:worker_threads'

// Answers what it is asked; `wait` only after the gate is open, so that a test decides how long a thread is at work.
const gate = new Int32Array(workerData as SharedArrayBuffer)

parentPort?.on('message', (task: string) => {
  if (task === 'throw') throw new RangeError('as asked')
  if (task === 'exit') process.exit(3)
  if (task === 'fill') for (const kept: unknown[][] = []; ; ) kept.push(new Array(10_000).fill(kept.length))
  if (task.startsWith('wait')) Atomics.wait(gate, 0, 0)
  parentPort?.postMessage(`did ${task}`)
})
