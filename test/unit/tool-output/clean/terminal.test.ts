import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequenceAt, startsSequence } from '../../../../src/core/tool-output/clean/control-sequences.ts'
import { terminalText } from '../../../../src/core/tool-output/clean/terminal.ts'
import { dirtyText } from './texts.ts'

const both = { ansi: true, carriageReturns: true }
const shown = (text: string) => terminalText(text, both).text

test.each([
  ['colours', '\x1b[31mred\x1b[0m and \x1b[1;38;5;4mblue\x1b[m', 'red and blue'],
  ['T32: OSC ended by ESC \\', 'a\x1b]0;title\x1b\\b', 'ab'],
  ['OSC ended by BEL', 'a\x1b]0;title\x07b', 'ab'],
  ['a hyperlink keeps its text', '\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\!', 'link!'],
  ['a picture over several lines', 'a\x1bPq\n#0\n\x1b\\b', 'ab'],
  ['8-bit controls', 'a\x9b31mb\x9dtitle\x9cc\x90q\x9cd', 'abcd'],
  ['a lone ESC at the end', 'a\x1b', 'a'],
  ['half a control sequence', 'a\x1b[38;5', 'a'],
  ['half a hyperlink takes its line alone', 'a\x1b]8;;http://x\r\nb', 'a\r\nb'],
  ['half a picture takes its line alone', 'a\x1bPq\nb', 'a\nb'],
  ['one inside another', '\x1b\x1b[31m[31mx', '[31mx'],
  ['character sets and keypads', '\x1b(Ba\x1b7b\x1b=c', 'abc'],
  ['a line break that is a character of its own stays', 'a\u0085b', 'a\u0085b'],
])('sequences: %s', (_name, given, expected) => {
  expect(shown(given)).toBe(expected)
})

test.each([
  ['a progress bar', '10%\r20%\r100%\ndone', '100%\ndone'],
  ['what is longer shows behind', 'abcdef\rXY\n', 'XYcdef\n'],
  ['CRLF is no progress bar', 'a\r\nb\r\n', 'a\r\nb\r\n'],
  ['a doubled return before a line feed', 'a\r\r\nb', 'a\r\nb'],
  ['a return at the end', '50%\r', '50%'],
  ['erased to the end of the line', 'Downloading 100%\r\x1b[KDone\n', 'Done\n'],
  ['erased whole', 'Downloading\x1b[2K\x1b[1GDone', 'Done'],
  ['blanks over the rest', 'building\r        \rok\n', 'ok\n'],
  ['backspaces', 'N\bNA\bAME\b\b', 'NAME'],
  ['a spinner', '|\b/\b-\b\\\b done', ' done'],
  ['cursor moves stay in the line', '\x1b[999999Cab\x1b[99Dx\x1b[2Gy', 'xy'],
  ['a pair is one cell', '😀b\ra', 'ab'],
])('overwritten lines: %s', (_name, given, expected) => {
  expect(shown(given)).toBe(expected)
})

test('returns are white space of JSON, and its strings hold no sequences', () => {
  for (const json of ['{"a":1,\r"b":"\x9b"}', '["\x9d"]']) expect(shown(json)).toBe(json)
})

test('each step alone does its own part', () => {
  const text = '\x1b[1mab\rc\n'
  expect(terminalText(text, { ansi: true, carriageReturns: false })).toEqual({
    text: 'ab\rc\n',
    ansi: 1,
    carriageReturns: 0,
  })
  expect(terminalText('\x1b[1mab\n', { ansi: false, carriageReturns: true }).text).toBe('\x1b[1mab\n')
  expect(terminalText(text, { ansi: false, carriageReturns: true })).toEqual({
    text: 'cb\n',
    ansi: 1,
    carriageReturns: 1,
  })
})

test('nothing of a sequence is left, no return but that of CRLF, and nothing changes the second time', () => {
  fc.assert(
    fc.property(dirtyText, (given) => {
      const text = shown(`x${given}`)
      expect([...text].filter((character) => startsSequence(character.charCodeAt(0)))).toEqual([])
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\b\r]/)
      expect(shown(text)).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('T32: 50,000 starts of sequences are read once each', () => {
  for (const start of ['\x1b[31', '\x1b]8;;x', '\x1bP', '\x9d', '\x1b]0;t\n', '\x98\n']) {
    const text = start.repeat(50_000)
    let read = 0
    for (let at = 0; at < text.length; ) {
      if (!startsSequence(text.charCodeAt(at))) at++
      else {
        const { end } = sequenceAt(text, at)
        read += end - at
        at = end
      }
    }
    expect(read).toBeLessThanOrEqual(text.length)
    expect(['\x1b', '\x9d', '\x98'].some((unit) => shown(text).includes(unit))).toBe(false)
  }
})
