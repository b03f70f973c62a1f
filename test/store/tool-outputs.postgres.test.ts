import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { truncateOutput } from '../../src/tool-output-service.ts'
import { dirtyText } from '../unit/tool-output/clean/texts.ts'
import { PostgresServer } from './postgres-server.ts'

let server: PostgresServer
let client: pg.Client

beforeAll(async () => {
  server = await PostgresServer.start()
  client = new pg.Client({ connectionString: (await server.database()).url })
  await client.connect()
  await client.query('CREATE TABLE outputs (a text, b varchar(131072), c jsonb)')
}, 120_000)

afterAll(async () => {
  await client.end()
  await server.stop()
})

/** The columns as they are read back, held against what was written. */
async function readsBackEqual(output: string): Promise<void> {
  await client.query('DELETE FROM outputs')
  await client.query('INSERT INTO outputs VALUES ($1, $2, $3)', [output, output, JSON.stringify({ output })])
  const { rows } = await client.query('SELECT a, b, c FROM outputs')
  expect(rows[0].a === output && rows[0].b === output && rows[0].c.output === output).toBe(true)
}

const all = { maxBytes: 100_000, redact: true, sanitize: true, render: {} }

test.each([
  ['T2', 'x\ud83dy'],
  ['T3', 'W\0s\0l\0'],
  ['T4', '{"a":"x\\\\u0000y"}'],
  ['a document with a legal escape of NUL', '{"a":"\\u0000"}'],
  ['T5', '你'.repeat(50_000)],
  ['T7, emoji', '😀'.repeat(131_072)],
  ['T7, letters', 'x'.repeat(131_073)],
  ['T7, blanks at the end', 'x'.repeat(131_072) + ' '.repeat(10)],
  ['blanks at the end that are kept', `${'x'.repeat(99_990)}          `],
  ['UTF-16 with its mark, read as UTF-8', '\ufffd\ufffdW\0s\0l\0'],
  ['non-characters', '\ufeff\ufffe\uffff\u{1fffe}\u{10ffff}\ufdd0'],
])('%s reads back equal from text, varchar and jsonb', async (_name, given) => {
  await readsBackEqual(truncateOutput(given, { maxBytes: 100_000 }).output)
  const { output, rendered } = truncateOutput(given, all)
  await readsBackEqual(output)
  await readsBackEqual(String(rendered))
})

test('any text reads back equal', async () => {
  await fc.assert(
    fc.asyncProperty(
      dirtyText,
      fc.nat(300),
      fc.constantFrom('remove' as const, 'replace' as const),
      async (text, maxBytes, nul) => {
        await readsBackEqual(truncateOutput(text, { maxBytes, nul }).output)
        await readsBackEqual(truncateOutput(text, { ...all, maxBytes, nul }).output)
      },
    ),
    { numRuns: 300 },
  )
}, 60_000)
