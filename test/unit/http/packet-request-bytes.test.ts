import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addGraph } from '../../../src/core/compile-graph.ts'
import type { CompiledGraph } from '../../../src/core/compiled-graph.ts'
import { pointerInBody } from '../../../src/core/field-lengths.ts'
import { GraphBuilder } from '../../../src/core/graph-builder.ts'
import { graphToBytes } from '../../../src/core/graph-bytes.ts'
import { hashOf } from '../../../src/core/json-graph/json-cursor.ts'
import { parseJsonBody } from '../../../src/http/json-body.ts'
import { readGraph, readPacketRequest } from '../../../src/http/packet-request-bytes.ts'
import { problemOf } from '../../../src/http/problem.ts'
import { Graph } from '../../../src/http/schemas/graph.ts'
import { PacketRequest } from '../../../src/http/schemas/packet.ts'
import { requireValid } from '../../../src/http/zod.ts'
import { smallGraph } from '../core/arbitraries.ts'
import { characters, digest } from '../core/ports.ts'

const MOST_BYTES = 1_000_000
const builder = (maxFieldBytes = MOST_BYTES) =>
  new GraphBuilder({ counter: characters, digest }, { maxFieldBytes }, pointerInBody)

/** By the parser and the schema, and then the objects: the slow and obvious way. */
function parsedGraph(body: Buffer): CompiledGraph {
  const graph = requireValid(Graph, parseJsonBody(body, undefined).value)
  const own = builder()
  addGraph(own, graph)
  return own.finish(graph.revision)
}

/** What becomes of a body: the compiled graph, or the code of its problem. */
function outcomeOf(compile: () => CompiledGraph | undefined): string | undefined {
  try {
    const graph = compile()
    return graph && Buffer.from(graphToBytes(graph, 'characters', crc32)).toString('latin1')
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return JSON.stringify(problem.document(''))
  }
}

const read = (body: Buffer) => outcomeOf(() => readGraph(body, builder(), MOST_BYTES))
const parsed = (body: Buffer) => outcomeOf(() => parsedGraph(body))

