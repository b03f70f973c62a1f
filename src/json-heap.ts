const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Bytes of heap that each takes at most, measured with V8 14: an object, a list, one more item, one more key, a string. */
const OBJECT = 64
const LIST = 56
const ITEM = 32
const KEY = 96
const STRING = 32

/** More than {@link jsonHeapBytes} gives for each byte, whatever the text: of `:` and of `{` with what goes along. */
export const MOST_HEAP = 4 + KEY

/**
 * Bytes of heap that parsing a JSON text takes at most: for some hostile texts thirty times their own. The parser itself
 * cannot be stopped on the way, so what has no room is to be refused ahead. Reads each byte once and makes nothing; a text
 * that is no JSON gets a number too.
 *
 * @param bytes UTF-8
 */
export function jsonHeapBytes(bytes: Uint8Array): number {
  // The text itself, and all that its strings hold, in two bytes a character where one of them is not Latin-1.
  let heap = 4 * bytes.length
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        heap += STRING
        at = stringEnd(bytes, at)
        break
      case 0x7b:
        heap += OBJECT
        break
      case 0x5b:
        heap += LIST
        break
      case 0x2c:
        heap += ITEM
        break
      case 0x3a:
        heap += KEY
        break
    }
  }
  return heap
}

/** Whether a JSON text can be parsed in so many bytes of heap, whatever it holds. */
export function hasRoom(bytes: Uint8Array, heapBytes: number): boolean {
  // Most texts are so short that they need not be looked at.
  return bytes.length * MOST_HEAP <= heapBytes || jsonHeapBytes(bytes) <= heapBytes
}

/** Where the string that begins at `start` has its closing quotation mark. */
function stringEnd(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return bytes.length
}
