import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Connections, Timed } from './connections.ts'

export interface Load {
  /** Milliseconds of each answer that was taken, and of each refusal. */
  readonly accepted: readonly number[]
  readonly refused: readonly number[]
  /** Neither: a broken connection, or another status. */
  readonly failed: number
  /** Requests for which no connection was free: the client could not keep up. */
  readonly unsent: number
  readonly seconds: number
}

/** As many requests at a time as there are in `atOnce`, one after the other, for so long. */
export async function closedLoop(
  connections: Connections,
  atOnce: number,
  seconds: number,
  next: () => Buffer,
): Promise<Load> {
  const tally = new Tally()
  const end = performance.now() + seconds * 1000
  const client = async () => {
    while (performance.now() < end) tally.add(await connections.send(next(), performance.now()))
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return tally.load(seconds)
}

/** Requests at even distances whatever becomes of those before, as independent clients send them; timed from when each was due. */
export async function openLoop(
  connections: Connections,
  perSecond: number,
  seconds: number,
  next: () => Buffer,
): Promise<Load> {
  const tally = new Tally()
  const answers: Promise<void>[] = []
  const start = performance.now()
  const count = Math.round(perSecond * seconds)
  for (let i = 0; i < count; i++) {
    const due = start + (i * 1000) / perSecond
    const wait = due - performance.now()
    // Late or not, answers are read before the next request is sent.
    await (wait > 0 ? sleep(wait) : nextTurn())
    const sent = connections.send(next(), due)
    if (sent === undefined) tally.add(undefined)
    else answers.push(sent.then((timed) => tally.add(timed)))
  }
  await Promise.all(answers)
  return tally.load(seconds)
}

class Tally {
  readonly #accepted: number[] = []
  readonly #refused: number[] = []
  #failed = 0
  #unsent = 0

  add(timed: Timed | undefined): void {
    if (timed === undefined) this.#unsent++
    else if (timed.status >= 200 && timed.status < 300) this.#accepted.push(timed.ms)
    else if (timed.status === 503 || timed.status === 429) this.#refused.push(timed.ms)
    else this.#failed++
  }

  load(seconds: number): Load {
    return { accepted: this.#accepted, refused: this.#refused, failed: this.#failed, unsent: this.#unsent, seconds }
  }
}

/** @param share 0.99 for the time that one in a hundred takes longer than */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
