import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FLAVOURS } from '../../../src/core/flavour.ts'
import { buildGraph, collected, GraphBuild, type StreamedGraph } from '../../../src/markdown/build-graph.ts'
import { fileStorage } from '../../../src/markdown/file-storage.ts'
import { graphDocument } from '../../../src/markdown/graph-document.ts'
import type { MarkdownFile } from '../../../src/markdown/markdown-file.ts'
import { mergeGroups } from '../../../src/markdown/merge-groups.ts'
import type { ReadPage } from '../../../src/markdown/page.ts'
import { addInTurn } from '../../../src/markdown/read-batches.ts'
import { readPage } from '../../../src/markdown/read-page.ts'
import { reportDocument } from '../../../src/markdown/report-document.ts'
import { files } from './any-files.ts'

const flavour = fc.constantFrom(...FLAVOURS, undefined)

/** Cuts a list behind the places that `isEnd` is true for. */
function cut<Item>(items: readonly Item[], isEnd: (at: number) => boolean): Item[][] {
  const groups: Item[][] = [[]]
  for (const [at, item] of items.entries()) {
    groups.at(-1)?.push(item)
    if (isEnd(at)) groups.push([])
  }
  return groups
}

/** Ends its batches in any order, at most `width` of them under way. */
class AnyOrder {
  readonly width: number
  most = 0
  readonly #open: (() => void)[] = []
  readonly #pick: () => number
  readonly #read: (file: MarkdownFile) => ReadPage

  constructor(width: number, pick: () => number, read: (file: MarkdownFile) => ReadPage) {
    this.width = width
    this.#pick = pick
    this.#read = read
  }

  read(batch: readonly MarkdownFile[]): Promise<readonly ReadPage[]> {
    return new Promise((resolve) => {
      this.#open.push(() => resolve(batch.map(this.#read)))
      this.most = Math.max(this.most, this.#open.length)
      setImmediate(() => this.#open.splice(this.#pick() % this.#open.length, 1)[0]?.())
    })
  }
}

const text = (graph: StreamedGraph) => [...graphDocument(graph), JSON.stringify(collected(graph).report)].join('')

describe('a graph that is streamed', () => {
  it('has the bytes of one that is built in memory, whatever the batches, who is ready first and where pages are kept', async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.record({ flavour, sections: fc.boolean() }),
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 1, max: 3 }),
        async (input, options, dice, width) => {
          const next = () => dice.next().value as number
          const storage = fileStorage()
          try {
            const build = new GraphBuild(input, options, storage)
            const reader = new AnyOrder(width, next, (file) => structuredClone(readPage(file, build.reading)))
            await addInTurn(
              cut(build.sources, () => next() % 2 === 0),
              reader,
              build,
            )
            const streamed = build.finish()
            const whole = buildGraph(input, options)
            expect(text(streamed)).toBe([...graphDocument(whole.graph), JSON.stringify(whole.report)].join(''))
            expect([...reportDocument(streamed.report())].join('')).toBe(`${JSON.stringify(whole.report, null, 2)}\n`)
            expect(reader.most).toBeLessThanOrEqual(width)
          } finally {
            storage.close()
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('holds the texts of no more batches than the reader may have under way, and the one that waits for its turn', async () => {
    const width = 3
    let held = 0
    let most = 0
    const batches = function* () {
      for (let at = 0; at < 50; at++) {
        most = Math.max(most, ++held)
        yield [{ path: `${at}.md`, content: '' }]
      }
    }
    const reader = { width, read: async () => [] }
    await addInTurn(batches(), reader, { add: () => held-- })
    expect({ held, most }).toEqual({ held: 0, most: width + 1 })
  })

  it('tells the fault of a reader, whichever batch it meets', async () => {
    const reader = {
      width: 3,
      read: async ([file]: readonly MarkdownFile[]) => {
        if (file?.path === '3.md') throw new Error('no room')
        return []
      },
    }
    const batches = Array.from({ length: 9 }, (_, at) => [{ path: `${at}.md`, content: '' }])
    await expect(addInTurn(batches, reader, { add: () => undefined })).rejects.toThrow('no room')
  })
})

describe('groups in the order of their keys', () => {
  it('merge into the order of all their items', () => {
    const items = fc.array(fc.nat(30), { maxLength: 5 })
    fc.assert(
      fc.property(fc.array(fc.record({ key: fc.nat(20), items }), { maxLength: 8 }), (drawn) => {
        const groups = drawn
          .toSorted((a, b) => a.key - b.key)
          .map(({ key, items }) => ({ key, items: items.map((item) => key + item) }))
        const all = groups.flatMap((group) => group.items).sort((a, b) => a - b)
        expect([...mergeGroups(groups, (a, b) => a - b)]).toEqual(all)
      }),
    )
  })
})

describe('a list on disk', () => {
  it('gives back what was written, at any place and time, unpaired surrogates as well', () => {
    const item = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\ud800'), fc.constant('x'.repeat(70_000)))
    fc.assert(
      fc.property(fc.array(fc.tuple(item, fc.nat()), { minLength: 1, maxLength: 12 }), (steps) => {
        const storage = fileStorage()
        try {
          const list = storage.list<string>()
          const written: string[] = []
          for (const [text, dice] of steps) {
            list.add(text)
            written.push(text)
            const place = dice % written.length
            expect(list.get(place)).toBe(written[place])
          }
          expect(() => list.get(written.length)).toThrow(RangeError)
        } finally {
          storage.close()
        }
      }),
      { numRuns: 50 },
    )
  })
})
