import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Spool, Storage } from './spool.ts'

/** Bytes of a list that wait in memory to be written together. */
const BUFFERED_BYTES = 64 * 1024

/**
 * Lists in temporary files without a name, which only this process can read: what stays in memory is a number for each item.
 *
 * `list` throws the system's error where the temporary folder cannot be written.
 */
export function fileStorage(): Storage {
  const open: number[] = []
  return {
    list: () => {
      const file = openUnnamed()
      open.push(file)
      return new FileSpool(file)
    },
    close: () => {
      for (const file of open.splice(0)) closeSync(file)
    },
  }
}

/** A file that is taken out of its folder at once: whatever ends the process, nothing of it stays. */
function openUnnamed(): number {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-graph-'))
  const file = openSync(join(folder, 'list'), 'wx+', 0o600)
  rmSync(folder, { recursive: true })
  return file
}

/** Each item is its JSON, which keeps unpaired surrogates; `ends` says where it stops. */
class FileSpool<Item> implements Spool<Item> {
  readonly #file: number
  readonly #ends: number[] = []
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  #end = 0

  constructor(file: number) {
    this.#file = file
  }

  get length(): number {
    return this.#ends.length
  }

  add(item: Item): void {
    const bytes = Buffer.from(JSON.stringify(item))
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#end += bytes.length
    this.#ends.push(this.#end)
    if (this.#waitingBytes >= BUFFERED_BYTES) this.#flush()
  }

  get(place: number): Item {
    const end = this.#ends[place]
    if (end === undefined) throw new RangeError(`nothing at ${place}`)
    const start = place === 0 ? 0 : (this.#ends[place - 1] as number)
    this.#flush()
    const bytes = Buffer.allocUnsafe(end - start)
    for (let read = 0; read < bytes.length; ) {
      const count = readSync(this.#file, bytes, read, bytes.length - read, start + read)
      if (count === 0) throw new Error('a temporary file was cut short')
      read += count
    }
    return JSON.parse(bytes.toString()) as Item
  }

  #flush(): void {
    if (this.#waitingBytes === 0) return
    const bytes = Buffer.concat(this.#waiting.splice(0))
    this.#waitingBytes = 0
    // Without a place each write would start where the last read ended.
    const start = this.#end - bytes.length
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at, start + at)
  }
}
