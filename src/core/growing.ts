const encoder = new TextEncoder()

/** UTF-8 of texts, one after the other, their number not known ahead. */
export class GrowingBytes {
  #bytes = new Uint8Array(65_536)
  #length = 0

  /** @returns where the text ends */
  append(text: string): number {
    const needed = this.#length + text.length * 3
    if (this.#bytes.length < needed)
      this.#bytes = grown(this.#bytes, new Uint8Array(roomFor(this.#bytes.length, needed)))
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
    return this.#length
  }

  /** @returns where the bytes end */
  appendBytes(bytes: Uint8Array, start: number, end: number): number {
    const length = this.#length
    const needed = length + end - start
    if (this.#bytes.length < needed)
      this.#bytes = grown(this.#bytes, new Uint8Array(roomFor(this.#bytes.length, needed)))
    const own = this.#bytes
    for (let at = start; at < end; at++) own[length + at - start] = bytes[at]
    this.#length = needed
    return needed
  }

  /** A copy of just what was appended. */
  result(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  /** The memory itself, with room behind what was appended; another one after the next append, perhaps. */
  whole(): Uint8Array {
    return this.#bytes
  }

  /** A view of what was appended so far, or of its end. */
  view(start = 0): Uint8Array {
    return this.#bytes.subarray(start, this.#length)
  }
}

/** Integers from 0 to 2^32 - 1, their number not known ahead. */
export class GrowingNumbers {
  #numbers = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      this.#numbers = grown(this.#numbers, new Uint32Array(roomFor(this.#length, this.#length + 1)))
    }
    this.#numbers[this.#length++] = number
  }

  /** Forgets what was pushed, and keeps the room. */
  clear(): void {
    this.#length = 0
  }

  /** A view of what was pushed so far. */
  view(): Uint32Array {
    return this.#numbers.subarray(0, this.#length)
  }
}

function roomFor(size: number, needed: number): number {
  return Math.max(2 * size, needed)
}

function grown<Numbers extends Uint8Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
