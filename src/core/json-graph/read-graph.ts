import type { GraphBuilder } from '../graph-builder.ts'
import type { EdgeInput, TrailInput } from '../graph-input.ts'
import { GrowingNumbers } from '../growing.ts'
import { pathIdentity } from '../plain-text.ts'
import { ByteIndex } from './byte-index.ts'
import {
  ARRAY_END,
  ARRAY_START,
  hashOf,
  IrregularJson,
  type JsonCursor,
  keyOf,
  OBJECT_END,
  OBJECT_START,
  PATH_NOT_PLAIN,
} from './json-cursor.ts'

const PATH = 1
const TITLE = 2
const SUMMARY = 4
const KIND = 8
const FROM = 16
const TO = 32
const NODES = 64
const EDGES = 128
const PATHS = 256
const REVISION = 512

const KIND_KEY = keyOf(KIND, 'kind')
const NODES_KEY = keyOf(NODES, 'nodes')
const GRAPH_KEYS = [NODES_KEY, keyOf(EDGES, 'edges'), keyOf(PATHS, 'paths'), keyOf(REVISION, 'revision')]
const NODE_KEYS = [keyOf(PATH, 'path'), keyOf(TITLE, 'title'), keyOf(SUMMARY, 'summary'), KIND_KEY]
const EDGE_KEYS = [keyOf(FROM, 'from'), keyOf(TO, 'to'), KIND_KEY]
const TRAIL_KEYS = [NODES_KEY, KIND_KEY]

/** Bytes of a link or a trail that is parsed after all. */
const MOST_PARSED = 1_048_576

/** A part of the source between two quotes, and what it holds; of a field that is not there, both ends are -1. */
interface Field {
  start: number
  end: number
  flags: number
}

/**
 * Reads a graph in JSON into a builder without making objects of it: about half the work of parsing, checking and
 * walking them. A graph that this does not know, right or wrong, is an {@link IrregularJson}; the builder is then of no use.
 */
export class GraphReader {
  readonly #cursor: JsonCursor
  readonly #builder: GraphBuilder
  readonly #maxFieldBytes: number
  readonly #index = new ByteIndex()
  readonly #encoder = new TextEncoder()
  #encoded = new Uint8Array(1024)
  readonly #path: Field & { hash: number } = { start: -1, end: -1, flags: 0, hash: 0 }
  readonly #title: Field = { start: -1, end: -1, flags: 0 }
  readonly #summary: Field = { start: -1, end: -1, flags: 0 }
  readonly #parts = { path: this.#path, title: this.#title, summary: this.#summary }
  /** Those of the trail at hand. */
  readonly #pages = new GrowingNumbers()
  #kind: string | undefined
  /** The kind that was read last: mostly the next one is the same. */
  readonly #lastKind = { start: 0, end: 0, text: '' }
  /** Source and page of the end that was read last: mostly links come page by page. */
  readonly #lastFrom = { start: 0, end: -1, page: -1 }

  /** @param maxFieldBytes a longer field is left to whoever tells errors */
  constructor(cursor: JsonCursor, builder: GraphBuilder, maxFieldBytes: number) {
    this.#cursor = cursor
    this.#builder = builder
    this.#maxFieldBytes = maxFieldBytes
  }

  /**
   * Reads the graph at the cursor.
   *
   * @returns its revision, where it has one
   * @throws IrregularJson
   */
  read(): string | undefined {
    const cursor = this.#cursor
    let revision: string | undefined
    let seen = 0
    const later: { list: number; at: number; end: number }[] = []
    cursor.expect(OBJECT_START)
    do {
      const key = cursor.key(GRAPH_KEYS, seen)
      seen |= key
      if (key === REVISION) {
        cursor.string()
        revision = cursor.text()
      } else if (key !== NODES && (seen & NODES) === 0) {
        // What names pages waits for them.
        const { at } = cursor
        cursor.skipValue()
        cursor.skipSpace()
        later.push({ list: key, at, end: cursor.at })
      } else this.#list(key)
    } while (cursor.another(OBJECT_END))
    if (seen !== (seen | NODES | EDGES | PATHS)) throw new IrregularJson()
    const behind = cursor.at
    // Links first, in whatever order they stood.
    for (const { list, at, end } of later.sort((a, b) => a.list - b.list)) {
      cursor.at = at
      this.#list(list)
      if (cursor.at !== end) throw new IrregularJson()
    }
    cursor.at = behind
    return revision
  }

