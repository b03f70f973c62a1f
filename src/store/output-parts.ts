import type { OutputPart } from './store.ts'

/** Size of the rows that hold an output: what reading a few lines of it costs at most. */
export const OUTPUT_PART_BYTES = 262_144

const LINE_FEED = 10

/** An output in rows of at most `partBytes`, each with the line feeds in front of it. */
export function* partsOf(bytes: Uint8Array, partBytes: number): Generator<OutputPart> {
  let linesBefore = 0
  for (let startByte = 0; startByte < bytes.length; startByte += partBytes) {
    const data = bytes.subarray(startByte, startByte + partBytes)
    yield { startByte, linesBefore, data }
    linesBefore += lineFeedsIn(data)
  }
}

/** Line feeds, and one more where text stands behind the last of them. */
export function linesOf(bytes: Uint8Array): number {
  return lineFeedsIn(bytes) + (bytes.length > 0 && bytes[bytes.length - 1] !== LINE_FEED ? 1 : 0)
}

export function lineFeedsIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}
