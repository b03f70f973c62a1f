import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import type { CompiledGraph } from '../core/compiled-graph.ts'
import type { GraphBuilder } from '../core/graph-builder.ts'
import { IrregularJson, JsonCursor, keyOf, OBJECT_END, OBJECT_START } from '../core/json-graph/json-cursor.ts'
import { GraphReader } from '../core/json-graph/read-graph.ts'
import type { Step } from '../core/step.ts'
import { hasRoom } from '../json-heap.ts'
import { parseJsonText } from './json-body.ts'
import type { AnsweredRequest } from './packet-answer.ts'
import { Problem } from './problem.ts'
import { PacketRequest } from './schemas/packet.ts'
import { checkValue } from './zod.ts'

const STEP = 1
const GRAPH = 2
const INCLUDE = 4
const KEYS = [keyOf(STEP, 'step'), keyOf(GRAPH, 'graph'), keyOf(INCLUDE, 'include')]

export interface ReadLimits {
  /** Bytes of the longest field that a builder takes. */
  readonly maxFieldBytes: number
  /** Bytes of heap for what is not the graph, which is parsed. */
  readonly heapBytes: number
}

/** A builder for the graph of a step, which says what encoding to count in. */
export type BuilderFor = (step: Step) => GraphBuilder

/**
 * Reads a packet request that carries its graph, without making objects of that graph.
 *
 * @returns undefined where anything in it is unusual or wrong: parse and check it then, to say what
 * @throws CoreError for a graph that is refused
 */
export function readPacketRequest(
  bytes: Uint8Array,
  builderFor: BuilderFor,
  limits: ReadLimits,
): { readonly request: AnsweredRequest; readonly graph: CompiledGraph } | undefined {
  if (!isUtf8(bytes)) return undefined
  return unlessIrregular(() => new RequestReader(bytes, builderFor, limits).read())
}

/** A graph that was sent on its own, as {@link readPacketRequest} reads one. */
export function readGraph(bytes: Uint8Array, builder: GraphBuilder, maxFieldBytes: number): CompiledGraph | undefined {
  if (!isUtf8(bytes)) return undefined
  return unlessIrregular(() => {
    const cursor = new JsonCursor(bytes)
    cursor.skipSpace()
    const revision = new GraphReader(cursor, builder, maxFieldBytes).read()
    if (cursor.at !== bytes.length) throw new IrregularJson()
    return builder.finish(revision)
  })
}

class RequestReader {
  readonly #cursor: JsonCursor
  readonly #builderFor: BuilderFor
  readonly #limits: ReadLimits
  #step: Step | undefined
  #stepSource = ''
  #include: AnsweredRequest['include']

  constructor(bytes: Uint8Array, builderFor: BuilderFor, limits: ReadLimits) {
    this.#cursor = new JsonCursor(bytes)
    this.#builderFor = builderFor
    this.#limits = limits
  }

  read(): { request: AnsweredRequest; graph: CompiledGraph } {
    const cursor = this.#cursor
    let finish: (() => CompiledGraph) | undefined
    let later: { at: number; end: number } | undefined
    let seen = 0
    cursor.expect(OBJECT_START)
    do {
      const key = cursor.key(KEYS, seen)
      seen |= key
      const { at } = cursor
      if (key === GRAPH && this.#step !== undefined) finish = this.#graph(this.#step)
      else {
        cursor.skipValue()
        cursor.skipSpace()
        // Without the step nobody knows what to count the graph in.
        if (key === GRAPH) later = { at, end: cursor.at }
        else {
          if (!hasRoom(cursor.bytes.subarray(at, cursor.at), this.#limits.heapBytes)) throw new IrregularJson()
          this.#small(key, cursor.sourceOf(at, cursor.at))
        }
      }
    } while (cursor.another(OBJECT_END))
    if (cursor.at !== cursor.bytes.length || this.#step === undefined) throw new IrregularJson()
    if (later !== undefined) {
      cursor.at = later.at
      finish = this.#graph(this.#step)
      if (cursor.at !== later.end) throw new IrregularJson()
    }
    if (finish === undefined) throw new IrregularJson()
    const source = this.#step.host === undefined ? '' : `{"step":${this.#stepSource}}`
    return { request: { step: this.#step, include: this.#include, source }, graph: finish() }
  }

  #graph(step: Step): () => CompiledGraph {
    const builder = this.#builderFor(step)
    const revision = new GraphReader(this.#cursor, builder, this.#limits.maxFieldBytes).read()
    return () => builder.finish(revision)
  }

  #small(key: number, source: string): void {
    const value = parsed(source)
    if (key === INCLUDE) this.#include = requireRegular({ include: value }).include
    else {
      this.#step = requireRegular({ step: value }).step
      this.#stepSource = source
    }
  }
}

/** A step that nobody could refuse, and a graph: what is checked is the rest. */
const REGULAR = {
  step: { scope: 'local', access: 'read', targets: [''] },
  graph: { nodes: [], edges: [], paths: [] },
} as const

function requireRegular(part: object): z.output<typeof PacketRequest> {
  const value = { ...REGULAR, ...part }
  if (checkValue(PacketRequest, value).length > 0) throw new IrregularJson()
  return value as unknown as z.output<typeof PacketRequest>
}

function parsed(source: string): unknown {
  try {
    return parseJsonText(source)
  } catch (error) {
    if (error instanceof Problem) throw new IrregularJson()
    throw error
  }
}

function unlessIrregular<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof IrregularJson) return undefined
    throw error
  }
}
