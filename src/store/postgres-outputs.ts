import { checkAge, checkKey, checkLimit, checkOutput, checkPlace } from './bounds.ts'
import { outputsCursor } from './cursor.ts'
import type { OpenCalls } from './open-calls.ts'
import { linesOf, partsOf } from './output-parts.ts'
import type { PostgresPool, PostgresSession } from './postgres-pool.ts'
import { Superseded } from './postgres-superseded.ts'
import { pruneOutputs } from './prune.ts'
import * as sql from './queries.ts'
import { type Keyed, type OutputRow, outputOf, type PartRow, partOf } from './rows.ts'
import type { NewOutput, OutputStore, StoreLimits } from './store.ts'
import { overQuota, StoreError } from './store-error.ts'

export interface OutputSettings {
  readonly limits: StoreLimits
  readonly now: () => number
  readonly partBytes: number
}

const MOST_TRIES = 5

export function postgresOutputs(
  tenant: string,
  pool: PostgresPool,
  calls: OpenCalls,
  { limits, now, partBytes }: OutputSettings,
): OutputStore {
  return {
    put: (output, quotaBytes) =>
      calls.run(async () => {
        checkOutput(output, quotaBytes, limits)
        for (let tries = 0; tries < MOST_TRIES; tries++) {
          if (await renew(pool, tenant, output, now())) return
          if (await add(pool, tenant, output, quotaBytes, { now: now(), partBytes })) return
        }
        throw new StoreError('store-busy', `output ${output.ref} comes and goes`)
      }),
    find: (ref) =>
      calls.run(async () => {
        checkKey('ref', ref)
        const row = await pool.get<OutputRow>(sql.FIND_OUTPUT, tenant, ref)
        return row && outputOf(row)
      }),
    part: (ref, place) =>
      calls.run(async () => {
        checkPlace(ref, place)
        const row = await ('byte' in place
          ? pool.get<PartRow>(sql.PART_OF_BYTE, tenant, ref, place.byte)
          : pool.get<PartRow>(sql.PART_OF_LINE, tenant, ref, place.line))
        return row && partOf(row)
      }),
    list: (runId, { limit, cursor }) =>
      calls.run(async () => {
        checkKey('run id', runId)
        checkLimit(limit)
        const before = outputsCursor.read(cursor) ?? Number.MAX_SAFE_INTEGER
        const rows = await pool.all<Keyed<OutputRow, number>>(sql.LIST_OUTPUTS, tenant, runId, before, limit + 1)
        return outputsCursor.page(rows, limit, outputOf)
      }),
    delete: (ref) =>
      calls.run(async () => {
        checkKey('ref', ref)
        return (await pool.write((session) => removed(session, tenant, sql.DELETE_OUTPUT, ref))) > 0
      }),
    prune: (maxAgeMs) =>
      calls.run(async () => {
        checkAge(maxAgeMs)
        const before = now() - maxAgeMs
        const statement = sql.pruneOutputs('FOR UPDATE SKIP LOCKED')
        return pruneOutputs((limit) => pool.write((session) => removed(session, tenant, statement, before, limit)))
      }),
  }
}

/** Whether the output was there; then its time begins anew. */
function renew(pool: PostgresPool, tenant: string, { ref, runId }: NewOutput, now: number): Promise<boolean> {
  return pool.write(async (session) => {
    const found = await session.get<{ output_key: number }>(sql.RENEW_OUTPUT, tenant, ref, now)
    if (found !== undefined && runId !== undefined) {
      await session.run(sql.ADD_OUTPUT_RUN, tenant, runId, found.output_key)
    }
    return found !== undefined
  })
}

/**
 * The bytes go in first and the sum of all is locked last, for as long as a commit takes.
 *
 * @returns false where another one has put the same meanwhile
 */
async function add(
  pool: PostgresPool,
  tenant: string,
  { ref, bytes, runId }: NewOutput,
  quotaBytes: number,
  { now, partBytes }: { readonly now: number; readonly partBytes: number },
): Promise<boolean> {
  // Looked at ahead, so that what cannot fit is not sent; what decides is the look at the end.
  const total = await pool.get<{ bytes: number }>(sql.SUM_OUTPUTS, tenant)
  if ((total?.bytes ?? 0) + bytes.length > quotaBytes) throw overQuota(bytes.length, quotaBytes)
  try {
    await pool.write(async (session) => {
      const row = await session.get<{ key: number }>(`SELECT nextval('output_keys') AS key`)
      const { key } = row as NonNullable<typeof row>
      for (const { startByte, linesBefore, data } of partsOf(bytes, partBytes)) {
        const sent = Buffer.from(data.buffer, data.byteOffset, data.length)
        await session.run(sql.ADD_OUTPUT_PART, key, startByte, linesBefore, sent)
      }
      const added = await session.run(sql.ADD_OUTPUT, tenant, key, ref, bytes.length, linesOf(bytes), now)
      if (added === 0) throw new Superseded()
      if (runId !== undefined) await session.run(sql.ADD_OUTPUT_RUN, tenant, runId, key)
      await session.run(sql.OPEN_OUTPUTS, tenant)
      const fits = await session.run(sql.GROW_OUTPUTS, tenant, bytes.length, quotaBytes)
      if (fits === 0) throw overQuota(bytes.length, quotaBytes)
    })
    return true
  } catch (error) {
    if (error instanceof Superseded) return false
    throw error
  }
}

async function removed(
  session: PostgresSession,
  tenant: string,
  statement: string,
  ...values: unknown[]
): Promise<number> {
  const rows = await session.all<{ bytes: number }>(statement, tenant, ...values)
  if (rows.length > 0) {
    await session.run(
      sql.SHRINK_OUTPUTS,
      tenant,
      rows.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  }
  return rows.length
}
