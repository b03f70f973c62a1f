const encoder = new TextEncoder()

/** Up to this length a loop is faster than a call into the platform. */
const SHORT = 32
const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30

/** Bytes of UTF-8 in the making. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  /** @param capacity bytes to make room for at once */
  constructor(capacity = 4096) {
    this.#bytes = new Uint8Array(capacity)
  }

  get length(): number {
    return this.#length
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
    if (end - start > SHORT) this.#bytes.set(source.subarray(start, end), this.#length)
    else for (let at = start; at < end; at++) this.#bytes[this.#length + at - start] = source[at]
    this.#length += end - start
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
    if (wanted <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, wanted))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
