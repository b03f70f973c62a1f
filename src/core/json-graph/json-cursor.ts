/**
 * Reads JSON where it lies, in UTF-8, without making objects of it. It knows well-formed JSON alone and names nothing:
 * what is not so, and what is unusual, is an {@link IrregularJson}, and a parser that tells errors reads it again.
 */
export class IrregularJson extends Error {
  override readonly name = 'IrregularJson'
}

export const OBJECT_START = 0x7b
export const OBJECT_END = 0x7d
export const ARRAY_START = 0x5b
export const ARRAY_END = 0x5d
const COLON = 0x3a
const COMMA = 0x2c
const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20
const BAR = 0x7c
const DELETE = 0x7f

/** What a string holds, as bits. A string without any stands for itself, on one line, with single spaces between words. */
export const ESCAPED = 1
export const WIDE = 2
const WITH_BAR = 4
const UNTIDY = 8
const CONTROL = 16
/** Bits of a path that is not shown as it is; spaces are its own affair. */
export const PATH_NOT_PLAIN = ESCAPED | WIDE | WITH_BAR | CONTROL

/** Bytes that mean something in a string: 1. */
const SPECIAL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || byte >= DELETE || byte === QUOTE || byte === BACKSLASH || byte === BAR ? 1 : 0,
)

const HASH_START = 0x811c9dc5 | 0
const HASH_PRIME = 0x01000193

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** FNV-1a over bytes. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_START
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], HASH_PRIME)
  return hash
}

export class JsonCursor {
  readonly bytes: Uint8Array
  at = 0
  /** Of the string that was read last: the bytes between its quotes, what they hold, and their hash where asked for. */
  start = 0
  end = 0
  flags = 0
  hash = 0

  /** @param bytes valid UTF-8 */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Goes past `byte` and the white space around it. */
  expect(byte: number): void {
    if (!this.take(byte)) throw new IrregularJson()
  }

  /** Goes past `byte` and the white space around it, where it comes next. */
  take(byte: number): boolean {
    const { bytes } = this
    if (bytes[this.at] !== byte) {
      this.skipSpace()
      if (bytes[this.at] !== byte) return false
    }
    this.at++
    if (bytes[this.at] <= SPACE) this.skipSpace()
    return true
  }

  /** After a member or an element: whether another comes, or `close`. */
  another(close: number): boolean {
    if (this.take(COMMA)) return true
    this.expect(close)
    return false
  }

  /** The bit of the key that stands here, of `keys`; goes on to its value. A key that was seen already is irregular. */
  key(keys: readonly Key[], seen: number): number {
    const { bytes } = this
    for (const { bit, word } of keys) {
      let length = 0
      while (length < word.length && bytes[this.at + length] === word[length]) length++
      if (length < word.length) continue
      if ((seen & bit) !== 0) break
      this.at += length
      this.expect(COLON)
      return bit
    }
    throw new IrregularJson()
  }

  /** Reads the string that stands here. */
  string(): void {
    const { bytes } = this
    if (bytes[this.at] !== QUOTE) throw new IrregularJson()
    const start = this.at + 1
    let flags = 0
    let at = start
    for (; ; at++) {
      if (SPECIAL[bytes[at]] === 0) continue
      const byte = bytes[at]
      if (byte === SPACE) {
        if (at === start || bytes[at - 1] === SPACE) flags |= UNTIDY
      } else if (byte === QUOTE) break
      else {
        flags |= flagOf(byte)
        if (byte === BACKSLASH) at++
      }
    }
    if (bytes[at - 1] === SPACE) flags |= UNTIDY
    this.start = start
    this.end = at
    this.flags = flags
    this.at = at + 1
  }

  /** As {@link string}, with its hash. */
  hashedString(): void {
    const { bytes } = this
    if (bytes[this.at] !== QUOTE) throw new IrregularJson()
    const start = this.at + 1
    let flags = 0
    let hash = HASH_START
    let at = start
    for (; ; at++) {
      const byte = bytes[at]
      if (SPECIAL[byte] !== 0 && byte !== SPACE) {
        if (byte === QUOTE) break
        flags |= flagOf(byte)
        if (byte === BACKSLASH) hash = Math.imul(hash ^ bytes[at++], HASH_PRIME)
      }
      hash = Math.imul(hash ^ bytes[at], HASH_PRIME)
    }
    this.start = start
    this.end = at
    this.flags = flags
    this.hash = hash
    this.at = at + 1
  }

  /** The text of the string that was read last. */
  text(): string {
    return this.textOf(this.start, this.end, this.flags)
  }

  /** The text between two quotes. */
  textOf(start: number, end: number, flags: number): string {
    if ((flags & ESCAPED) === 0) return this.sourceOf(start, end)
    try {
      return JSON.parse(this.sourceOf(start - 1, end + 1))
    } catch {
      throw new IrregularJson()
    }
  }

  sourceOf(start: number, end: number): string {
    return decoder.decode(this.bytes.subarray(start, end))
  }

  /** Goes past the value that stands here, whatever it is; it may yet turn out to be no JSON. */
  skipValue(): void {
    const { bytes } = this
    let depth = 0
    do {
      const byte = bytes[this.at]
      if (byte === QUOTE) this.string()
      else {
        if (byte === OBJECT_START || byte === ARRAY_START) depth++
        else if (byte === OBJECT_END || byte === ARRAY_END) depth--
        else if (byte === undefined || (depth === 0 && (byte === COMMA || byte === COLON))) break
        this.at++
      }
    } while (depth > 0 || !this.#atEndOfValue())
    if (depth !== 0) throw new IrregularJson()
  }

  skipSpace(): void {
    const { bytes } = this
    while (isSpace(bytes[this.at])) this.at++
  }

  #atEndOfValue(): boolean {
    const byte = this.bytes[this.at]
    return byte === COMMA || byte === OBJECT_END || byte === ARRAY_END || byte === undefined || isSpace(byte)
  }
}

/** A key and its closing quote, as they stand in a source that escapes nothing. */
export interface Key {
  readonly bit: number
  readonly word: Uint8Array
}

export function keyOf(bit: number, name: string): Key {
  return { bit, word: new TextEncoder().encode(`"${name}"`) }
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** @param byte a special one, no space and no quote; undefined behind the end */
function flagOf(byte: number | undefined): number {
  if (byte === BACKSLASH) return ESCAPED
  if (byte === BAR) return WITH_BAR
  if (byte === DELETE) return CONTROL | UNTIDY
  if (byte === undefined || byte < SPACE) throw new IrregularJson()
  return WIDE
}
