import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FLAVOURS } from '../../../src/core/flavour.ts'
import { buildGraph } from '../../../src/markdown/build-graph.ts'
import type { MarkdownFile } from '../../../src/markdown/markdown-file.ts'
import { graphLines } from '../../../src/markdown/write-lines.ts'
import { files } from './any-files.ts'

const flavour = fc.constantFrom(...FLAVOURS, undefined)

function bytes(input: readonly MarkdownFile[], options: Parameters<typeof buildGraph>[1]): string {
  const { graph, report } = buildGraph(input, options)
  return [...graphLines(graph), JSON.stringify(report)].join('')
}

describe('the graph of any files', () => {
  it('never throws, and names no page in an edge or a trail that is not there', () => {
    fc.assert(
      fc.property(files, flavour, fc.boolean(), (input, chosen, sections) => {
        const { graph } = buildGraph(input, { flavour: chosen, sections })
        const paths = new Set(graph.nodes.map((node) => node.path))
        expect(paths.size).toBe(graph.nodes.length)
        for (const edge of graph.edges) {
          expect(paths.has(edge.from) && paths.has(edge.to)).toBe(true)
          expect(edge.from).not.toBe(edge.to)
        }
        for (const trail of graph.paths) expect(trail.nodes.every((node) => paths.has(node))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is the same to the byte for shuffled files', () => {
    fc.assert(
      fc.property(files, flavour, fc.infiniteStream(fc.nat()), (input, chosen, dice) => {
        const shuffled = [...input]
        for (let at = shuffled.length - 1; at > 0; at--) {
          const other = (dice.next().value as number) % (at + 1)
          const held = shuffled[at] as MarkdownFile
          shuffled[at] = shuffled[other] as MarkdownFile
          shuffled[other] = held
        }
        expect(bytes(shuffled, { flavour: chosen })).toBe(bytes(input, { flavour: chosen }))
      }),
      { numRuns: 300 },
    )
  })

  it('has no two edges alike, and no two nodes alike in NFC', () => {
    fc.assert(
      fc.property(files, flavour, (input, chosen) => {
        const { graph } = buildGraph(input, { flavour: chosen })
        const keys = graph.edges.map((edge) => JSON.stringify([edge.from, edge.to, edge.kind]))
        expect(new Set(keys).size).toBe(keys.length)
        const paths = graph.nodes.map((node) => node.path.normalize('NFC'))
        expect(new Set(paths).size).toBe(paths.length)
      }),
      { numRuns: 300 },
    )
  })
})
