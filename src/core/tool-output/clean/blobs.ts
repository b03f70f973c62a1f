import { base64RunAt, longRunFrom } from './base64-run.ts'

/** What was taken out of a text. */
export interface RemovedBlob {
  /** As the data URI names it, else told from the first bytes; `application/octet-stream` where nothing tells. */
  readonly mime: string
  /** Decoded. */
  readonly bytes: number
  /** Of the decoded bytes, in hexadecimal. */
  readonly sha256: string
}

/** Port: size and SHA-256 of what a payload decodes to. Percent-encoded payloads decode to UTF-8. */
export type DigestPayload = (payload: string, encoding: 'base64' | 'percent') => { bytes: number; sha256: string }

export interface WithoutBlobs {
  readonly text: string
  readonly dataUris: number
  readonly base64: number
  /** The first of them, in the text's order. */
  readonly blobs: readonly RemovedBlob[]
}

/** Digits of the shortest base64 that counts as a blob where no data URI says so: 192 bytes. */
export const SHORTEST_BLOB = 256
export const MOST_BLOBS_LISTED = 100

const DATA_URI =
  /data:([a-z]{1,40}\/[a-z0-9.+-]{1,100}|[a-z]{1,40}\\\/[a-z0-9.+-]{1,100})?((?:;[a-z0-9.+-]{1,40}=[^;,"'\\\s]{1,100}){0,4})(?:;(base64|utf-?8))?,/gi
const URI_UNIT = /[^!#$%&*+,\-./0-9:;=?@A-Z_a-z~]/g
const PLAIN_DIGIT = /[A-Za-z0-9+_-]/
/** In the first SHORTEST_BLOB digits, of which random bytes give 8 on average. */
const MOST_OTHERS = 28
const FEWEST_DIFFERENT = 24
const SNIFFED: readonly [string, string][] = [
  ['iVBORw0KGg', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['PHN2Z', 'image/svg+xml'],
  ['JVBERi0', 'application/pdf'],
  ['UEsDB', 'application/zip'],
  ['H4sI', 'application/gzip'],
]

/**
 * Takes data URIs, and runs of base64 that are long enough to be a file, out of a text. In their place stands
 * `[removed <mime>, <bytes> bytes, sha256 <hex>]`, which needs no escape in a JSON string. Linear and idempotent.
 */
export function withoutBlobs(text: string, digest: DigestPayload): WithoutBlobs {
  const uris = replaceDataUris(text, digest)
  const runs = replaceBase64(uris.text, digest)
  return {
    text: runs.text,
    dataUris: uris.blobs.length,
    base64: runs.blobs.length,
    blobs: [...uris.blobs, ...runs.blobs].slice(0, MOST_BLOBS_LISTED),
  }
}

export function blobNote({ mime, bytes, sha256 }: RemovedBlob): string {
  return `[removed ${mime}, ${bytes} bytes, sha256 ${sha256}]`
}

function replaceDataUris(text: string, digest: DigestPayload) {
  const out = new Replacing(text)
  DATA_URI.lastIndex = 0
  for (let found = DATA_URI.exec(text); found !== null; found = DATA_URI.exec(text)) {
    const [whole, mime, parameters, encoding] = found
    const start = found.index + whole.length
    const isBase64 = encoding?.toLowerCase() === 'base64'
    // `data:` followed by a comma alone is prose.
    if (!isBase64 && mime === undefined && parameters === '') continue
    const { end, digits } = isBase64 ? base64RunAt(text, start) : uriAt(text, start)
    if (end === start) continue
    const named = (mime ?? 'text/plain').replace('\\/', '/').toLowerCase()
    out.replace(found.index, end, { mime: named, ...digest(digits, isBase64 ? 'base64' : 'percent') })
    DATA_URI.lastIndex = end
  }
  return out.done()
}

function replaceBase64(text: string, digest: DigestPayload) {
  const out = new Replacing(text)
  let end = 0
  for (let found = longRunFrom(text, 0); found >= 0; found = longRunFrom(text, end)) {
    const first = beforeEscapes(text, found, end)
    // The letter of an escaped line break is no digit.
    const run = base64RunAt(text, text[first - 1] === '\\' && /[nrt]/.test(text[first]) ? first + 1 : first)
    end = run.end
    if (run.digits.length < SHORTEST_BLOB || !looksEncoded(run.digits)) continue
    const sniffed = SNIFFED.find(([start]) => run.digits.startsWith(start))
    const mime = sniffed === undefined ? 'application/octet-stream' : sniffed[1]
    out.replace(run.start, run.end, { mime, ...digest(run.digits, 'base64') })
  }
  return out.done()
}

/** Where a run starts that has an escaped slash before `start`, but not before `from`. */
function beforeEscapes(text: string, start: number, from: number): number {
  let at = text[start] === '/' ? start + 1 : start
  while (at - 2 >= from && text.startsWith('\\/', at - 2)) {
    at -= 2
    while (at - 1 >= from && PLAIN_DIGIT.test(text[at - 1])) at--
  }
  return Math.min(at, start)
}

/**
 * Upper case, lower case and figures, many different ones, and of the other two digits hardly more than one in 32:
 * no ruler of one letter, no hexadecimal, no path, no name of many words.
 */
function looksEncoded(digits: string): boolean {
  const sample = digits.slice(0, SHORTEST_BLOB)
  const kinds = /[A-Z]/.test(sample) && /[a-z]/.test(sample) && /[0-9]/.test(sample)
  const others = sample.replace(/[A-Za-z0-9=]/g, '').length
  const unpadded = digits.endsWith('=') ? digits.slice(0, digits.indexOf('=')) : digits
  return kinds && others <= MOST_OTHERS && new Set(sample).size >= FEWEST_DIFFERENT && unpadded.length % 4 !== 1
}

function uriAt(text: string, start: number) {
  URI_UNIT.lastIndex = start
  const end = URI_UNIT.exec(text)?.index ?? text.length
  return { end, digits: text.slice(start, end) }
}

class Replacing {
  readonly #text: string
  readonly #blobs: RemovedBlob[] = []
  #written = ''
  #copied = 0

  constructor(text: string) {
    this.#text = text
  }

  replace(start: number, end: number, blob: RemovedBlob): void {
    this.#written += this.#text.slice(this.#copied, start) + blobNote(blob)
    this.#blobs.push(blob)
    this.#copied = end
  }

  done(): { text: string; blobs: readonly RemovedBlob[] } {
    return { text: this.#written + this.#text.slice(this.#copied), blobs: this.#blobs }
  }
}
