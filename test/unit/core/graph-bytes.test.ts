import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { compileGraph } from '../../../src/core/compile-graph.ts'
import type { CompiledGraph } from '../../../src/core/compiled-graph.ts'
import { graphFromBytes, graphToBytes } from '../../../src/core/graph-bytes.ts'
import type { GraphInput } from '../../../src/core/graph-input.ts'
import { largeGraph, middleGraph, smallGraph } from './arbitraries.ts'
import { characters, digest } from './ports.ts'

const compile = (input: GraphInput) => compileGraph(input, { counter: characters, digest }, { maxFieldBytes: 1e6 })

/** Costs that packets would fill in, some of them. */
function fillBareCosts({ lines }: CompiledGraph, seed: number): void {
  for (let page = 0; page < lines.bareCosts.length; page += 1 + (seed % 3)) lines.bareCosts[page] = seed + page
}

const graphs = fc
  .tuple(fc.oneof({ weight: 8, arbitrary: smallGraph }, middleGraph, largeGraph), fc.nat(1e6))
  .map(([input, seed]) => {
    const graph = compile(input)
    fillBareCosts(graph, seed)
    return graph
  })

const SAMPLE = compile({
  nodes: [{ path: 'a|b', title: 'A', kind: 'page' }, { path: 'b' }, { path: 'ü' }],
  edges: [
    { from: 'a|b', to: 'b', kind: 'link' },
    { from: 'b', to: 'gone' },
  ],
  paths: [{ nodes: ['a|b', 'ü'] }],
  revision: 'r1',
})
const bytesOf = (graph: CompiledGraph) => graphToBytes(graph, 'characters', crc32)

describe('the byte form of a compiled graph', () => {
  test('what is read is what was written, costs that packets filled in among it', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        expect(graphFromBytes(bytesOf(graph), crc32)).toStrictEqual({ graph, encoding: 'characters' })
      }),
      { numRuns: 150 },
    )
  })

  test('the same graph has the same bytes', () => {
    expect(bytesOf(graphFromBytes(bytesOf(SAMPLE), crc32).graph)).toEqual(bytesOf(SAMPLE))
  })

  test('arrays are views of the bytes where these are aligned', () => {
    const bytes = bytesOf(SAMPLE)
    const { graph } = graphFromBytes(bytes, crc32)
    for (const array of [graph.lines.bytes, graph.lines.bareCosts, graph.edges.ends, graph.trails.kinds]) {
      expect(array.buffer).toBe(bytes.buffer)
    }
  })

  test('bytes that start anywhere in a buffer read the same and are left alone', () => {
    for (let shift = 0; shift < 9; shift++) {
      const bytes = bytesOf(SAMPLE)
      const shifted = Buffer.alloc(bytes.length + 16).subarray(shift, shift + bytes.length)
      shifted.set(bytes)
      expect(graphFromBytes(shifted, crc32).graph).toEqual(SAMPLE)
      expect(shifted.equals(bytes)).toBe(true)
    }
  })

  test('a buffer that threads share reads the same', () => {
    const bytes = bytesOf(SAMPLE)
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    expect(graphFromBytes(shared, crc32).graph).toEqual(SAMPLE)
  })

  test('the layout is that of version 1', () => {
    // A stored blob outlives the program. Where this fails, the format changed: give it a new version.
    expect(crc32(bytesOf(SAMPLE))).toMatchInlineSnapshot(`2397136331`)
  })
})

describe('bytes that are not a whole graph are refused', () => {
  const codeOf = (bytes: Uint8Array) => {
    try {
      graphFromBytes(bytes, crc32)
    } catch (error) {
      return (error as { code?: string }).code
    }
    return 'read'
  }

  it('wherever they are cut', () => {
    const bytes = bytesOf(SAMPLE)
    for (let length = 0; length < bytes.length; length++) {
      expect(codeOf(bytes.slice(0, length))).toBe('graph-bytes-length')
    }
  })

  it('whichever byte is another, those of the header among them', () => {
    const bytes = bytesOf(SAMPLE)
    for (let at = 24; at < bytes.length; at++) {
      bytes[at] ^= 0x10
      expect(codeOf(bytes)).toBe('graph-bytes-checksum')
      bytes[at] ^= 0x10
    }
    expect(codeOf(bytes)).toBe('read')
  })

  it.each([
    ['of another format', 0, 'graph-bytes-foreign'],
    ['of another version', 8, 'graph-bytes-version'],
    ['of another length', 16, 'graph-bytes-length'],
    ['with another checksum', 12, 'graph-bytes-checksum'],
  ])('%s', (_, at, code) => {
    const bytes = bytesOf(SAMPLE)
    bytes[at]++
    expect(codeOf(bytes)).toBe(code)
  })

  it('whose tail was never written', () => {
    const bytes = bytesOf(SAMPLE)
    bytes.fill(0, bytes.length - 64)
    expect(codeOf(bytes)).toBe('graph-bytes-checksum')
  })
})
