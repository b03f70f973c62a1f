import { Readable } from 'node:stream'
import type { Edge, Node, Trail } from './types.ts'

/** One line of a graph as NDJSON, in this order: the revision, pages, links, trails. A number is the place of a page, from 0. */
export type GraphLine =
  | { revision: string }
  | { node: Node }
  | { edge: { from: string | number; to: string | number; kind?: Edge['kind'] } }
  | { edges: readonly (readonly [number, number])[]; kind?: Edge['kind'] }
  | { path: Trail }

/** Lines that are there once, or a function that begins them anew for each attempt. */
export type GraphLines =
  | Iterable<GraphLine>
  | AsyncIterable<GraphLine>
  | (() => Iterable<GraphLine> | AsyncIterable<GraphLine>)

const CHUNK_CHARACTERS = 65_536

/** A body made of lines as they are asked for: no more than a chunk of them is held. */
export class LineUpload {
  readonly #lines: GraphLines
  #begun = false
  #failure: { readonly error: unknown } | undefined

  constructor(lines: GraphLines) {
    this.#lines = lines
  }

  /** Whether it can be sent (once more) from its beginning. */
  get again(): boolean {
    return typeof this.#lines === 'function' || !this.#begun
  }

  /** @throws what the caller's own lines threw, which is no fault of the connection */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** @param onChunk called each time that a chunk was taken */
  stream(onChunk: () => void): Readable {
    return Readable.from(this.#bytes(onChunk), { objectMode: false })
  }

  async *#bytes(onChunk: () => void): AsyncGenerator<Buffer> {
    this.#begun = true
    let text = ''
    try {
      for await (const line of typeof this.#lines === 'function' ? this.#lines() : this.#lines) {
        text += `${JSON.stringify(line)}\n`
        if (text.length < CHUNK_CHARACTERS) continue
        yield Buffer.from(text)
        onChunk()
        text = ''
      }
    } catch (error) {
      this.#failure = { error }
      throw error
    }
    if (text !== '') yield Buffer.from(text)
  }
}
