import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { outputUnknown } from './http/problem.ts'
import type { KeptOutput, OutputPlace, OutputStore, Page, PageRequest } from './store/store.ts'
import { StoreError } from './store/store-error.ts'

/** Whether an output is kept. The cut is good all the same; `reason` is the code of the store's error. */
export type Retained = { readonly ref: string } | { readonly ref: null; readonly reason: string }

/** Bytes from `start` up to `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Where a text was found, with what stands around it on its line. */
export interface OutputHit {
  /** From 1. */
  readonly line: number
  readonly startByte: number
  /** The line, or the part of it around the hit. */
  readonly text: string
  /** Whether `text` is all of the line. */
  readonly isWholeLine: boolean
}

export interface OutputHits {
  readonly hits: readonly OutputHit[]
  /** All of them; those that overlap an earlier one are not counted. */
  readonly total: number
}

const LINE_FEED = 10
/** Look-ups of a part of an output that comes and goes meanwhile. */
const MOST_TRIES = 3
/** About a millisecond of hashing. */
const HASHED_AT_ONCE = 1_048_576
/** Bytes of a line shown on each side of a hit. */
const AROUND = 200

/** Tool outputs in full, for a model or a person that asks for what a cut left out. Read part by part, never whole. */
export class KeptOutputs {
  readonly #store: OutputStore
  readonly #quotaBytes: number

  /** @param quotaBytes bytes that all outputs of the tenant may take together */
  constructor(store: OutputStore, quotaBytes: number) {
    this.#store = store
    this.#quotaBytes = quotaBytes
  }

  /** Keeps a text under the SHA-256 of its UTF-8, in hex. A store that is full or fails is no fault of the cut. */
  async retain(text: string | Uint8Array, runId?: string): Promise<Retained> {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    const ref = await sha256(bytes)
    try {
      await this.#store.put({ ref, bytes, runId }, this.#quotaBytes)
      return { ref }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return { ref: null, reason: error.code }
    }
  }

  find(ref: string): Promise<KeptOutput | undefined> {
    return this.#store.find(ref)
  }

  list(runId: string, page: PageRequest): Promise<Page<KeptOutput>> {
    return this.#store.list(runId, page)
  }

  delete(ref: string): Promise<boolean> {
    return this.#store.delete(ref)
  }

  /** The range with each end moved back to where a character begins, so that neighbouring ranges neither overlap nor gap. */
  async snapped({ ref, bytes }: KeptOutput, { start, end }: ByteRange): Promise<ByteRange> {
    return { start: await this.#characterStart(ref, start, bytes), end: await this.#characterStart(ref, end, bytes) }
  }

  /** The bytes of lines `from` to `to`, from 1, both included, with their line feeds. */
  async lines({ ref, bytes, lines }: KeptOutput, from: number, to: number): Promise<ByteRange> {
    const start = from > lines ? bytes : await this.#lineStart(ref, from)
    return { start, end: to >= lines ? bytes : await this.#lineStart(ref, to + 1) }
  }

  /** @throws Problem `output-unknown` where somebody removes the output on the way; StoreError */
  async *read(ref: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    for (let byte = start; byte < end; ) {
      const { startByte, data } = await this.#part(ref, { byte })
      yield data.subarray(byte - startByte, end - startByte)
      byte = startByte + data.length
    }
  }

  /**
   * Looks for a text, letter by letter, through all of an output.
   *
   * @param most hits that are listed
   */
  async search({ ref, bytes }: KeptOutput, text: string, most: number): Promise<OutputHits> {
    const needle = Buffer.from(text)
    const found: { line: number; startByte: number }[] = []
    let total = 0
    /** The end of the part before: a hit may stand on the border. */
    let carried = Buffer.alloc(0)
    let from = 0
    for (let byte = 0; byte < bytes; ) {
      const { startByte, linesBefore, data } = await this.#part(ref, { byte })
      const window = Buffer.concat([carried, data])
      const base = startByte - carried.length
      let line = linesBefore - lineFeeds(window, 0, carried.length) + 1
      let counted = 0
      for (let at = window.indexOf(needle, from - base); at >= 0; at = window.indexOf(needle, from - base)) {
        if (found.length < most) {
          line += lineFeeds(window, counted, at)
          counted = at
          found.push({ line, startByte: base + at })
        }
        total++
        from = base + at + needle.length
      }
      carried = window.subarray(Math.max(0, window.length - needle.length + 1))
      byte = startByte + data.length
      from = Math.max(from, byte - carried.length)
    }
    const hits: OutputHit[] = []
    for (const { line, startByte } of found) {
      hits.push({ line, startByte, ...(await this.#around(ref, startByte, startByte + needle.length, bytes)) })
    }
    return { hits, total }
  }

  async #around(ref: string, start: number, end: number, bytes: number) {
    const range = { start: Math.max(0, start - AROUND), end: Math.min(bytes, end + AROUND) }
    const window = await this.#bytes(ref, range)
    const before = start - range.start
    const after = end - range.start
    const lineStart = before === 0 ? -1 : window.lastIndexOf(LINE_FEED, before - 1)
    const lineEnd = window.indexOf(LINE_FEED, after)
    const first = lineStart >= 0 ? lineStart + 1 : skipContinuation(window)
    const last = lineEnd >= 0 ? lineEnd : wholeCharacters(window)
    const isWholeLine = (lineStart >= 0 || range.start === 0) && (lineEnd >= 0 || range.end === bytes)
    return { text: window.toString('utf8', first, last), isWholeLine }
  }

  async #bytes(ref: string, range: ByteRange): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for await (const part of this.read(ref, range)) parts.push(part)
    return Buffer.concat(parts)
  }

  async #characterStart(ref: string, byte: number, bytes: number): Promise<number> {
    if (byte <= 0 || byte >= bytes) return Math.max(0, Math.min(byte, bytes))
    const start = Math.max(0, byte - 3)
    const window = await this.#bytes(ref, { start, end: byte + 1 })
    let at = window.length - 1
    while (at > 0 && isContinuation(window[at])) at--
    return start + at
  }

  async #lineStart(ref: string, line: number): Promise<number> {
    if (line === 1) return 0
    const { startByte, linesBefore, data } = await this.#part(ref, { line })
    let at = -1
    for (let feeds = linesBefore; feeds < line - 1; feeds++) at = data.indexOf(LINE_FEED, at + 1)
    return startByte + at + 1
  }

  async #part(ref: string, place: OutputPlace) {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const part = await this.#store.part(ref, place)
      if (part !== undefined && part.data.length > 0) return part
      // It was found before: somebody removed it meanwhile, or it was kept again since.
      if ((await this.#store.find(ref)) === undefined) throw outputUnknown(ref)
    }
    throw new StoreError('store-corrupt', `output ${ref}: a part of it is gone`)
  }
}

/** In turns, so that a large output does not stop what else is to be done. */
async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    if (at > 0) await nextTurn()
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE))
  }
  return hash.digest('hex')
}

function lineFeeds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && at < to; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** Where the first whole character begins. */
function skipContinuation(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length && isContinuation(bytes[at])) at++
  return at
}

/** Where the last whole character ends. */
function wholeCharacters(bytes: Uint8Array): number {
  let lead = bytes.length - 1
  while (lead >= 0 && isContinuation(bytes[lead])) lead--
  if (lead < 0) return bytes.length
  const width = bytes[lead] < 0x80 ? 1 : bytes[lead] < 0xe0 ? 2 : bytes[lead] < 0xf0 ? 3 : 4
  return lead + width <= bytes.length ? bytes.length : lead
}
