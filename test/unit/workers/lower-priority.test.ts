import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

it.runIf(process.platform === 'linux')(
  'a thread that works steps back behind the one of the event loop, which stays as it is',
  async () => {
    const before = getPriority()
    const worker = new Worker(new URL('./priority-worker.ts', import.meta.url))
    const [inThread] = (await once(worker, 'message')) as [number]
    await worker.terminate()
    expect(inThread).toBeGreaterThan(before)
    expect(getPriority()).toBe(before)
  },
)
