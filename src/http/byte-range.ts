import type { ByteRange } from '../kept-outputs.ts'

/**
 * The range that a Range header asks for; undefined where there is none that counts, and all is to be answered:
 * another unit, several ranges, no sense (RFC 9110, section 14.2, lets a server pass over these).
 *
 * @param bytes size of the whole
 * @returns `unsatisfiable` where nothing of the whole lies in it
 */
export function byteRangeOf(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= bytes) return 'unsatisfiable'
  return { start, end: last === '' ? bytes : Math.min(Number(last) + 1, bytes) }
}
