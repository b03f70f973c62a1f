import { GrowingNumbers } from '../growing.ts'

export const ARRAY = 1
export const OBJECT = 2
export const STRING = 3
/** The end of a list or an object. */
export const END = 4
/** A comma between two elements of a list. */
export const COMMA = 5
/** The key of a member; its value follows. */
export const KEY = 6

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * What of a JSON text matters for a cut, in the order of the text. Numbers and names such as `true` are none of it: they
 * stay as they stand.
 */
export interface JsonEvents {
  readonly bytes: Uint8Array
  readonly count: number
  readonly kinds: Uint32Array
  /** Byte of its first character. */
  readonly starts: Uint32Array
  /** Of a string and a key the byte behind it; of a list and an object the event that ends it. */
  readonly ends: Uint32Array
  /** Of a list how many elements it has. */
  readonly totals: Uint32Array
  /** Of a list 1 where another list lies in it, however deep. */
  readonly holdLists: Uint32Array
}

/**
 * One pass, without recursion, whatever the depth.
 *
 * @param bytes valid JSON in UTF-8
 */
export function jsonEvents(bytes: Uint8Array): JsonEvents {
  const kinds = new GrowingNumbers()
  const starts = new GrowingNumbers()
  const ends = new GrowingNumbers()
  const totals = new GrowingNumbers()
  const holdLists = new GrowingNumbers()
  const push = (kind: number, start: number, end: number) => {
    kinds.push(kind)
    starts.push(start)
    ends.push(end)
    totals.push(0)
    holdLists.push(0)
  }
  /** Lists and objects that are open, innermost last: their events, whether they are lists, how many elements so far. */
  const opened: number[] = []
  const isList: boolean[] = []
  const elements: number[] = []
  /** The lists among them. */
  const lists: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte <= 0x20) continue
    const depth = opened.length - 1
    const inList = depth >= 0 && isList[depth]
    if (byte === 0x2c) {
      if (!inList) continue
      elements[depth]++
      push(COMMA, at, at + 1)
      continue
    }
    if (byte === 0x5d || byte === 0x7d) {
      const event = opened.pop() as number
      ends.view()[event] = kinds.length
      totals.view()[event] = elements.pop() as number
      if (isList.pop()) lists.pop()
      push(END, at, at + 1)
      continue
    }
    // Anything else in a list begins or goes on with an element; each comma has counted one more.
    if (inList) elements[depth] ||= 1
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at)
      const isKey = depth >= 0 && !inList && nextByte(bytes, end) === 0x3a
      push(isKey ? KEY : STRING, at, end)
      at = end - 1
    } else if (byte === 0x5b || byte === 0x7b) {
      if (byte === 0x5b) {
        if (lists.length > 0) holdLists.view()[lists[lists.length - 1]] = 1
        lists.push(kinds.length)
      }
      opened.push(kinds.length)
      isList.push(byte === 0x5b)
      elements.push(0)
      push(byte === 0x5b ? ARRAY : OBJECT, at, 0)
    }
  }
  return {
    bytes,
    count: kinds.length,
    kinds: kinds.view(),
    starts: starts.view(),
    ends: ends.view(),
    totals: totals.view(),
    holdLists: holdLists.view(),
  }
}

/** The byte behind the string that begins at `start`. */
function stringEnd(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); ; end = bytes.indexOf(QUOTE, end + 1)) {
    if (end < 0) return bytes.length
    if (!isEscaped(bytes, end, start + 1)) return end + 1
  }
}

/** Whether an odd number of backslashes stands in front of `at`, none of them before `from`. */
export function isEscaped(bytes: Uint8Array, at: number, from: number): boolean {
  let slashes = 0
  while (at - 1 - slashes >= from && bytes[at - 1 - slashes] === BACKSLASH) slashes++
  return slashes % 2 === 1
}

function nextByte(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] <= 0x20) at++
  return bytes[at]
}