  #list(list: number): void {
    const cursor = this.#cursor
    cursor.expect(ARRAY_START)
    if (cursor.take(ARRAY_END)) return
    do {
      if (list === NODES) this.#node()
      else if (list === EDGES) this.#edge()
      else this.#trail()
    } while (cursor.another(ARRAY_END))
  }

  #node(): void {
    const cursor = this.#cursor
    const path = this.#path
    this.#title.start = this.#title.end = this.#summary.start = this.#summary.end = -1
    this.#title.flags = this.#summary.flags = 0
    this.#kind = undefined
    let seen = 0
    cursor.expect(OBJECT_START)
    do {
      const key = cursor.key(NODE_KEYS, seen)
      seen |= key
      if (key === PATH) {
        cursor.hashedString()
        this.#note(path)
        path.hash = cursor.hash
      } else if (key === KIND) this.#readKind()
      else {
        cursor.string()
        this.#note(key === TITLE ? this.#title : this.#summary)
      }
    } while (cursor.another(OBJECT_END))
    if ((seen & PATH) === 0) throw new IrregularJson()
    this.#addNode()
  }

  #addNode(): void {
    const cursor = this.#cursor
    const path = this.#path
    const title = this.#title
    const summary = this.#summary
    const { bytes } = cursor
    const text = cursor.textOf(path.start, path.end, path.flags)
    if ((path.flags & PATH_NOT_PLAIN) === 0) this.#index.add(bytes, path.start, path.end, path.hash)
    else {
      const length = this.#encode(pathIdentity(text))
      this.#index.add(this.#encoded, 0, length, hashOf(this.#encoded, 0, length))
    }
    if ((path.flags & PATH_NOT_PLAIN) === 0 && title.flags === 0 && summary.flags === 0) {
      this.#builder.addPlainNode(text, this.#kind, bytes, this.#parts)
      return
    }
    this.#builder.addNode({ path: text, title: this.#textOf(title), summary: this.#textOf(summary), kind: this.#kind })
  }

  #edge(): void {
    const cursor = this.#cursor
    this.#kind = undefined
    let seen = 0
    let from = -1
    let to = -1
    const { at } = cursor
    cursor.expect(OBJECT_START)
    do {
      const key = cursor.key(EDGE_KEYS, seen)
      seen |= key
      if (key === KIND) this.#readKind()
      else if (key === FROM) {
        from = this.#from()
      } else {
        cursor.hashedString()
        to = this.#pageNamed()
      }
    } while (cursor.another(OBJECT_END))
    if ((seen & FROM) === 0 || (seen & TO) === 0) throw new IrregularJson()
    if (from >= 0 && to >= 0) this.#builder.addEdge(from, to, this.#kind)
    else {
      // It leads nowhere, which is told by name.
      const edge = this.#parsed<EdgeInput>(at)
      this.#builder.addEdge(edge.from, edge.to, edge.kind)
    }
  }

  /** Reads the source of a link. */
  #from(): number {
    const cursor = this.#cursor
    const last = this.#lastFrom
    const start = cursor.at + 1
    const length = last.end - last.start
    // With both quotes, so that it is no more and no less than the last one.
    if (length >= 0 && isSame(cursor.bytes, last.start - 1, cursor.at, length + 2)) {
      cursor.start = start
      cursor.end = start + length
      cursor.flags = 0
      cursor.at = cursor.end + 1
      return last.page
    }
    cursor.hashedString()
    const page = this.#pageNamed()
    const isPlain = page >= 0 && cursor.flags === 0
    last.start = cursor.start
    last.end = isPlain ? cursor.end : cursor.start - 1
    last.page = page
    return page
  }

  #trail(): void {
    const cursor = this.#cursor
    this.#kind = undefined
    const pages = this.#pages
    pages.clear()
    let isWhole = true
    const { at } = cursor
    let seen = 0
    cursor.expect(OBJECT_START)
    do {
      const key = cursor.key(TRAIL_KEYS, seen)
      seen |= key
      if (key === KIND) this.#readKind()
      else {
        cursor.expect(ARRAY_START)
        if (!cursor.take(ARRAY_END)) {
          do {
            cursor.hashedString()
            const page = this.#pageNamed()
            if (page < 0) isWhole = false
            else pages.push(page)
          } while (cursor.another(ARRAY_END))
        }
      }
    } while (cursor.another(OBJECT_END))
    if ((seen & NODES) === 0) throw new IrregularJson()
    if (isWhole) this.#builder.addTrail(pages.view(), this.#kind)
    else {
      const trail = this.#parsed<TrailInput>(at)
      this.#builder.addTrail(trail.nodes, trail.kind)
    }
  }

  /** What was read from `at` on, as an object. */
  #parsed<Value>(at: number): Value {
    const cursor = this.#cursor
    const { at: behind } = cursor
    cursor.at = at
    cursor.skipValue()
    const end = cursor.at
    cursor.at = behind
    // A parser takes many times the memory of its text.
    if (end - at > MOST_PARSED) throw new IrregularJson()
    try {
      return JSON.parse(cursor.sourceOf(at, end))
    } catch {
      throw new IrregularJson()
    }
  }

  /** The page that the string at hand names, in any normal form; -1 for none. */
  #pageNamed(): number {
    const { bytes, start, end, hash, flags } = this.#cursor
    if ((flags & PATH_NOT_PLAIN) === 0) return this.#index.numberOf(bytes, start, end, hash)
    const length = this.#encode(pathIdentity(this.#cursor.text()))
    return this.#index.numberOf(this.#encoded, 0, length, hashOf(this.#encoded, 0, length))
  }

  #readKind(): void {
    const cursor = this.#cursor
    const last = this.#lastKind
    cursor.string()
    const length = cursor.end - cursor.start
    if (
      cursor.flags !== 0 ||
      length !== last.end - last.start ||
      !isSame(cursor.bytes, last.start, cursor.start, length)
    ) {
      this.#checkLength(length)
      last.text = cursor.text()
      last.start = cursor.start
      last.end = cursor.flags === 0 ? cursor.end : cursor.start - 1
    }
    this.#kind = last.text
  }

  #note(field: Field): void {
    const { start, end, flags } = this.#cursor
    this.#checkLength(end - start)
    field.start = start
    field.end = end
    field.flags = flags
  }

  /** Bytes of the source: escaped ones are fewer than they seem. */
  #checkLength(bytes: number): void {
    if (bytes > this.#maxFieldBytes) throw new IrregularJson()
  }

  #textOf({ start, end, flags }: Field): string | undefined {
    return start < 0 ? undefined : this.#cursor.textOf(start, end, flags)
  }

  #encode(text: string): number {
    if (this.#encoded.length < 3 * text.length) this.#encoded = new Uint8Array(6 * text.length)
    return this.#encoder.encodeInto(text, this.#encoded).written
  }
}

function isSame(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[one + i] !== bytes[other + i]) return false
  return true
}
