import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/** Of the thread that calls, on Linux, where threads have ids; undefined elsewhere. */
export function threadId(): number | undefined {
  if (process.platform !== 'linux') return undefined
  // What the kernel shows here is the thread that asks.
  return Number(basename(readlinkSync('/proc/thread-self')))
}

/**
 * Lets the event loop go first where there are fewer cores than threads at work: it has a little to do for many, a thread
 * much for one. Other systems than Linux set priorities for whole processes alone; there nothing is done.
 */
export function lowerPriority(): void {
  const id = threadId()
  if (id !== undefined) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL)
}
