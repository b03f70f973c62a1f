import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactSecrets } from '../../../../src/core/tool-output/clean/redact.ts'
import { findByPatterns, PatternError } from '../../../../src/redaction/caller-patterns.ts'
import { findSecrets } from '../../../../src/redaction/find-secrets.ts'
import { truncateOutput } from '../../../../src/tool-output-service.ts'
import { dirtyText } from './texts.ts'

const redact = (text: string) => redactSecrets(text, findSecrets).text
const github = `ghp_${'a1B2'.repeat(9)}`
const pem = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey
const keyLine = pem.split('\n')[1]
const jwt = `eyJhbGciOiJIUzI1NiJ9abc.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'.repeat(100)}.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV`

test('T29: a key right behind other letters, across the budget’s border: no part of it survives', () => {
  const answer = truncateOutput(`${'x'.repeat(90)}AKIA${'QWERTYUIOPASDFGH'}`, { maxBytes: 100, redact: true })
  expect(answer.output).toBe(`${'x'.repeat(90)}[redacted:`)
  expect(answer.repairs.secrets).toBe(1)
})

test.each([
  ['a key that examples show', 'AKIAIOSFODNN7EXAMPLE', '[redacted:aws-access-token]'],
  ['a token, then a comma', `${github}, x`, '[redacted:github-pat], x'],
  ['a token in an address', `https://h/?t=${github}&a=1`, 'https://h/?t=[redacted:github-pat]&a=1'],
  ['a long token of JWT', `${jwt} z`, '[redacted:jwt] z'],
  ['credentials in an address', 'postgres://u:hunter2@db/x', 'postgres://u:[redacted:url-credentials]@db/x'],
  ['a header', 'Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted:authorization-header]'],
  ['an assignment', 'export API_KEY=zq8Jx0PvW3mN7rT5yK2b', 'export API_KEY=[redacted:generic-api-key]'],
  ['a private key', `a\n${pem}b`, 'a\n[redacted:private-key]\nb'],
  ['a private key in one line', pem.replaceAll('\n', '\\n'), '[redacted:private-key]\\n'],
  ['a private key without its end', `${pem.slice(0, 100)}\nnext text`, '[redacted:private-key]\nnext text'],
])('%s', (_name, given, expected) => {
  expect(redact(given)).toBe(expected)
})

test.each([
  'password: see below, key: value, monkey = banana',
  'commit 2058e951234567890abcdef1234567890abcdef12',
  'access_token_url=https://example.org/token',
  'key = $SECRET_FROM_ENVIRONMENT',
  'http://host:8080/path@2x.png',
])('no secret: %s', (text) => {
  expect(redact(text)).toBe(text)
})

test('JSON stays JSON, nested JSON too, and a number becomes a string', () => {
  const inner = JSON.stringify({ api_key: 'zq8Jx0PvW3mN7rT5yK2b', pem })
  const outer = JSON.parse(redact(JSON.stringify({ inner, n: 1, url: 'ftp://u:pa%20ss@h/' })))
  expect(JSON.parse(outer.inner)).toEqual({ api_key: '[redacted:generic-api-key]', pem: '[redacted:private-key]\n' })
  expect(outer).toMatchObject({ n: 1, url: 'ftp://u:[redacted:url-credentials]@h/' })
  expect(redact('{"asana_client_id": 1234567890123456, "n": 1}')).toBe(
    '{"asana_client_id": "[redacted:asana-client-id]", "n": 1}',
  )
  expect(redact(`log\n{"asana_client_id": 1234567890123456}\n${github}`)).toBe(
    'log\n{"asana_client_id": "[redacted:asana-client-id]"}\n[redacted:github-pat]',
  )
})

test('what stood between the parts of a secret does not hide it', () => {
  const hidden = [
    [...github].join('\0'),
    `${github.slice(0, 9)}\x1b[0m${github.slice(9)}`,
    `xx${github.slice(0, 9)}y\b${github.slice(9)}`,
  ]
  for (const text of hidden) {
    const { output } = truncateOutput(text, { maxBytes: 1000, redact: true, sanitize: true })
    expect(output).toMatch(/^(?:xx)?\[redacted:github-pat\]$/)
  }
})

test('a NUL behind each letter does not hide a secret, whatever becomes of NUL', () => {
  const text = [...`a ${github} b`].map((letter) => `${letter}\0`).join('')
  for (const nul of ['remove', 'replace'] as const) {
    const { output, repairs } = truncateOutput(text, { maxBytes: 1000, redact: true, nul })
    expect(output.replaceAll('\ufffd', '')).toBe('a [redacted:github-pat] b')
    expect(repairs.secrets).toBe(1)
  }
})

test('a second time nothing changes, no line of a key is left, and JSON stays JSON', () => {
  fc.assert(
    fc.property(dirtyText, dirtyText, (before, after) => {
      const once = redact(before + after)
      expect(redactSecrets(once, findSecrets)).toEqual({ text: once, secrets: 0 })
      expect(redact(`${before}\n${pem}${after}`)).not.toContain(keyLine)
      JSON.parse(redact(JSON.stringify({ [before]: after })))
    }),
    { numRuns: 500 },
  )
})

test('whatever a pattern of the caller finds in JSON, it stays JSON', () => {
  const patterns = ['.', '[^a]+', '"', '\\\\', '[0-9]+', '.*', '\\\\u00', ':', 'e|1']
  const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }).map((each) => JSON.stringify([each], null, 1))
  fc.assert(
    fc.property(value, fc.constantFrom(...patterns), (json, pattern) => {
      const find = (text: string) =>
        Array.from(text.matchAll(new RegExp(pattern, 'g')), ({ index, 0: m }) => ({
          start: index,
          end: index + m.length,
          rule: 'x',
        }))
      JSON.parse(redactSecrets(json, find).text)
    }),
    { numRuns: 1000 },
  )
})

test('patterns of the caller: the first group, else all; RE2 syntax; bounded', () => {
  const find = findByPatterns([
    { id: 'badge', pattern: 'badge-(\\d+)' },
    { id: 'word', pattern: '\\bhush\\b' },
  ])
  expect(redactSecrets('badge-123 hush', find).text).toBe('badge-[redacted:badge] [redacted:word]')
  expect(redactSecrets('aaa b', findByPatterns([{ id: 'x', pattern: '[a-z]' }])).text).toBe('[redacted:x] [redacted:x]')
  expect(() => findByPatterns([{ id: 'x', pattern: 'a' }])('a '.repeat(100_001))).toThrow(PatternError)
  for (const pattern of ['(', '(?=a)', '\\1', 'a*', '(?:(?:a{100}){100}){100}', '(?:[a-z]{500}){3}x{900}']) {
    expect(() =>
      findByPatterns([
        { id: 'good', pattern: 'a' },
        { id: 'bad', pattern },
      ]),
    ).toThrow(PatternError)
  }
})
