import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { argv } from 'node:process'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { COUNTS, someBytes } from './samples.ts'

/**
 * Writes graphs and records without end, and says of each on standard output once it is written. For a parent that
 * ends it at any moment: `writing-client.ts sqlite|postgres <folder or address> <name of the round>`.
 */

const [, , kind, place, round] = argv
const options = { now: () => 0, chunkBytes: 100_000 }
const store =
  kind === 'sqlite'
    ? await openSqliteStore({ ...options, folder: place })
    : await openPostgresStore({ ...options, url: place })

/** Straight to the pipe: what is said is said, whenever the process ends. */
const say = (line: string) => writeSync(1, `${line}\n`)

async function putWithoutEnd(id: string): Promise<never> {
  for (let i = 0; ; i++) {
    const bytes = someBytes(50_000 + ((i * 7919) % 20) * 100_000, i)
    const digest = createHash('sha256').update(bytes).digest('hex')
    const revision = `${round}-${i}`
    await store.graphs.put({ id, revision, digest, bytes, counts: COUNTS })
    say(`graph ${id} ${revision}`)
  }
}

async function recordWithoutEnd(runId: string): Promise<never> {
  for (let i = 0; ; i++) {
    const steps = [`${i}a`, `${i}b`].map((stepKey) => ({ runId, stepKey, degraded: true, record: `"${stepKey}"` }))
    await store.runs.record(steps)
    for (const { stepKey } of steps) say(`step ${runId} ${stepKey}`)
  }
}

await Promise.all([
  putWithoutEnd('one'),
  putWithoutEnd('two'),
  recordWithoutEnd(`${round}-x`),
  recordWithoutEnd(`${round}-y`),
])
