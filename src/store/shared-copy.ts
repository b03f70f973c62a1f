import { setImmediate as nextTurn } from 'node:timers/promises'

/** About a millisecond of copying. */
const SLICE_BYTES = 4_194_304

/** The bytes in memory that may leave this thread: themselves where threads share them, else a copy made in turns. */
export async function copyToHandOver(bytes: Uint8Array): Promise<{ bytes: Uint8Array; transfer: ArrayBuffer[] }> {
  if (bytes.buffer instanceof SharedArrayBuffer) return { bytes, transfer: [] }
  const copy = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    copy.set(bytes.subarray(at, at + SLICE_BYTES), at)
    if (at + SLICE_BYTES < bytes.length) await nextTurn()
  }
  return { bytes: copy, transfer: [copy.buffer] }
}
