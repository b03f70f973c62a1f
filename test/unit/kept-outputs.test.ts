import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { KeptOutputs } from '../../src/kept-outputs.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import type { KeptOutput, OutputStore } from '../../src/store/store.ts'

/** Rows so small that everything stands on a border. */
const store = await openSqliteStore({ folder: ':memory:', now: () => 0, partBytes: 5 })
const outputs = new KeptOutputs(store.outputs, 1_000_000_000)
afterAll(() => store.close())

const piece = fc.constantFrom('a', 'b', 'ab', '\n', '\r\n', 'ä', '你', '😀', '👩‍👩‍👧', ' ', 'aa', '\u0000', '')
const text = fc.array(piece, { maxLength: 40 }).map((all) => all.join(''))

async function kept(content: string): Promise<KeptOutput> {
  const { ref } = await outputs.retain(content)
  return (await outputs.find(ref ?? '')) as KeptOutput
}

async function readBytes({ ref }: KeptOutput, range: { start: number; end: number }): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of outputs.read(ref, range)) parts.push(part)
  return Buffer.concat(parts)
}

const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (given: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, law), { numRuns: 300, seed: 11 })

test('any range of bytes is read as it was written', async () => {
  await holds(fc.tuple(text, fc.nat(120), fc.nat(120)), async ([content, a, b]) => {
    const output = await kept(content)
    const bytes = Buffer.from(content)
    const [start, end] = [a, b].map((place) => Math.min(place, bytes.length)).sort((one, other) => one - other)
    expect((await readBytes(output, { start, end })).equals(bytes.subarray(start, end))).toBe(true)
  })
})

test('neighbouring ranges, snapped, hold whole characters and are together the whole', async () => {
  await holds(fc.tuple(text, fc.integer({ min: 1, max: 9 })), async ([content, step]) => {
    const output = await kept(content)
    let joined = ''
    for (let start = 0; start < output.bytes; start += step) {
      const range = await outputs.snapped(output, { start, end: Math.min(start + step, output.bytes) })
      const bytes = await readBytes(output, range)
      expect(Buffer.from(bytes.toString()).equals(bytes)).toBe(true)
      joined += bytes.toString()
    }
    expect(joined).toBe(content)
  })
})

test('lines are those that a split at line feeds gives, with their line feeds', async () => {
  await holds(fc.tuple(text, fc.nat(12), fc.nat(12)), async ([content, first, more]) => {
    const output = await kept(content)
    const lines = content.split(/(?<=\n)/).filter((line) => line !== '')
    expect(output.lines).toBe(lines.length)
    const [from, to] = [first + 1, first + 1 + more]
    const range = await outputs.lines(output, from, to)
    expect((await readBytes(output, range)).toString()).toBe(lines.slice(from - 1, to).join(''))
  })
})

test('a search finds what indexOf finds, with lines and bytes, also across rows; the list ends, the total does not', async () => {
  const needle = fc.constantFrom('a', 'ab', 'aa', '\n', 'ä', '你', '😀', 'b\nb', 'aaa', '\n\n')
  await holds(fc.tuple(text, needle, fc.integer({ min: 1, max: 4 })), async ([content, looked, most]) => {
    const output = await kept(content)
    const expected: { line: number; startByte: number }[] = []
    for (let at = content.indexOf(looked); at >= 0; at = content.indexOf(looked, at + looked.length)) {
      const before = content.slice(0, at)
      expected.push({ line: before.split('\n').length, startByte: Buffer.byteLength(before) })
    }
    const { hits, total } = await outputs.search(output, looked, most)
    expect(total).toBe(expected.length)
    expect(hits.map(({ line, startByte }) => ({ line, startByte }))).toEqual(expected.slice(0, most))
    for (const { text: shown, isWholeLine } of hits) {
      expect(shown.includes(looked)).toBe(true)
      expect(isWholeLine).toBe(true)
      if (!looked.includes('\n')) expect(content.split('\n')).toContain(shown)
    }
  })
})

test('a hit on a long line shows whole characters around it', async () => {
  const output = await kept(`${'你'.repeat(300)}needle${'😀'.repeat(300)}\nnext`)
  const { hits } = await outputs.search(output, 'needle', 1)
  expect(hits).toEqual([
    { line: 1, startByte: 900, text: `${'你'.repeat(66)}needle${'😀'.repeat(50)}`, isWholeLine: false },
  ])
})

test('the same text has the same ref, and a quota that is passed is told by name', async () => {
  expect(await outputs.retain('same')).toEqual(await outputs.retain('same', 'run'))
  const small = new KeptOutputs(store.outputs, 0)
  expect(await small.retain('not there yet')).toEqual({ ref: null, reason: 'output-quota' })
  expect((await outputs.retain('abc')).ref).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('an output that somebody removes while it is read or searched is unknown from then on, no fault of the service', async () => {
  const { ref } = await kept('one\ntwo\nthree')
  const found = (await outputs.find(ref)) as KeptOutput
  await outputs.delete(ref)
  const unknown = { statusCode: 404, code: 'output-unknown' }
  await expect(readBytes(found, { start: 0, end: 13 })).rejects.toMatchObject(unknown)
  await expect(outputs.search(found, 'two', 10)).rejects.toMatchObject(unknown)
  await expect(outputs.lines(found, 2, 2)).rejects.toMatchObject(unknown)
  await expect(outputs.snapped(found, { start: 1, end: 2 })).rejects.toMatchObject(unknown)
})

test('an output that is removed and kept again while it is read is read on', async () => {
  const { ref } = await kept('one\ntwo\nthree')
  let asked = 0
  const part: OutputStore['part'] = async (...where) => (asked++ % 2 === 0 ? undefined : store.outputs.part(...where))
  const reading = new KeptOutputs({ ...store.outputs, part }, 1000)
  const parts: Uint8Array[] = []
  for await (const some of reading.read(ref, { start: 0, end: 13 })) parts.push(some)
  expect(Buffer.concat(parts).toString()).toBe('one\ntwo\nthree')
})
