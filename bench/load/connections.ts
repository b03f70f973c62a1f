import { connect, type Socket } from 'node:net'

/** An answer, and how long it took from the moment at which its request was due. */
export interface Timed {
  readonly status: number
  readonly ms: number
}

/**
 * Sends requests over connections that stay open, each with one request at a time, with as little work as can be: what the client
 * takes of the machine, the service has not.
 */
export class Connections {
  readonly #port: number
  readonly #idle: Connection[] = []
  readonly #all = new Set<Connection>()
  readonly #most: number

  /** @param most connections that may be open */
  constructor(port: number, most: number) {
    this.#port = port
    this.#most = most
  }

  /** Undefined where every connection waits for an answer. */
  send(request: Buffer, due: number): Promise<Timed> | undefined {
    const connection = this.#idle.pop() ?? this.#open()
    return connection?.send(request, due)
  }

  close(): void {
    for (const { socket } of this.#all) socket.destroy()
  }

  #open(): Connection | undefined {
    if (this.#all.size >= this.#most) return undefined
    const connection = new Connection(connect(this.#port, '127.0.0.1'), (isOpen) => {
      if (isOpen) this.#idle.push(connection)
      else this.#forget(connection)
    })
    this.#all.add(connection)
    return connection
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection)
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
  }
}

class Connection {
  readonly socket: Socket
  readonly #done: (isOpen: boolean) => void
  #waiting: { readonly due: number; readonly resolve: (timed: Timed) => void } | undefined
  #status = 0
  #head = ''
  /** Whether the other side ends the connection with this answer, as a proxy does after a thousand. */
  #isLast = false
  /** Bytes of the body that are still to come; undefined before the end of the header. */
  #left: number | undefined

  constructor(socket: Socket, done: (isOpen: boolean) => void) {
    this.socket = socket
    this.#done = done
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      done(false)
      this.#answer(0)
    })
  }

  send(request: Buffer, due: number): Promise<Timed> {
    return new Promise((resolve) => {
      this.#waiting = { due, resolve }
      this.#head = ''
      this.#left = undefined
      this.socket.write(request)
    })
  }

  #read(chunk: Buffer): void {
    if (this.#left !== undefined) this.#left -= chunk.length
    else {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end === -1) return
      const head = this.#head.slice(0, end)
      this.#status = Number(head.slice(9, 12))
      this.#isLast = /\r\nconnection: close/i.test(head)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (length === undefined) throw new Error(`an answer without a length: ${head}`)
      this.#left = Number(length) - (this.#head.length - end - 4)
    }
    if (this.#left > 0) return
    this.#answer(this.#status)
    this.#done(!this.#isLast)
  }

  #answer(status: number): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve({ status, ms: performance.now() - waiting.due })
  }
}
