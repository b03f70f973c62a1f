/** Whether a byte of UTF-8 is not the first of its character. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** UTF-16 units of the characters in `bytes[start, end)`: one each, two for those of four bytes. */
export function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (!isContinuation(byte)) units += byte < 0xf0 ? 1 : 2
  }
  return units
}
