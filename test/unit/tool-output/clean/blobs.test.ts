import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutBlobs } from '../../../../src/core/tool-output/clean/blobs.ts'
import { digest, dirtyText } from './texts.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), randomBytes(271_000)])
const base64 = png.toString('base64')
const sha256 = createHash('sha256').update(png).digest('hex')
const note = `[removed image/png, ${png.length} bytes, sha256 ${sha256}]`
const without = (text: string) => withoutBlobs(text, digest)
const lines = (width: number, end: string) => base64.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`)

test('T34: a data URI in JSON becomes its type, size and digest, and the JSON stays JSON', () => {
  const { text, dataUris, blobs } = without(JSON.stringify({ image: `data:image/png;base64,${base64}`, n: 1 }))
  expect(JSON.parse(text)).toEqual({ image: note, n: 1 })
  expect({ dataUris, blobs }).toEqual({ dataUris: 1, blobs: [{ mime: 'image/png', bytes: png.length, sha256 }] })
})

test.each([
  ['in one line', base64],
  ['in lines of MIME', lines(76, '\r\n')],
  ['in lines of PEM', lines(64, '\n')],
  ['in lines within JSON', lines(64, '\\n')],
  ['with slashes escaped', base64.replaceAll('/', '\\/')],
  ['in the alphabet of URLs', base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
])('a file as base64 %s goes whole', (_name, encoded) => {
  expect(without(`before "${encoded}" after`).text).toBe(`before "${note}" after`)
  expect(without(`before\\n${encoded}\\n-----END X-----`).text).toBe(`before\\n${note}\\n-----END X-----`)
})

test.each([
  [
    'percent-encoded',
    'url("data:image/svg+xml;utf8,%3Csvg%3E") x',
    /^url\("\[removed image\/svg\+xml, \d+ bytes, .{71}\]"\) x$/,
  ],
  ['without a type', 'data:;base64,AAAA', /^\[removed text\/plain, 3 bytes, sha256 .{64}\]$/],
  ['in upper case', 'DATA:IMAGE/GIF;BASE64,R0lGODlh', /^\[removed image\/gif, 6 bytes, sha256 .{64}\]$/],
])('a data URI %s goes', (_name, given, expected) => {
  expect(without(given).text).toMatch(expected)
})

test.each([
  ['one letter', 'x'.repeat(60_000)],
  ['hexadecimal', randomBytes(2000).toString('hex')],
  ['figures', '0123456789'.repeat(100)],
  ['a path', '/usr/Lib64/Python3/site/Packages'.repeat(30)],
  ['prose', 'metadata: a, b; data:, nothing here'],
  ['a digest', createHash('sha512').update('x').digest('base64')],
  ['a word behind lines', `${'lorem ipsum dolor '.repeat(30)}\nDone`],
])('%s is no blob', (_name, text) => {
  expect(without(text)).toEqual({ text, dataUris: 0, base64: 0, blobs: [] })
})

test('what follows base64 in the next line stays', () => {
  expect(without(`${lines(64, '\n')}\nDone in 3 s`).text).toBe(`${note}\nDone in 3 s`)
})

test('nothing changes the second time, and JSON stays JSON', () => {
  fc.assert(
    fc.property(dirtyText, (given) => {
      const { text } = without(given)
      expect(without(text)).toMatchObject({ text, dataUris: 0, base64: 0 })
      JSON.parse(without(JSON.stringify({ given })).text)
    }),
    { numRuns: 1000 },
  )
})
