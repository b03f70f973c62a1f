const encoder = new TextEncoder()

/** Up to this length a loop over characters is faster than a call into the platform. */
const SHORT = 32
/** The same for bytes, which are copied eight at a time. */
const SHORT_BYTES = 96
const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30

/** Bytes of UTF-8 in the making. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #view: DataView
  #length = 0
  #source: Uint8Array = new Uint8Array()
  #sourceView: DataView = new DataView(new ArrayBuffer(0))

  /** @param capacity bytes to make room for at once */
  constructor(capacity = 4096) {
    this.#bytes = new Uint8Array(capacity)
    this.#view = new DataView(this.#bytes.buffer)
  }

  get length(): number {
    return this.#length
  }

  /** Makes room for so many bytes more, which are then not moved as they grow. */
  room(more: number): this {
    if (this.#length + more > this.#bytes.length) this.#grow(this.#length + more)
    return this
  }

  /** Forgets what was written and keeps its room. A view of it changes with what is written next. */
  clear(): this {
    this.#length = 0
    return this
  }

  text(text: string): this {
    this.#reserve(text.length * 3)
    if (text.length <= SHORT && this.#shortAscii(text)) return this
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
    return this
  }

  /** `text` as a JSON string, with its quotes. */
  jsonString(text: string): this {
    return this.text(JSON.stringify(text))
  }

  bytes(source: Uint8Array, start = 0, end = source.length): this {
    this.#reserve(end - start)
    if (end - start > SHORT_BYTES) this.#bytes.set(source.subarray(start, end), this.#length)
    else this.#shortBytes(source, start, end)
    this.#length += end - start
    return this
  }

  byte(byte: number): this {
    this.#reserve(1)
    this.#bytes[this.#length++] = byte
    return this
  }

  /** What stands between the quotes of a JSON string: `source` holds no control characters. */
  escapedBytes(source: Uint8Array, start: number, end: number): this {
    this.#reserve(2 * (end - start))
    const bytes = this.#bytes
    let length = this.#length
    for (let at = start; at < end; at++) {
      const byte = source[at]
      if (byte === QUOTE || byte === BACKSLASH) bytes[length++] = BACKSLASH
      bytes[length++] = byte
    }
    this.#length = length
    return this
  }

  /** An integer from 0, in decimal. */
  number(value: number): this {
    if (value > 999_999_999) return this.text(String(value))
    let digits = 1
    for (let power = 10; power <= value; power *= 10) digits++
    this.#reserve(digits)
    let rest = value
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      this.#bytes[at] = ZERO + (rest % 10)
      rest = (rest / 10) | 0
    }
    this.#length += digits
    return this
  }

  /** A view of what was written; the writer is done. */
  result(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #shortBytes(source: Uint8Array, start: number, end: number): void {
    if (source !== this.#source) {
      this.#source = source
      this.#sourceView = new DataView(source.buffer, source.byteOffset, source.byteLength)
    }
    const [from, to] = [this.#sourceView, this.#view]
    let put = this.#length
    let at = start
    for (; at + 8 <= end; at += 8, put += 8) to.setBigUint64(put, from.getBigUint64(at))
    for (; at < end; at++) this.#bytes[put++] = source[at]
  }

  /** Calling the encoder costs more than a few characters. */
  #shortAscii(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit >= 0x80) return false
      this.#bytes[this.#length + i] = unit
    }
    this.#length += text.length
    return true
  }

  #reserve(more: number): void {
    const wanted = this.#length + more
    if (wanted > this.#bytes.length) this.#grow(Math.max(2 * this.#bytes.length, wanted))
  }

  #grow(capacity: number): void {
    const larger = new Uint8Array(capacity)
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}
