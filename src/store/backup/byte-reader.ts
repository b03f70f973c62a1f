import { StoreError } from '../store-error.ts'

const LF = 0x0a

/** Lines and stretches of bytes from chunks of any size. Keeps one chunk, and at most one line. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #chunk: Uint8Array = new Uint8Array()
  #position = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#position
  }

  /**
   * A line with its end; undefined where the source ends before one.
   *
   * @throws StoreError `backup-damaged` for a longer one
   */
  async line(mostBytes: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = []
    let length = 0
    for (;;) {
      if (!(await this.#fill())) return undefined
      const end = this.#chunk.indexOf(LF)
      const part = this.#take(end < 0 ? this.#chunk.length : end + 1)
      parts.push(part)
      length += part.length
      if (length > mostBytes) {
        throw new StoreError('backup-damaged', `the backup cannot be used: at byte ${this.#position} no line ends`)
      }
      if (end >= 0) return parts.length === 1 ? part : Buffer.concat(parts)
    }
  }

  /** From 1 to `most` bytes; undefined at the end. */
  async some(most: number): Promise<Uint8Array | undefined> {
    return (await this.#fill()) ? this.#take(Math.min(most, this.#chunk.length)) : undefined
  }

  #take(length: number): Uint8Array {
    const part = this.#chunk.subarray(0, length)
    this.#chunk = this.#chunk.subarray(length)
    this.#position += length
    return part
  }

  async #fill(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const { value, done } = await this.#source.next()
      if (done) return false
      this.#chunk = value
    }
    return true
  }
}