/** JSON of a value with its keys and its white space in some order and amount, and some characters escaped. */
function jsonOf(value: unknown, next: () => number): string {
  const gap = () => ['', '', '', ' ', '\n\t', '\r\n  '][next() % 6]
  if (typeof value === 'string') {
    const escaped = next() % 8 === 0
    const json = JSON.stringify(value)
    return escaped
      ? json.replace(/[a-z/ä](?=[^\\]*$)/, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : json
  }
  if (Array.isArray(value)) {
    return `[${gap()}${value.map((item) => `${jsonOf(item, next)}${gap()}`).join(`,${gap()}`)}]`
  }
  const entries = Object.entries(value as object).filter(([, field]) => field !== undefined)
  if (next() % 2 === 0) entries.reverse()
  const members = entries.map(([key, field]) => `"${key}"${gap()}:${gap()}${jsonOf(field, next)}${gap()}`)
  return `{${gap()}${members.join(`,${gap()}`)}}`
}

const numbers = fc.infiniteStream(fc.nat(1000)).map((stream) => () => stream.next().value as number)

test('a graph as JSON.stringify writes it is read, to the same bytes as by parser, schema and objects', () => {
  fc.assert(
    fc.property(smallGraph, (graph) => {
      const body = Buffer.from(JSON.stringify(graph))
      const outcome = read(body)
      expect(outcome).toBeDefined()
      expect(outcome).toBe(parsed(body))
    }),
    { numRuns: 400 },
  )
})

test('in whatever order, with whatever white space and escapes it comes', () => {
  fc.assert(
    fc.property(smallGraph, numbers, (graph, next) => {
      const body = Buffer.from(` ${jsonOf(graph, next)}\n`)
      const outcome = read(body)
      expect(outcome).toBeDefined()
      expect(outcome).toBe(parsed(body))
    }),
    { numRuns: 400 },
  )
})

const PIECES = [
  '',
  '"',
  '\\',
  ',',
  '}',
  ']',
  '{',
  '[',
  ':',
  ' ',
  'x',
  '\u0001',
  '\u00e4',
  '""',
  'null',
  '1',
  '\\u0041',
  '"path":""',
  '"kind":1,',
  '\uFEFF',
]

test('of a body that is broken anywhere, either nothing is read or what parser and schema make of it', () => {
  let wasRead = 0
  fc.assert(
    fc.property(smallGraph, fc.nat(), fc.nat(6), fc.constantFrom(...PIECES), (graph, place, length, piece) => {
      const json = Buffer.from(JSON.stringify(graph))
      const at = place % json.length
      const body = Buffer.concat([json.subarray(0, at), Buffer.from(piece), json.subarray(at + length)])
      const outcome = read(body)
      if (outcome === undefined) return
      wasRead++
      expect(outcome).toBe(parsed(body))
    }),
    { numRuns: 3000 },
  )
  expect(wasRead).toBeGreaterThan(100)
})

test.each([
  ['another key', '{"nodes":[{"path":"a","x":1}],"edges":[],"paths":[]}'],
  ['a key that is given twice', '{"nodes":[{"path":"a","path":"b"}],"edges":[],"paths":[]}'],
  ['a key that is escaped', '{"n\\u006fdes":[],"edges":[],"paths":[]}'],
  ['a list that is missing', '{"nodes":[],"edges":[]}'],
  ['a value of another type', '{"nodes":[{"path":null}],"edges":[],"paths":[]}'],
  ['something behind the end', '{"nodes":[],"edges":[],"paths":[]}{}'],
  ['something behind a list that waits', '{"edges":[] 1,"nodes":[],"paths":[]}'],
  ['something glued to a list that waits', '{"edges":[]1,"nodes":[],"paths":[]}'],
  ['a byte order mark', '\uFEFF{"nodes":[],"edges":[],"paths":[]}'],
  ['an array', '[]'],
  ['nothing', ''],
  ['an end that is cut off', '{"nodes":[{"path":"a'],
])('%s is left to the parser', (_name, body) => {
  expect(read(Buffer.from(body))).toBeUndefined()
})

test('what is no UTF-8, and a field that is too long, are left to the parser', () => {
  expect(
    read(Buffer.from('7b226e6f646573223a5b5d2c226564676573223a5b5d2c227061746873223a5b5dff7d', 'hex')),
  ).toBeUndefined()
  const body = Buffer.from('{"nodes":[{"path":"abcd"}],"edges":[],"paths":[]}')
  expect(readGraph(body, builder(3), 3)).toBeUndefined()
  expect(readGraph(body, builder(4), 4)).toBeDefined()
})

test('paths that are made to fall on one place of the table are left to the parser, and fewer are read', () => {
  const paths: string[] = []
  for (let i = 0; paths.length < 300; i++) {
    const path = Buffer.from(`${i}.md`)
    const hash = hashOf(path, 0, path.length)
    if (((hash ^ (hash >>> 15)) & 0xfff) === 0) paths.push(path.toString())
  }
  const bodyOf = (count: number) =>
    Buffer.from(JSON.stringify({ nodes: paths.slice(0, count).map((path) => ({ path })), edges: [], paths: [] }))
  expect(read(bodyOf(300))).toBeUndefined()
  expect(read(bodyOf(200))).toBe(parsed(bodyOf(200)))
})

const step = { scope: 'local', access: 'read', targets: ['a'] }
const graph = { nodes: [{ path: 'a' }], edges: [], paths: [] }

test.each([
  ['the step first', { step, graph, include: ['text'] }, true],
  ['the graph first', { include: [], graph, step: { ...step, host: { capsule: { deep: [1e3] } } } }, true],
  ['a kept graph', { step, graph: { id: 'a' } }, false],
  ['a step that is refused', { step: { ...step, scope: 'all' }, graph }, false],
  ['parts that there are not', { step, graph, include: ['texts'] }, false],
  ['no step', { graph }, false],
  ['no graph', { step }, false],
  ['another field', { step, graph, limit: 1 }, false],
])('of a request with %s the step and the rest are those that the schema takes', (_name, request, isRead) => {
  const body = Buffer.from(JSON.stringify(request))
  const result = readPacketRequest(body, () => builder(), { maxFieldBytes: MOST_BYTES, heapBytes: 1e9 })
  expect(result !== undefined).toBe(isRead)
  if (result === undefined) return
  const value = requireValid(PacketRequest, JSON.parse(body.toString()))
  expect(result.request).toMatchObject({ step: value.step, include: value.include })
  expect(outcomeOf(() => result.graph)).toBe(parsed(Buffer.from(JSON.stringify(value.graph))))
  const { source } = result.request
  if (value.step.host) expect(JSON.parse(source)).toEqual({ step: value.step })
})
