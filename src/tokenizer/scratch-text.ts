import { END_BYTE } from './character-class.ts'

const KEPT_BYTES = 1 << 16
/** What scanners and word reads may touch behind the end byte. */
const PADDING = 8

const encoder = new TextEncoder()

/** Working memory that holds the part of a text at hand as UTF-8, with the end byte behind it. */
export class ScratchText {
  readonly #kept = new Uint8Array(KEPT_BYTES)
  readonly #keptWords = new DataView(this.#kept.buffer)
  bytes = this.#kept
  words = this.#keptWords
  length = 0

  /** Unpaired surrogates become U+FFFD, as in every UTF-8 encoder of the platform. */
  setString(text: string): void {
    if (!this.#fits(3 * text.length)) this.#hold(Buffer.byteLength(text))
    this.length = encoder.encodeInto(text, this.bytes).written
    this.bytes[this.length] = END_BYTE
  }

  setBytes(text: Uint8Array): void {
    if (!this.#fits(text.length)) this.#hold(text.length)
    this.bytes.set(text)
    this.length = text.length
    this.bytes[this.length] = END_BYTE
  }

  /** Gives back memory that an oversized part took. */
  release(): void {
    this.bytes = this.#kept
    this.words = this.#keptWords
    this.length = 0
  }

  #fits(bytes: number): boolean {
    return bytes + PADDING <= this.bytes.length
  }

  #hold(bytes: number): void {
    this.bytes = new Uint8Array(bytes + PADDING)
    this.words = new DataView(this.bytes.buffer)
  }
}
