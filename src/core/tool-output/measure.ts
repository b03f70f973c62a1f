import { isHighSurrogate } from '../plain-text.ts'

/** How much a text is. */
export interface Size {
  /** Of UTF-8. */
  readonly bytes: number
  /** Code points, as a database column counts characters. */
  readonly chars: number
  /** Line feeds, and one more where text stands behind the last of them. */
  readonly lines: number
}

const CHUNK_UNITS = 65_536
const encoder = new TextEncoder()
const scratch = new Uint8Array(3 * CHUNK_UNITS)

/** @param text well-formed */
export function sizeOf(text: string): Size {
  const bytes = bytesOf(text)
  return { bytes, chars: bytes === text.length ? bytes : charsOf(text), lines: linesOf(text) }
}

/** Bytes of UTF-8 of a well-formed text: by the platform's encoder, which is several times as fast as a loop. */
export function bytesOf(text: string): number {
  let bytes = 0
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + CHUNK_UNITS, text.length)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--
    bytes += encoder.encodeInto(start === 0 && end === text.length ? text : text.slice(start, end), scratch).written
    start = end
  }
  return bytes
}

/** @param text well-formed */
export function charsOf(text: string): number {
  let pairs = 0
  for (let at = 0; at < text.length; at++) if (isHighSurrogate(text.charCodeAt(at))) pairs++
  return text.length - pairs
}

/** Line feeds, and one more where text stands behind the last of them: how many lines a part touches. */
export function linesOf(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return text === '' || text.endsWith('\n') ? lines : lines + 1
}

/** Bytes of the text as a JSON string, with its quotation marks. */
export function jsonBytesOf(text: string, bytes: number): number {
  let more = 2
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22 || unit === 0x5c) more++
    else if (unit < 0x20) more += SHORT_ESCAPES.has(unit) ? 1 : 5
  }
  return bytes + more
}

/** Backspace, tab, line feed, form feed, carriage return: a backslash and a letter. */
const SHORT_ESCAPES = new Set([8, 9, 10, 12, 13])
