import { z } from 'zod'
import { lineFeedsIn, OUTPUT_PART_BYTES } from '../output-parts.ts'
import * as sql from '../queries.ts'
import { StoreError } from '../store-error.ts'
import type { StoreSession } from '../whole-store.ts'
import { inChunks, rowsBy } from './pieces.ts'
import { damaged } from './read-backup.ts'
import { type BackupSection, Count, headOf, Key, ownerOf, Tenant } from './section.ts'

/** Tool outputs, each with its text; then which runs they belong to, in the order in which they came there. */
export const outputSection: BackupSection = {
  table: 'outputs',

  async clear(session) {
    await session.run('DELETE FROM outputs')
    await session.run('DELETE FROM output_totals')
  },

  async *dump(session) {
    for await (const row of rowsBy<OutputRow>('output_key', (after) => session.all(OUTPUTS, after, AT_ONCE))) {
      const { tenant, ref, bytes, lines, created_at, kept_at } = row
      const head = { kind: 'output', ...ownerOf(tenant), ref, lines, createdAt: created_at, keptAt: kept_at, bytes }
      yield { head, content: partsOf(session, row) }
    }
    for await (const { tenant, run_id, ref } of rowsBy<RunRow>('place', (after) => session.all(RUNS, after, AT_ONCE))) {
      yield { head: { kind: 'output-run', ...ownerOf(tenant), runId: run_id, ref } }
    }
  },

  restore(session) {
    const totals = new Map<string, number>()
    return {
      kinds: {
        output: async (head, content) => {
          const { tenant, ref, lines, createdAt, keptAt, bytes } = headOf(Output, head)
          const key = await session.nextKey('output_keys')
          const columns = [tenant, key, ref, bytes, lines, createdAt, keptAt]
          const [{ output_key }] = await session.all<{ output_key: number }>(ADD_OUTPUT, ...columns)
          let startByte = 0
          let linesBefore = 0
          for await (const data of inChunks(content, bytes, OUTPUT_PART_BYTES)) {
            await session.run(sql.ADD_OUTPUT_PART, output_key, startByte, linesBefore, data)
            startByte += data.length
            linesBefore += lineFeedsIn(data)
          }
          totals.set(tenant, (totals.get(tenant) ?? 0) + bytes)
        },
        'output-run': async (head) => {
          const { tenant, runId, ref } = headOf(OutputRun, head)
          if ((await session.run(ADD_RUN, tenant, runId, ref)) === 0)
            throw damaged('a run has an output that is not there')
        },
      },
      finish: async () => {
        for (const [tenant, bytes] of totals) await session.run(ADD_TOTAL, tenant, bytes)
      },
    }
  },
}

const AT_ONCE = 100

interface OutputRow {
  readonly tenant: string
  readonly output_key: number
  readonly ref: string
  readonly bytes: number
  readonly lines: number
  readonly created_at: number
  readonly kept_at: number
}

interface RunRow {
  readonly place: number
  readonly tenant: string
  readonly run_id: string
  readonly ref: string
}

/** key after which to begin, limit */
const OUTPUTS = `SELECT output_key, tenant, ref, bytes, lines, created_at, kept_at FROM outputs
  WHERE output_key > $1 ORDER BY output_key LIMIT $2`
/** place after which to begin, limit */
const RUNS = `SELECT r.place, r.tenant, r.run_id, o.ref FROM output_runs r JOIN outputs o ON o.output_key = r.output_key
  WHERE r.place > $1 ORDER BY r.place LIMIT $2`
/** output key, first byte */
const PART = 'SELECT data FROM output_parts WHERE output_key = $1 AND start_byte = $2'
const ADD_OUTPUT = `INSERT INTO outputs (tenant, output_key, ref, bytes, lines, created_at, kept_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING output_key`
const ADD_RUN = `INSERT INTO output_runs (tenant, run_id, output_key)
  SELECT $1, $2, output_key FROM outputs WHERE tenant = $1 AND ref = $3`
const ADD_TOTAL = `INSERT INTO output_totals (tenant, bytes) VALUES ($1, $2)
  ON CONFLICT (tenant) DO UPDATE SET bytes = output_totals.bytes + excluded.bytes`

const Output = z.strictObject({
  kind: z.string(),
  tenant: Tenant,
  ref: Key,
  lines: Count,
  createdAt: Count,
  keptAt: Count,
  bytes: Count,
})
const OutputRun = z.strictObject({ kind: z.string(), tenant: Tenant, runId: Key, ref: Key })

async function* partsOf(session: StoreSession, { output_key, ref, bytes }: OutputRow) {
  for (let read = 0; read < bytes; ) {
    const [part] = await session.all<{ data: Uint8Array }>(PART, output_key, read)
    if (part === undefined) throw new StoreError('store-corrupt', `output ${ref}: its parts are not the whole`)
    read += part.data.length
    yield part.data
  }
}
