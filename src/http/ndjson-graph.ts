import { z } from 'zod'
import type { CompiledGraph } from '../core/compiled-graph.ts'
import type { GraphBuilder } from '../core/graph-builder.ts'
import { parseJsonBody } from './json-body.ts'
import { Problem } from './problem.ts'
import { Node, Trail } from './schemas/graph.ts'
import { requireValid } from './zod.ts'

const pageEnd = z.union([z.string(), z.int().min(0)])

/** One line of a graph as NDJSON; each holds one thing under a key that says what it is. */
export const GraphLine = z.strictObject({
  revision: z.string().optional(),
  node: Node.optional(),
  edge: z.strictObject({ from: pageEnd, to: pageEnd, kind: z.string().optional() }).optional(),
  edges: z.array(z.tuple([z.int().min(0), z.int().min(0)])).optional(),
  kind: z.string().optional(),
  path: Trail.optional(),
})

type Line = z.output<typeof GraphLine>

/** Lines come in this order: what a later kind names must be there. */
const STAGES = ['revision', 'node', 'edge', 'path'] as const

/**
 * Reads a graph line by line into a builder, as the lines arrive: no more than a line is held beside the graph.
 *
 * @param maxLineBytes a longer line is refused
 * @throws Problem naming the line
 */
export async function readGraphLines(
  body: AsyncIterable<Buffer>,
  builder: GraphBuilder,
  maxLineBytes: number,
): Promise<CompiledGraph> {
  const reader = new LineReader(builder)
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of body) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, end)
      reader.read(rest.length === 0 ? piece : Buffer.concat([...rest, piece]))
      rest = []
      restBytes = 0
      start = end + 1
    }
    if (start < chunk.length) {
      rest.push(chunk.subarray(start))
      restBytes += chunk.length - start
    }
    if (restBytes > maxLineBytes) {
      const detail = `Line ${reader.line + 1} is longer than ${maxLineBytes} bytes (BODY_LIMIT_BYTES).`
      throw new Problem(413, 'body-too-large', 'bound', detail)
    }
  }
  if (restBytes > 0) reader.read(Buffer.concat(rest))
  return builder.finish(reader.revision)
}

const LINE_FEED = 0x0a

class LineReader {
  line = 0
  revision: string | undefined
  readonly #builder: GraphBuilder
  #stage = 0

  constructor(builder: GraphBuilder) {
    this.#builder = builder
  }

  read(bytes: Buffer): void {
    this.line++
    if (bytes.every(isSpace)) return
    try {
      this.#add(requireValid(GraphLine, parseJsonBody(bytes, undefined).value))
    } catch (error) {
      throw error instanceof Problem ? this.#located(error) : error
    }
  }

  #add({ revision, node, edge, edges, kind, path }: Line): void {
    const given = [revision, node, edge ?? edges, path].flatMap((part, stage) => (part === undefined ? [] : [stage]))
    if (given.length !== 1 || (edge && edges) || (kind !== undefined && edges === undefined)) {
      throw new Problem(
        400,
        'request-invalid',
        'request',
        'A line holds one of revision, node, edge, edges (with kind) and path.',
      )
    }
    if (given[0] < this.#stage) {
      const detail = `A ${STAGES[given[0]]} cannot come after a ${STAGES[this.#stage]}: pages first, then links, then trails.`
      throw new Problem(400, 'request-invalid', 'request', detail)
    }
    this.#stage = given[0]
    if (revision !== undefined) this.revision = revision
    if (node) this.#builder.addNode(node)
    if (edge) this.#builder.addEdge(edge.from, edge.to, edge.kind)
    for (const [from, to] of edges ?? []) this.#builder.addEdge(from, to, kind)
    if (path) this.#builder.addTrail(path.nodes, path.kind)
  }

  #located({ statusCode, code, class: errorClass, message, extensions, headers }: Problem): Problem {
    const errors = extensions.errors?.map(({ path, message }) => ({ path: `/lines/${this.line}${path}`, message }))
    const detail = `Line ${this.line}: ${message}`
    return new Problem(statusCode, code, errorClass, detail, { ...extensions, ...(errors && { errors }) }, headers)
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d
}
