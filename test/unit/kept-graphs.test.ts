import { expect, test } from 'vitest'
import { contentDigest } from '../../src/content-digest.ts'
import { compileGraph } from '../../src/core/compile-graph.ts'
import type { CompiledGraph } from '../../src/core/compiled-graph.ts'
import { GraphCache } from '../../src/graph-cache.ts'
import { keptForm } from '../../src/kept-form.ts'
import { KeptGraphs } from '../../src/kept-graphs.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import type { GraphStore } from '../../src/store/store.ts'
import { countingFor } from '../../src/token-counters.ts'

const ENCODING = 'o200k_base'

/** A graph whose one page tells which it is. */
function form(title: string, revision: string) {
  const { counter } = countingFor(ENCODING)
  const input = { nodes: [{ path: 'a.md', title }], edges: [], paths: [], revision }
  return keptForm(compileGraph(input, { counter, digest: contentDigest }, { maxFieldBytes: 1000 }), ENCODING)
}

const titleOf = ({ lines }: CompiledGraph) => new TextDecoder().decode(lines.bytes).trim()

/** Two replicas on one store: what the first changes, the second is told where the test says so. */
async function replicas(change: (store: GraphStore) => Partial<GraphStore> = () => ({})) {
  const store = await openSqliteStore({ folder: ':memory:', now: () => 0 })
  const told: ((id: string | undefined) => void)[] = []
  const own: GraphStore = { ...store.graphs, ...change(store.graphs) }
  const listening: GraphStore = {
    ...own,
    onGraphChange: (callback) => {
      told.push(callback)
      return () => {}
    },
  }
  const other = new KeptGraphs('', { ...store.graphs, onGraphChange: () => () => {} }, new GraphCache(1_000_000))
  const graphs = new KeptGraphs('', listening, new GraphCache(1_000_000))
  const tell = (id?: string) => {
    for (const callback of told) callback(id)
  }
  return { store: store.graphs, other, graphs, tell }
}

test('a revision that was deleted elsewhere and given anew with other content is served anew', async () => {
  const { other, graphs, tell } = await replicas()
  await other.put('g', form('first', 'r1'))
  expect(titleOf(await graphs.open({ id: 'g' }, ENCODING))).toBe('a.md | first')
  await other.delete('g')
  await other.put('g', form('second', 'r1'))
  tell('g')
  for (const revision of [undefined, 'r1']) {
    expect(titleOf(await graphs.open({ id: 'g', revision }, ENCODING))).toBe('a.md | second')
  }
})

test('where notices may have been lost, every name is looked up anew', async () => {
  const { other, graphs, tell } = await replicas()
  await other.put('g', form('first', 'r1'))
  await graphs.open({ id: 'g' }, ENCODING)
  await other.put('g', form('second', 'r2'))
  tell()
  expect(titleOf(await graphs.open({ id: 'g' }, ENCODING))).toBe('a.md | second')
})

test('what was looked up before a notice is not remembered behind it', async () => {
  let onFound = async () => {}
  const { other, graphs, tell } = await replicas((store) => ({
    find: async (id, revision) => {
      const found = await store.find(id, revision)
      await onFound()
      return found
    },
  }))
  await other.put('g', form('first', 'r1'))
  onFound = async () => {
    onFound = async () => {}
    await other.put('g', form('second', 'r2'))
    tell('g')
  }
  // The one that was under way may answer either; the next one may not.
  await graphs.open({ id: 'g' }, ENCODING)
  expect(titleOf(await graphs.open({ id: 'g' }, ENCODING))).toBe('a.md | second')
})

test('a revision that goes between the look and the load is looked up anew', async () => {
  let onLoad = async () => {}
  const { other, graphs } = await replicas((store) => ({
    load: async (id, revision) => {
      await onLoad()
      return store.load(id, revision)
    },
  }))
  await other.put('g', form('first', 'r1'))
  onLoad = async () => {
    onLoad = async () => {}
    await other.delete('g')
    await other.put('g', form('second', 'r1'))
  }
  expect(titleOf(await graphs.open({ id: 'g' }, ENCODING))).toBe('a.md | second')
  onLoad = async () => {
    await other.delete('h').catch(() => {})
  }
  await other.put('h', form('gone', 'r1'))
  await expect(graphs.open({ id: 'h' }, ENCODING)).rejects.toMatchObject({ code: 'graph-unknown' })
})

test('a store that contradicts itself is not asked for ever', async () => {
  const { other, graphs } = await replicas(() => ({ load: async () => undefined }))
  await other.put('g', form('first', 'r1'))
  await expect(graphs.open({ id: 'g' }, ENCODING)).rejects.toMatchObject({ code: 'store-corrupt' })
})

test('many that wait for one graph load it once', async () => {
  let loads = 0
  const { other, graphs } = await replicas((store) => ({
    load: (id, revision) => {
      loads++
      return store.load(id, revision)
    },
  }))
  await other.put('g', form('first', 'r1'))
  await Promise.all(Array.from({ length: 50 }, () => graphs.open({ id: 'g' }, ENCODING)))
  expect(loads).toBe(1)
})

test('who waits for a load is answered, also where the graph is put, deleted or evicted meanwhile', async () => {
  const gates: (() => void)[] = []
  const { other, graphs, store } = await replicas((own) => ({
    load: async (id, revision) => {
      const loaded = await own.load(id, revision)
      await new Promise<void>((resolve) => gates.push(resolve))
      return loaded
    },
  }))
  const meanwhile = [
    async () => void (await graphs.put('g', form('first', 'r1'))),
    () => graphs.delete('g').catch(() => {}),
    async () => void (await graphs.put('large', form('x'.repeat(900), 'r1'))),
  ]
  for (const change of meanwhile) {
    await other.put('g', form('first', 'r1'))
    const waiting = Promise.all(
      [graphs.open({ id: 'g' }, 'cl100k_base'), graphs.open({ id: 'g' }, ENCODING)].map((one) => one.then(titleOf)),
    )
    while (gates.length < 2) await new Promise((resolve) => setImmediate(resolve))
    await change()
    for (const open of gates.splice(0)) open()
    expect(await waiting).toEqual(['a.md | first', 'a.md | first'])
    await graphs.delete('g').catch(() => {})
    await store.delete('g')
  }
})

test('a graph that changes between every two look-ups is opened as it is at one moment', async () => {
  let version = 0
  const { graphs, store } = await replicas((inner) => ({
    // Whoever looks for a revision by name finds that it was replaced since.
    find: async (id, revision) => {
      const found = await inner.find(id, revision)
      const { bytes, digest, counts, revision: next } = form(`version ${++version}`, `r${version}`)
      await inner.put({ id, revision: next, digest, bytes, counts })
      await inner.prune({ keepNewest: 1, keepYoungerThanMs: 0 })
      return found
    },
  }))
  const { bytes, digest, counts } = form('version 0', 'r0')
  await store.put({ id: 'g', revision: 'r0', digest, bytes, counts })
  expect(titleOf(await graphs.open({ id: 'g' }, ENCODING))).toBe(`a.md | version ${version}`)
  expect(version).toBeGreaterThan(1)
})
