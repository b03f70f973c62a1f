import { expect, it } from 'vitest'
import type { NewGraph } from '../../src/store/store.ts'
import { COUNTS, codeOf, everything, graph, REFUSED_KEYS, someBytes, UNUSUAL_KEYS } from './samples.ts'
import { CHUNK_BYTES, type Subject } from './subject.ts'

export function graphLaws(subject: Subject): void {
  const graphs = () => subject.store.graphs
  const put = (given: NewGraph) => graphs().put(given)
  const currentOf = async (id: string) => (await graphs().find(id))?.revision
  const revisionsOf = async (id: string) =>
    (await everything((page) => graphs().revisions(id, page), 2)).map(({ revision }) => revision)

  it('an empty store has none', async () => {
    expect(await graphs().find('a')).toBeUndefined()
    expect(await graphs().find('a', 'r1')).toBeUndefined()
    expect(await graphs().load('a')).toBeUndefined()
    expect(await graphs().list({ limit: 10 })).toEqual({ items: [] })
    expect(await graphs().revisions('a', { limit: 10 })).toEqual({ items: [] })
    expect(await graphs().delete('a')).toBe(false)
    expect(await graphs().prune({ keepNewest: 1, keepYoungerThanMs: 0 })).toBe(0)
  })

  it('what is loaded is what was put, byte for byte, at every size around a row', async () => {
    const sizes = [1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 1]
    for (const size of sizes) {
      const given = graph('a', `r${size}`, { bytes: someBytes(size, size) })
      expect(await put(given)).toBe('created')
      expect(await graphs().load('a')).toEqual({ ...given, createdAt: subject.time })
      expect(await graphs().find('a', `r${size}`)).toEqual({ ...given, bytes: size, createdAt: subject.time })
    }
  })

  it('counts of any size that a number holds come back', async () => {
    const counts = { nodes: Number.MAX_SAFE_INTEGER, edges: 2 ** 31, paths: 2 ** 32, summaries: 0 }
    await put(graph('a', 'r1', { counts }))
    expect((await graphs().find('a'))?.counts).toEqual(counts)
  })

  it('a put leaves the bytes as they are, wherever in a buffer they stand, shared or not', async () => {
    const bytes = someBytes(2500, 1)
    const shared = new Uint8Array(new SharedArrayBuffer(2600)).subarray(50, 2550)
    const within = Buffer.alloc(2600).subarray(3, 2503)
    for (const [name, own] of [['shared', shared] as const, ['within', within] as const]) {
      own.set(bytes)
      await put(graph(name, 'r1', { bytes: own }))
      expect(Buffer.from(own).equals(bytes)).toBe(true)
      expect((await graphs().load(name))?.bytes).toEqual(bytes)
    }
  })

  it('loaded bytes are the caller’s own and aligned', async () => {
    await put(graph('a', 'r1'))
    const loaded = await graphs().load('a')
    expect((loaded?.bytes.byteOffset ?? 1) % 8).toBe(0)
    loaded?.bytes.fill(0)
    expect((await graphs().load('a'))?.bytes).toEqual(graph('a', 'r1').bytes)
  })

  it('a new revision is the current one and the old ones stay', async () => {
    for (const revision of ['r1', 'r2', 'r3']) expect(await put(graph('a', revision))).toBe('created')
    expect(await currentOf('a')).toBe('r3')
    expect(await revisionsOf('a')).toEqual(['r3', 'r2', 'r1'])
    expect((await graphs().load('a', 'r1'))?.bytes).toEqual(graph('a', 'r1').bytes)
    expect(await graphs().find('a', 'r4')).toBeUndefined()
    expect(await graphs().load('b', 'r1')).toBeUndefined()
  })

  it('the current revision with the same digest is the same, and nothing is written', async () => {
    const given = graph('a', 'r1')
    await put(given)
    const before = await graphs().load('a')
    subject.time += 1000
    expect(await put({ ...given, bytes: someBytes(10, 9), counts: { ...COUNTS, nodes: 99 } })).toBe('same')
    expect(await graphs().load('a')).toEqual(before)
  })

  it('a revision with another digest is a conflict, current or not, and changes nothing', async () => {
    await put(graph('a', 'r1'))
    await put(graph('a', 'r2'))
    for (const revision of ['r1', 'r2']) {
      expect(await codeOf(put(graph('a', revision, { digest: 'other' })))).toBe('graph-revision-conflict')
    }
    expect(await revisionsOf('a')).toEqual(['r2', 'r1'])
    expect((await graphs().load('a', 'r1'))?.bytes).toEqual(graph('a', 'r1').bytes)
  })

  it('an older revision that is put again is current again, with its bytes and its time', async () => {
    await put(graph('a', 'r1'))
    subject.time += 1000
    await put(graph('a', 'r2'))
    expect(await put(graph('a', 'r1'))).toBe('switched')
    expect(await graphs().load('a')).toEqual({ ...graph('a', 'r1'), createdAt: subject.time - 1000 })
    expect(await revisionsOf('a')).toEqual(['r1', 'r2'])
    expect(await put(graph('a', 'r1'))).toBe('same')
  })

  it('of puts of one new revision at once one creates it and the others find it', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => put(graph('a', 'r1'))))
    expect(outcomes.sort()).toEqual(['created', ...Array(7).fill('same')])
    expect(await revisionsOf('a')).toEqual(['r1'])
  })

  it('of puts of one new revision with other contents at once one wins and the others conflict', async () => {
    const contents = Array.from({ length: 6 }, (_, i) => graph('a', 'r1', { bytes: someBytes(2500, i) }))
    const outcomes = await Promise.all(contents.map(async (given) => [given, await codeOf(put(given))] as const))
    const winners = outcomes.filter(([, outcome]) => outcome !== 'graph-revision-conflict')
    expect(winners.map(([, outcome]) => outcome)).toEqual([{ resolved: 'created' }])
    expect(await graphs().load('a')).toMatchObject({ digest: winners[0][0].digest, bytes: winners[0][0].bytes })
  })

  it('of puts of other revisions at once none is lost, and the current one is the first of the list', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `r${i}`)
    expect(await Promise.all(names.map((name) => put(graph('a', name))))).toEqual(names.map(() => 'created'))
    const listed = await revisionsOf('a')
    expect([...listed].sort()).toEqual([...names].sort())
    expect(await currentOf('a')).toBe(listed[0])
  })

  it('a reader sees each revision whole while they change', async () => {
    const contents = Array.from({ length: 12 }, (_, i) => graph('a', `r${i}`, { bytes: someBytes(30_000, i) }))
    await put(contents[0])
    let isWriting = true
    const reading = Array.from({ length: 3 }, async () => {
      let reads = 0
      for (; isWriting || reads === 0; reads++) {
        const loaded = await graphs().load('a')
        const written = contents.find(({ revision }) => revision === loaded?.revision)
        expect(loaded?.digest).toBe(written?.digest)
        expect(Buffer.compare(loaded?.bytes as Uint8Array, written?.bytes as Uint8Array)).toBe(0)
      }
      return reads
    })
    for (const given of contents.slice(1)) await put(given)
    isWriting = false
    for (const reads of await Promise.all(reading)) expect(reads).toBeGreaterThan(0)
  })

  it('unusual ids and revisions are told apart and come back as they are, in code point order', async () => {
    for (const key of UNUSUAL_KEYS) expect(await put(graph(key, key, { digest: key }))).toBe('created')
    for (const key of UNUSUAL_KEYS) {
      expect(await graphs().find(key, key)).toMatchObject({ id: key, revision: key, digest: key })
    }
    const listed = await everything((page) => graphs().list(page), 4)
    const byBytes = [...UNUSUAL_KEYS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(listed.map(({ current }) => current.id)).toEqual(byBytes)
    for (const key of UNUSUAL_KEYS) expect(await graphs().delete(key)).toBe(true)
    expect(await graphs().list({ limit: 1 })).toEqual({ items: [] })
  })

  it.each(REFUSED_KEYS)('the key %j is refused wherever it stands', async (key) => {
    const calls = [
      put(graph(key, 'r1')),
      put(graph('a', key)),
      put(graph('a', 'r1', { digest: key })),
      graphs().find(key),
      graphs().find('a', key),
      graphs().load(key),
      graphs().load('a', key),
      graphs().revisions(key, { limit: 1 }),
      graphs().delete(key),
    ]
    for (const call of calls) expect(await codeOf(call)).toBe('store-bounds')
    expect(await graphs().list({ limit: 1 })).toEqual({ items: [] })
  })

  it('sizes, counts and limits out of bounds are refused', async () => {
    const store = await subject.open({ maxGraphBytes: 2500 })
    expect(await store.graphs.put(graph('a', 'r1', { bytes: someBytes(2500, 1) }))).toBe('created')
    const tooLarge = store.graphs.put(graph('a', 'r2', { bytes: someBytes(2501, 1) }))
    expect(await codeOf(tooLarge)).toBe('graph-too-large')
    const calls = [
      put(graph('a', 'r2', { bytes: new Uint8Array(0) })),
      put(graph('a', 'r2', { counts: { ...COUNTS, paths: -1 } })),
      put(graph('a', 'r2', { counts: { ...COUNTS, edges: 0.5 } })),
      graphs().list({ limit: 0 }),
      graphs().list({ limit: 1001 }),
      graphs().revisions('a', { limit: Number.NaN }),
      graphs().prune({ keepNewest: 0, keepYoungerThanMs: 0 }),
      graphs().prune({ keepNewest: 1, keepYoungerThanMs: -1 }),
    ]
    for (const call of calls) expect(await codeOf(call)).toBe('store-bounds')
  })

  it('a cursor of another listing, or of nobody, is refused', async () => {
    for (const id of ['a', 'b']) for (const revision of ['r1', 'r2']) await put(graph(id, revision))
    const ofGraphs = (await graphs().list({ limit: 1 })).next
    const ofRevisions = (await graphs().revisions('a', { limit: 1 })).next
    const foreign = Buffer.from('["graphs",null]').toString('base64url')
    for (const cursor of [ofRevisions, '', 'x', '!', foreign, 'A'.repeat(100_000)]) {
      expect(await codeOf(graphs().list({ limit: 1, cursor }))).toBe('store-cursor')
    }
    expect(await codeOf(graphs().revisions('a', { limit: 1, cursor: ofGraphs }))).toBe('store-cursor')
  })

  it('the list shows each graph with its current revision and how many it has', async () => {
    await put(graph('b', 'r1'))
    await put(graph('a', 'r1'))
    subject.time += 5
    await put(graph('a', 'r2'))
    expect(await graphs().list({ limit: 10 })).toEqual({
      items: [
        { current: await graphs().find('a', 'r2'), revisions: 2 },
        { current: await graphs().find('b', 'r1'), revisions: 1 },
      ],
    })
  })

  it('a graph that is there all the while is listed once, whatever comes and goes between the pages', async () => {
    const stay = Array.from({ length: 9 }, (_, i) => `stay${i}`)
    for (const id of stay) await put(graph(id, 'r1'))
    for (let i = 0; i < 9; i++) await put(graph(`stay${i}-go`, 'r1'))
    let turn = 0
    const between = async () => {
      await graphs().delete(`stay${turn}-go`)
      await put(graph(`stay${turn}-come`, 'r1'))
      await put(graph(`stay${8 - turn}`, `r${turn + 2}`))
      turn++
    }
    const listed = (await everything((page) => graphs().list(page), 2, between)).map(({ current }) => current.id)
    expect(listed.filter((id) => stay.includes(id))).toEqual(stay)
    expect(new Set(listed).size).toBe(listed.length)
    expect(turn).toBeGreaterThan(4)
  })

  it('a page goes on where the last one ended though its last item is gone', async () => {
    for (const id of ['a', 'b', 'c']) await put(graph(id, 'r1'))
    const { next } = await graphs().list({ limit: 2 })
    await graphs().delete('b')
    expect((await graphs().list({ limit: 2, cursor: next })).items.map(({ current }) => current.id)).toEqual(['c'])
  })

  it('a listing that ends with a full page names no next one', async () => {
    for (const id of ['a', 'b']) await put(graph(id, 'r1'))
    expect(await graphs().list({ limit: 2 })).not.toHaveProperty('next')
  })

  it('revisions that come between the pages are not shown and disturb nothing', async () => {
    const names = Array.from({ length: 7 }, (_, i) => `r${i}`)
    for (const name of names) await put(graph('a', name))
    let turn = 0
    const between = () => put(graph('a', `new${turn++}`))
    const listed = await everything((page) => graphs().revisions('a', page), 2, between)
    expect(listed.map(({ revision }) => revision)).toEqual([...names].reverse())
  })

  it('deleting a graph deletes all of it and nothing else', async () => {
    for (const id of ['a', 'b']) for (const revision of ['r1', 'r2']) await put(graph(id, revision))
    expect(await graphs().delete('a')).toBe(true)
    expect(await graphs().delete('a')).toBe(false)
    expect(await graphs().find('a', 'r1')).toBeUndefined()
    expect(await revisionsOf('a')).toEqual([])
    expect(await revisionsOf('b')).toEqual(['r2', 'r1'])
    const { sql } = subject.database
    if (sql !== undefined) expect(await sql('SELECT DISTINCT revision_key FROM graph_chunks')).toHaveLength(2)
    expect(await put(graph('a', 'r1', { digest: 'other' }))).toBe('created')
  })

  it('puts and deletes of one graph at once leave it whole or leave none', async () => {
    for (let round = 0; round < 10; round++) {
      const names = Array.from({ length: 4 }, (_, i) => `r${round}-${i}`)
      const calls = names.flatMap((name) => [put(graph('a', name)), graphs().delete('a')])
      await Promise.all(calls)
      const loaded = await graphs().load('a')
      const left = await revisionsOf('a')
      expect(loaded?.revision).toBe(left[0])
      for (const name of left) expect((await graphs().load('a', name))?.bytes).toEqual(graph('a', name).bytes)
    }
  })

  it('retention keeps the newest of each graph, and those younger than the age, and nothing else', async () => {
    for (let i = 1; i <= 6; i++) {
      await put(graph('a', `r${i}`))
      if (i % 2) await put(graph('b', `r${i}`))
      subject.time += 10
    }
    // r6 is 10 old, r1 is 60 old.
    expect(await graphs().prune({ keepNewest: 1, keepYoungerThanMs: 31 })).toBe(5)
    expect([await revisionsOf('a'), await revisionsOf('b')]).toEqual([['r6', 'r5', 'r4'], ['r5']])
    expect(await graphs().prune({ keepNewest: 2, keepYoungerThanMs: 0 })).toBe(1)
    expect([await revisionsOf('a'), await revisionsOf('b')]).toEqual([['r6', 'r5'], ['r5']])
    expect(await graphs().prune({ keepNewest: 2, keepYoungerThanMs: 0 })).toBe(0)
    expect((await graphs().load('a', 'r5'))?.bytes).toEqual(graph('a', 'r5').bytes)
    expect(await put(graph('a', 'r1', { digest: 'other' }))).toBe('created')
  })

  it('retention keeps a revision that is exactly too young by one millisecond', async () => {
    await put(graph('a', 'r1'))
    await put(graph('a', 'r2'))
    subject.time += 100
    expect(await graphs().prune({ keepNewest: 1, keepYoungerThanMs: 101 })).toBe(0)
    expect(await graphs().prune({ keepNewest: 1, keepYoungerThanMs: 100 })).toBe(1)
  })

  it('retention keeps the current revision, however old', async () => {
    for (const revision of ['r1', 'r2', 'r3']) await put(graph('a', revision))
    await put(graph('a', 'r1'))
    subject.time += 1_000_000
    expect(await graphs().prune({ keepNewest: 1, keepYoungerThanMs: 0 })).toBe(2)
    expect(await revisionsOf('a')).toEqual(['r1'])
  })

  it('retention beside writers never takes what is current', async () => {
    await put(graph('a', 'r0'))
    const writing = (async () => {
      for (let i = 1; i <= 30; i++) {
        const outcome = await put(graph('a', `r${i % 3}`))
        expect(['created', 'switched']).toContain(outcome)
        expect(await graphs().load('a')).toMatchObject({ revision: `r${i % 3}` })
      }
    })()
    let isWriting = true
    const ending = writing.finally(() => {
      isWriting = false
    })
    while (isWriting) await graphs().prune({ keepNewest: 1, keepYoungerThanMs: 0 })
    await ending
  })
}
