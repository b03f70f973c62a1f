import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where clients come in: who is inside, and whether it is about to be closed. */
export class Door extends EventEmitter {
  #connections = 0
  #isClosing = false

  /** Connections that are open. */
  get connections(): number {
    return this.#connections
  }

  /** True from the moment the service was told to stop. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  enter(socket: Socket): void {
    this.#connections++
    socket.once('close', () => {
      if (--this.#connections === 0) this.emit('empty')
    })
  }

  /** Resolves when no connection is open. */
  async empty(): Promise<void> {
    if (this.#connections > 0) await once(this, 'empty')
  }

  /**
   * Says that it is about to be closed. Each answer ends its connection from then on.
   *
   * @returns resolves when no connection is open, and no later than after `ms` milliseconds
   */
  async close(ms: number): Promise<void> {
    this.#isClosing = true
    if (this.#connections === 0) return
    const over = new AbortController()
    await Promise.race([once(this, 'empty', over), sleep(ms, undefined, over)]).finally(() => over.abort())
  }
}
