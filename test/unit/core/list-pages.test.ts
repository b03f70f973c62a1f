import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGraph } from '../../../src/core/compile-graph.ts'
import type { GraphInput } from '../../../src/core/graph-input.ts'
import { type ListedPage, listPages } from '../../../src/core/list-pages.ts'
import { compareCodePoints, fieldText, pathIdentity, utf8Length } from '../../../src/core/plain-text.ts'
import { middleGraph, smallGraph, text } from './arbitraries.ts'
import { characters, digest } from './ports.ts'

const compile = (input: GraphInput) => compileGraph(input, { counter: characters, digest }, { maxFieldBytes: 1e6 })

/** The pages that are wanted: every page looked at, nothing sorted or cut beforehand. */
function oracle(graph: GraphInput, prefix: string, search: string): string[] {
  const holds = (one: string | undefined) => one?.toLowerCase().includes(pathIdentity(search).toLowerCase()) ?? false
  return graph.nodes
    .map(({ path, title }) => ({ path: pathIdentity(path), title: title === undefined ? undefined : fieldText(title) }))
    .filter(({ path }) => path.startsWith(pathIdentity(prefix)))
    .filter(({ path, title }) => holds(path) || (title !== '' && holds(title)))
    .map(({ path }) => path)
    .sort(compareCodePoints)
}

const part = fc.oneof(fc.constantFrom('', 'a', 'A', 'do', 'docs/', 'e', 'É', '.MD'), text)
const asked = fc.record({
  prefix: part,
  search: part,
  limit: fc.integer({ min: 1, max: 5 }),
  maxBytes: fc.integer({ min: 1, max: 60 }),
})

describe('the list of pages', () => {
  it('from answer to answer names each wanted page once, in the order of paths, whatever the bounds', () => {
    fc.assert(
      fc.property(fc.oneof(smallGraph, middleGraph), asked, (input, { prefix, search, limit, maxBytes }) => {
        const graph = compile(input)
        const listed: ListedPage[] = []
        let from: number | undefined = 0
        for (let answers = 0; from !== undefined; answers++) {
          expect(answers).toBeLessThanOrEqual(graph.pages)
          const answer = listPages(graph, { prefix, search, from, limit, maxBytes })
          expect(answer.items.length).toBeLessThanOrEqual(limit)
          const bytes = answer.items.map(({ path, title = '' }) => utf8Length(path) + utf8Length(title))
          if (bytes.length > 1) expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(maxBytes)
          if (answer.next !== undefined) expect(answer.next).toBeGreaterThan(from)
          listed.push(...answer.items)
          from = answer.next
        }
        expect(listed.map(({ path }) => path)).toEqual(oracle(input, prefix, search))
        for (const { path, title, kind } of listed) {
          const node = input.nodes.find((one) => pathIdentity(one.path) === path)
          expect(title).toBe(fieldText(node?.title ?? '') || undefined)
          if (kind !== undefined) expect(node?.kind).toBeDefined()
        }
      }),
      { numRuns: 300 },
    )
  })

  it('pages without the prefix cost nothing: the first of a prefix comes in the first answer', () => {
    const nodes = Array.from({ length: 5000 }, (_, i) => ({ path: `p/${i}.md` }))
    const graph = compile({ nodes: [...nodes, { path: 'z/last.md' }], edges: [], paths: [] })
    const answer = listPages(graph, { prefix: 'z/', search: '', from: 0, limit: 10, maxBytes: 100 })
    expect(answer).toEqual({ items: [{ path: 'z/last.md' }] })
  })
})
