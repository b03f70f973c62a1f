import { connect, type Socket } from 'node:net'

/** An answer as it came over the connection. */
export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** What came of the requests that were sent at once. */
export interface Heard {
  readonly answers: readonly Answer[]
  /** How it ended: all answered, the connection closed by the service, nothing came for too long, or what came is no answer. */
  readonly end: 'answered' | 'closed' | 'silent' | `unreadable: ${string}`
}

/**
 * One connection after another, each for as long as the service keeps it open. Reads answers as they come, however many
 * requests were sent at once.
 */
export class Wire {
  readonly #port: number
  readonly #patienceMs: number
  #connection: { readonly socket: Socket; readonly reader: AnswerReader } | undefined

  /** @param patienceMs longest wait for an answer */
  constructor(port: number, patienceMs: number) {
    this.#port = port
    this.#patienceMs = patienceMs
  }

  /** @param methods of the requests, in their order: the answer to HEAD has no body */
  async send(bytes: Buffer, methods: readonly string[]): Promise<Heard> {
    const { socket, reader } = this.#open()
    const heard = reader.read(methods, this.#patienceMs)
    socket.write(bytes)
    const { answers, end } = await heard
    const isLast = answers.some(({ headers }) => headers.get('connection') === 'close')
    if (end !== 'answered' || isLast) this.close()
    return { answers, end }
  }

  /** Sends the beginning of a request and goes away. */
  async cut(bytes: Buffer): Promise<void> {
    this.close()
    const { socket } = this.#open()
    await new Promise<void>((resolve) => {
      socket.on('close', () => resolve())
      socket.write(bytes, () => setImmediate(() => socket.destroy()))
    })
    this.close()
  }

  close(): void {
    this.#connection?.socket.destroy()
    this.#connection = undefined
  }

  #open(): { readonly socket: Socket; readonly reader: AnswerReader } {
    if (this.#connection !== undefined && !this.#connection.socket.destroyed) return this.#connection
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#connection = { socket, reader: new AnswerReader(socket) }
    return this.#connection
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')

class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0)
  #closed = false
  #wake = () => {}

  constructor(socket: Socket) {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
      this.#wake()
    })
    socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
    // A half-closed connection has all its answers.
    socket.on('end', () => socket.destroy())
  }

  async read(methods: readonly string[], patienceMs: number): Promise<Heard> {
    const answers: Answer[] = []
    let isSilent = false
    let timer: NodeJS.Timeout | undefined
    while (answers.length < methods.length) {
      const answer = this.#take(methods[answers.length] === 'HEAD')
      if (typeof answer === 'string') return { answers, end: `unreadable: ${answer}` }
      if (answer !== undefined) answers.push(answer)
      else if (this.#closed) return { answers, end: 'closed' }
      else if (isSilent) return { answers, end: 'silent' }
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
          timer = setTimeout(() => {
            isSilent = true
            resolve()
          }, patienceMs)
        })
        clearTimeout(timer)
      }
    }
    return { answers, end: 'answered' }
  }

  /** Undefined until all of the next answer is there; what is no answer as it is. An interim answer (1xx) is passed over. */
  #take(isHead: boolean): Answer | string | undefined {
    const end = this.#bytes.indexOf(HEAD_END)
    if (end === -1) return undefined
    const [first = '', ...lines] = this.#bytes.subarray(0, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    if (Number.isNaN(status)) return first
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const start = end + HEAD_END.length
    if (status < 200) {
      this.#bytes = this.#bytes.subarray(start)
      return this.#take(isHead)
    }
    const isEmpty = isHead || status === 204 || status === 304
    const found = isEmpty ? { body: Buffer.alloc(0), end: start } : this.#body(headers, start)
    if (found === undefined) return undefined
    this.#bytes = this.#bytes.subarray(found.end)
    return { status, headers, body: found.body }
  }

  #body(headers: ReadonlyMap<string, string>, start: number): { body: Buffer; end: number } | undefined {
    if (headers.get('transfer-encoding') === 'chunked') return this.#chunks(start)
    const length = headers.get('content-length')
    if (length !== undefined) {
      const end = start + Number(length)
      return this.#bytes.length < end ? undefined : { body: Buffer.from(this.#bytes.subarray(start, end)), end }
    }
    return this.#closed ? { body: Buffer.from(this.#bytes.subarray(start)), end: this.#bytes.length } : undefined
  }

  #chunks(start: number): { body: Buffer; end: number } | undefined {
    const parts: Buffer[] = []
    for (let at = start; ; ) {
      const lineEnd = this.#bytes.indexOf('\r\n', at)
      if (lineEnd === -1) return undefined
      const size = Number.parseInt(this.#bytes.toString('latin1', at, lineEnd), 16)
      const end = lineEnd + 2 + size + 2
      if (this.#bytes.length < end) return undefined
      if (size === 0) return { body: Buffer.concat(parts), end }
      parts.push(this.#bytes.subarray(lineEnd + 2, end - 2))
      at = end
    }
  }
}
