import { CoreError, type FieldError, LISTED_FIELDS } from './core-error.ts'
import type { GraphInput, NodeInput } from './graph-input.ts'
import { utf8Length } from './plain-text.ts'

/** @throws CoreError `field-too-long`, naming the fields of a whole graph, their sizes and the bound */
export function checkFieldLengths(graph: GraphInput, maxBytes: number): void {
  const lengths = new FieldLengths(maxBytes, pointerInGraph)
  graph.nodes.forEach((node, i) => {
    lengths.checkNode(node, i)
  })
  graph.edges.forEach(({ kind }, i) => {
    lengths.check(kind, 'edges', i, 'kind')
  })
  graph.paths.forEach(({ kind }, i) => {
    lengths.check(kind, 'paths', i, 'kind')
  })
  lengths.checkRevision(graph.revision)
  lengths.refuse()
}

/** Where a part of a graph stands in what was sent, as a JSON Pointer. */
export type PointerTo = (...keys: (string | number)[]) => string

/** Of a graph that stands under `graph`. */
export const pointerInGraph: PointerTo = (...keys) => `/graph/${keys.join('/')}`

/** Of a graph that was sent on its own. */
export const pointerInBody: PointerTo = (...keys) => `/${keys.join('/')}`

/** Collects the fields of a graph that are too long. */
export class FieldLengths {
  readonly #maxBytes: number
  readonly #pointerTo: PointerTo
  readonly #errors: FieldError[] = []
  #count = 0

  /** @param maxBytes bytes of UTF-8 */
  constructor(maxBytes: number, pointerTo: PointerTo) {
    this.#maxBytes = maxBytes
    this.#pointerTo = pointerTo
  }

  /** @returns whether all of the node's fields fit */
  checkNode({ path, title, summary, kind }: NodeInput, index: number): boolean {
    const before = this.#count
    this.check(path, 'nodes', index, 'path')
    this.check(title, 'nodes', index, 'title')
    this.check(summary, 'nodes', index, 'summary')
    this.check(kind, 'nodes', index, 'kind')
    return this.#count === before
  }

  check(text: string | undefined, list: 'nodes' | 'edges' | 'paths', index: number, field: string): void {
    if (text !== undefined && !this.#fits(text)) this.#note(text, this.#pointerTo(list, index, field))
  }

  checkRevision(revision: string | undefined): void {
    if (revision !== undefined && !this.#fits(revision)) this.#note(revision, this.#pointerTo('revision'))
  }

  /** @throws CoreError `field-too-long`, naming the fields, their sizes and the bound */
  refuse(): void {
    if (this.#count === 0) return
    const fields = this.#count === 1 ? '1 field is' : `${this.#count} fields are`
    const detail = `${fields} longer than ${this.#maxBytes} bytes of UTF-8.`
    throw new CoreError('field-too-long', 'bound', detail, this.#errors, this.#count)
  }

  #fits(text: string): boolean {
    // A UTF-16 unit is at most three bytes of UTF-8, and at least one.
    if (text.length * 3 <= this.#maxBytes) return true
    return text.length <= this.#maxBytes && utf8Length(text) <= this.#maxBytes
  }

  #note(text: string, path: string): void {
    this.#count++
    if (this.#errors.length === LISTED_FIELDS) return
    const message = `has ${utf8Length(text)} bytes; at most ${this.#maxBytes} are allowed (MAX_FIELD_BYTES)`
    this.#errors.push({ path, message })
  }
}
