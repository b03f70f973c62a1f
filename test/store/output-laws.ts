import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KeptOutput, OutputStore } from '../../src/store/store.ts'
import { codeOf, everything, REFUSED_KEYS, UNUSUAL_KEYS } from './samples.ts'
import { CHUNK_BYTES, type Database, PART_BYTES, type Subject } from './subject.ts'

const QUOTA = 1_000_000

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** All of an output, part after part. */
async function wholeOf(outputs: OutputStore, ref: string): Promise<string> {
  const parts: Uint8Array[] = []
  for (let byte = 0; ; ) {
    const part = await outputs.part(ref, { byte })
    if (part === undefined) return Buffer.concat(parts).toString()
    expect(part.startByte).toBe(byte)
    parts.push(part.data)
    byte += part.data.length
  }
}

export function outputLaws(subject: Subject, create: () => Promise<Database>): void {
  const outputs = () => subject.store.outputs
  const put = (ref: string, text: string, runId?: string, quota = QUOTA) =>
    outputs().put({ ref, bytes: bytesOf(text), runId }, quota)
  const refsOf = async (runId: string) =>
    (await everything((page) => outputs().list(runId, page), 2)).map(({ ref }) => ref)

  it('an empty store has none', async () => {
    expect(await outputs().find('a')).toBeUndefined()
    expect(await outputs().part('a', { byte: 0 })).toBeUndefined()
    expect(await outputs().part('a', { line: 1 })).toBeUndefined()
    expect(await outputs().list('run', { limit: 1 })).toEqual({ items: [] })
    expect(await outputs().delete('a')).toBe(false)
    expect(await outputs().prune(0)).toBe(0)
  })

  it('what is read is what was put, at every size around a row', async () => {
    for (const size of [0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES, 3 * PART_BYTES + 1]) {
      const text = Array.from({ length: size }, (_, i) =>
        i % 37 === 5 ? '\n' : String.fromCharCode(97 + (i % 23)),
      ).join('')
      await put(`r${size}`, text)
      expect(await wholeOf(outputs(), `r${size}`)).toBe(text)
      const lines = text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0)
      const found: KeptOutput = { ref: `r${size}`, bytes: size, lines, createdAt: subject.time, keptAt: subject.time }
      expect(await outputs().find(`r${size}`)).toEqual(found)
    }
  })

  it('the part of a byte holds it, and knows the lines in front', async () => {
    const text = Array.from({ length: 90 }, (_, i) => `line ${i}`).join('\n')
    await put('a', text)
    for (let byte = 0; byte < text.length; byte += 7) {
      const part = await outputs().part('a', { byte })
      const { startByte = -1, linesBefore, data } = part ?? {}
      expect(startByte <= byte && byte < startByte + (data?.length ?? 0)).toBe(true)
      expect(linesBefore).toBe(text.slice(0, startByte).split('\n').length - 1)
    }
    expect(await outputs().part('a', { byte: text.length })).toBeUndefined()
  })

  it('the part of a line holds the line feed in front of it', async () => {
    for (const text of ['x\n'.repeat(120), '\n'.repeat(PART_BYTES * 2), 'one line', `${'y'.repeat(350)}\nlast`]) {
      const ref = `r${text.length}`
      await put(ref, text)
      const { lines = 0 } = (await outputs().find(ref)) ?? {}
      const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
      for (let line = 1; line <= lines; line += 3) {
        const { startByte = -1, data } = (await outputs().part(ref, { line })) ?? {}
        const before = line === 1 ? 0 : starts[line - 1] - 1
        expect(startByte <= before && before < startByte + (data?.length ?? 0)).toBe(true)
      }
      expect(await outputs().part(ref, { line: lines + 1 })).toBeUndefined()
    }
  })

  it('a ref that is there is not written again; its time begins anew, and its runs come together', async () => {
    await put('a', 'first', 'one')
    subject.time += 1000
    await put('a', 'other bytes', 'two')
    await put('a', 'other bytes', 'two')
    expect(await wholeOf(outputs(), 'a')).toBe('first')
    const { createdAt, keptAt } = (await outputs().find('a')) as KeptOutput
    expect(keptAt - createdAt).toBe(1000)
    expect([await refsOf('one'), await refsOf('two')]).toEqual([['a'], ['a']])
  })

  it('a run lists its outputs, the one that came last first, page by page; those of no run are in none', async () => {
    for (const ref of ['a', 'b', 'c', 'd', 'e']) await put(ref, ref, 'run')
    await put('f', 'f', 'other')
    await put('g', 'g')
    expect(await refsOf('run')).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await refsOf('other')).toEqual(['f'])
    expect(await codeOf(outputs().list('run', { limit: 1, cursor: 'x' }))).toBe('store-cursor')
  })

  it('keys are compared byte by byte and mean nothing', async () => {
    for (const key of UNUSUAL_KEYS) await put(key, `${key}\n`, key)
    for (const key of UNUSUAL_KEYS) {
      expect(await wholeOf(outputs(), key)).toBe(`${key}\n`)
      expect(await refsOf(key)).toEqual([key])
    }
    for (const key of REFUSED_KEYS) {
      expect(await codeOf(put(key, 'x'))).toBe('store-bounds')
      expect(await codeOf(put('x', 'x', key))).toBe('store-bounds')
      expect(await codeOf(outputs().find(key))).toBe('store-bounds')
    }
    expect(await outputs().find('x')).toBeUndefined()
  })

  it('sizes and places out of bounds are refused by name', async () => {
    const small = await subject.open({ maxOutputBytes: 3 })
    expect(await codeOf(small.outputs.put({ ref: 'a', bytes: bytesOf('four') }, QUOTA))).toBe('store-bounds')
    for (const quota of [-1, 0.5, Number.NaN])
      expect(await codeOf(put('a', 'x', undefined, quota))).toBe('store-bounds')
    for (const place of [{ byte: -1 }, { byte: 0.5 }, { line: 0 }, { line: Number.NaN }]) {
      expect(await codeOf(outputs().part('a', place))).toBe('store-bounds')
    }
    expect(await codeOf(outputs().prune(-1))).toBe('store-bounds')
  })

  it('the quota counts all outputs, what is gone no more, and what is there already not again', async () => {
    await put('a', 'x'.repeat(60), undefined, 100)
    await put('b', 'x'.repeat(40), undefined, 100)
    expect(await codeOf(put('c', 'x', undefined, 100))).toBe('output-quota')
    expect(await outputs().find('c')).toBeUndefined()
    await put('a', 'x'.repeat(60), 'run', 100)
    expect(await outputs().delete('a')).toBe(true)
    await put('c', 'x'.repeat(60), undefined, 100)
    subject.time += 10
    expect(await outputs().prune(10)).toBe(2)
    await put('d', 'x'.repeat(100), undefined, 100)
  })

  it('prune takes what was last put so long ago, many at once, and leaves the rest', async () => {
    for (let i = 0; i < 25; i++) await put(`old${i}`, 'text', 'run')
    subject.time += 500
    await put('old3', 'text')
    await put('young', 'text', 'run')
    subject.time += 500
    expect(await outputs().prune(1001)).toBe(0)
    expect(await outputs().prune(1000)).toBe(24)
    expect(await refsOf('run')).toEqual(['young', 'old3'])
  })

  it('puts at once of one ref keep one, and of many never pass the quota', async () => {
    const stores = [subject.store, subject.database.sql === undefined ? subject.store : await subject.open()]
    const same = Array.from({ length: 8 }, (_, i) =>
      stores[i % 2].outputs.put({ ref: 'a', bytes: bytesOf('same') }, QUOTA),
    )
    await Promise.all(same)
    expect(await wholeOf(outputs(), 'a')).toBe('same')
    const many = Array.from({ length: 20 }, (_, i) =>
      codeOf(stores[i % 2].outputs.put({ ref: `r${i}`, bytes: new Uint8Array(300).fill(120) }, 1000)),
    )
    const codes = await Promise.all(many)
    // Three of 300 bytes beside the four that are there.
    expect(codes.filter((code) => code === 'output-quota')).toHaveLength(17)
  })

  it('any sequence of calls answers as a list in memory would', async () => {
    const ref = fc.constantFrom('a', 'b', 'c')
    const call = fc.oneof(
      fc.record({ do: fc.constant('put' as const), ref, size: fc.nat(250), run: fc.constantFrom('r', 's', undefined) }),
      fc.record({ do: fc.constant('delete' as const), ref }),
      fc.record({ do: fc.constant('prune' as const), age: fc.nat(4) }),
      fc.record({ do: fc.constant('wait' as const) }),
    )
    const law = async (calls: (typeof call extends fc.Arbitrary<infer Call> ? Call : never)[]) => {
      const database = await create()
      let time = 1000
      const store = await database.open({ now: () => time, chunkBytes: CHUNK_BYTES, partBytes: PART_BYTES })
      const model = new Map<string, { bytes: number; keptAt: number; runs: Set<string> }>()
      let order: [string, string][] = []
      for (const one of calls) {
        if (one.do === 'wait') time++
        else if (one.do === 'delete') {
          expect(await store.outputs.delete(one.ref)).toBe(model.delete(one.ref))
        } else if (one.do === 'prune') {
          const old = [...model].filter(([, { keptAt }]) => keptAt <= time - one.age)
          for (const [name] of old) model.delete(name)
          expect(await store.outputs.prune(one.age)).toBe(old.length)
        } else {
          const known = model.get(one.ref)
          const used = [...model.values()].reduce((sum, { bytes }) => sum + bytes, 0)
          const outcome = await codeOf(
            store.outputs.put({ ref: one.ref, bytes: new Uint8Array(one.size), runId: one.run }, 400),
          )
          const fits = known !== undefined || used + one.size <= 400
          expect(outcome).toEqual(fits ? { resolved: undefined } : 'output-quota')
          if (!fits) continue
          const kept = known ?? { bytes: one.size, keptAt: time, runs: new Set<string>() }
          kept.keptAt = time
          model.set(one.ref, kept)
          if (one.run !== undefined && !kept.runs.has(one.run)) {
            kept.runs.add(one.run)
            order.unshift([one.run, one.ref])
          }
        }
        order = order.filter(([run, name]) => model.get(name)?.runs.has(run))
        for (const run of ['r', 's']) {
          const { items } = await store.outputs.list(run, { limit: 10 })
          expect(items.map(({ ref: name }) => name)).toEqual(order.filter(([of]) => of === run).map(([, name]) => name))
        }
      }
      await store.close()
      await database.drop()
    }
    await fc.assert(fc.asyncProperty(fc.array(call, { maxLength: 25 }), law), { numRuns: 12, seed: 7 })
  }, 60_000)
}
