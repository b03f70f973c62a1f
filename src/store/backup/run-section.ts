import { z } from 'zod'
import * as sql from '../queries.ts'
import type { SqlValue, StoreSession } from '../whole-store.ts'
import { rowsBy } from './pieces.ts'
import { damaged } from './read-backup.ts'
import { type BackupSection, Count, headOf, Key, ownerOf, Tenant } from './section.ts'

/** A run, the one that began first before the others, then its steps in the order in which they were first recorded. */
export const runSection: BackupSection = {
  table: 'runs',
  clear: (session) => session.run('DELETE FROM runs'),

  async *dump(session) {
    for await (const run of rowsBy<RunRow>('run_key', (after) => session.all(RUNS, after, RUNS_AT_ONCE))) {
      yield {
        head: { kind: 'run', ...ownerOf(run.tenant), id: run.id, startedAt: run.started_at, updatedAt: run.updated_at },
      }
      const steps = rowsBy<StepRow>('place', (after) => session.all(STEPS, run.run_key, after, STEPS_AT_ONCE))
      for await (const { step_key, degraded, record, attempts, first_at, last_at } of steps) {
        const content = Buffer.from(record)
        const times = { attempts, firstAt: first_at, lastAt: last_at }
        const head = { kind: 'step', stepKey: step_key, degraded: degraded !== 0, ...times, bytes: content.length }
        yield { head, content: [content] }
      }
    }
  },

  restore(session) {
    let run: RunToRestore | undefined
    return {
      kinds: {
        run: async (head) => {
          const { tenant, id, startedAt, updatedAt } = headOf(Run, head)
          await run?.finish()
          const [{ run_key }] = await session.all<{ run_key: number }>(ADD_RUN, tenant, id, startedAt, updatedAt)
          run = new RunToRestore(session, run_key)
        },
        step: async (head, content) => {
          const step = headOf(Step, head)
          if (run === undefined) throw damaged('a step comes before its run')
          await run.add(step, await textOf(content, step.bytes))
        },
      },
      finish: async () => run?.finish(),
    }
  },
}

const RUNS_AT_ONCE = 100
/** A record may have a mebibyte. */
const STEPS_AT_ONCE = 32
const MOST_RECORD_BYTES = 2 ** 30

interface RunRow {
  readonly run_key: number
  readonly tenant: string
  readonly id: string
  readonly started_at: number
  readonly updated_at: number
}

interface StepRow {
  readonly place: number
  readonly step_key: string
  readonly degraded: number
  readonly record: string
  readonly attempts: number
  readonly first_at: number
  readonly last_at: number
}

/** key after which to begin, limit */
const RUNS = 'SELECT run_key, tenant, id, started_at, updated_at FROM runs WHERE run_key > $1 ORDER BY run_key LIMIT $2'
/** run key, place after which to begin, limit */
const STEPS = `SELECT place, step_key, degraded, record, attempts, first_at, last_at
  FROM run_steps WHERE run_key = $1 AND place > $2 ORDER BY place LIMIT $3`
const ADD_RUN = `INSERT INTO runs (tenant, id, started_at, updated_at, steps, degraded_steps, bytes)
  VALUES ($1, $2, $3, $4, 0, 0, 0) RETURNING run_key`

const STEP_COLUMNS = ['run_key', 'step_key', 'place', 'degraded', 'record', 'bytes', 'attempts', 'first_at', 'last_at']

/** So many steps in one statement, since each is a way to the database and back. */
function addSteps(count: number): string {
  const places = Array.from({ length: count }, (_, row) =>
    STEP_COLUMNS.map((_column, at) => `$${row * STEP_COLUMNS.length + at + 1}`).join(', '),
  )
  return `INSERT INTO run_steps (${STEP_COLUMNS.join(', ')}) VALUES ${places.map((own) => `(${own})`).join(', ')}`
}

const Run = z.strictObject({ kind: z.string(), tenant: Tenant, id: Key, startedAt: Count, updatedAt: Count })
const Step = z.strictObject({
  kind: z.string(),
  stepKey: Key,
  degraded: z.boolean(),
  attempts: Count.min(1),
  firstAt: Count,
  lastAt: Count,
  bytes: Count.min(1).max(MOST_RECORD_BYTES),
})

/** Counts the steps of one run as they come. */
class RunToRestore {
  readonly #session: StoreSession
  readonly #key: number
  #waiting: SqlValue[] = []
  #steps = 0
  #degraded = 0
  #bytes = 0

  constructor(session: StoreSession, key: number) {
    this.#session = session
    this.#key = key
  }

  async add(step: z.output<typeof Step>, record: string): Promise<void> {
    this.#steps++
    this.#degraded += Number(step.degraded)
    this.#bytes += step.bytes
    const { stepKey, degraded, bytes, attempts, firstAt, lastAt } = step
    this.#waiting.push(this.#key, stepKey, this.#steps, Number(degraded), record, bytes, attempts, firstAt, lastAt)
    if (this.#waiting.length >= STEPS_AT_ONCE * STEP_COLUMNS.length) await this.#write()
  }

  async finish(): Promise<void> {
    await this.#write()
    await this.#session.run(sql.COUNT_RUN, this.#key, this.#steps, this.#degraded, this.#bytes)
  }

  async #write(): Promise<void> {
    const values = this.#waiting
    this.#waiting = []
    if (values.length > 0) await this.#session.run(addSteps(values.length / STEP_COLUMNS.length), ...values)
  }
}

async function textOf(content: AsyncIterable<Uint8Array>, length: number): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts, length)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw damaged('a record is not UTF-8')
  }
}
