import { backUp, restore } from '../../src/store/backup/backup.ts'
import type { KeptOutput, OutputStore, Store, TenantStore } from '../../src/store/store.ts'
import type { WholeStore } from '../../src/store/whole-store.ts'
import { everything, graph, someBytes, step, UNUSUAL_KEYS } from './samples.ts'
import { CHUNK_BYTES, type KeptDatabase } from './subject.ts'

export const options = { now: () => 1_700_000_000_000, chunkBytes: CHUNK_BYTES }

export async function withStore<Result>(database: KeptDatabase, work: (store: Store) => Promise<Result>) {
  const store = await database.open(options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function withWhole<Result>(database: KeptDatabase, work: (whole: WholeStore) => Promise<Result>) {
  const whole = await database.whole()
  try {
    return await work(whole)
  } finally {
    await whole.close()
  }
}

export async function backupOf(database: KeptDatabase): Promise<Buffer> {
  const parts: Uint8Array[] = []
  await withWhole(database, (whole) => backUp(whole, async (bytes) => void parts.push(Buffer.from(bytes)), 0))
  return Buffer.concat(parts)
}

/** In pieces of `size`, as a file or a pipe gives them. */
export function restoreFrom(database: KeptDatabase, bytes: Uint8Array, { replace = false, size = 1000 } = {}) {
  async function* source() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  return withWhole(database, (whole) => restore(whole, source(), { replace }))
}

/** All that the port shows, but for cursors. */
export function contentOf(database: KeptDatabase) {
  return withStore(database, async (store) => {
    const others: Record<string, Awaited<ReturnType<typeof contentOfTenant>>> = {}
    for (const tenant of await store.tenants())
      if (tenant !== '') others[tenant] = await contentOfTenant(store.of(tenant))
    return { ...(await contentOfTenant(store)), others }
  })
}

async function contentOfTenant({ graphs, runs, outputs }: TenantStore) {
  const listed = await everything((page) => graphs.list(page), 100)
  const revisions = []
  for (const { current } of listed) {
    for (const { revision } of await everything((page) => graphs.revisions(current.id, page), 100)) {
      revisions.push(await graphs.load(current.id, revision))
    }
  }
  const found = []
  for (const { runId } of await everything((page) => runs.list(page), 100)) found.push(await runs.find(runId))
  const texts = []
  for (const runId of [...found.map((run) => run?.runId ?? ''), OUTPUTS_ALONE]) {
    for (const output of await everything((page) => outputs.list(runId, page), 100)) {
      texts.push({ runId, output, text: await textOf(outputs, output) })
    }
  }
  return { listed, revisions, runs: found, outputs: texts }
}

/** A run that has outputs and no steps. */
const OUTPUTS_ALONE = 'outputs alone'

async function textOf(outputs: OutputStore, { ref, bytes }: KeptOutput): Promise<string> {
  const parts: Uint8Array[] = []
  for (let byte = 0; byte < bytes; byte += parts[parts.length - 1].length) {
    parts.push((await outputs.part(ref, { byte }))?.data as Uint8Array)
  }
  return Buffer.concat(parts).toString()
}

/** Graphs with revisions that came, went and came again, sizes around a row; runs with steps that ran again. */
export async function fill(store: Store): Promise<void> {
  await fillTenant(store)
  await fillTenant(store.of('acme'))
  await store.of('runs alone').runs.record([step('a', 'b')])
}

async function fillTenant({ graphs, runs, outputs }: TenantStore): Promise<void> {
  for (const key of UNUSUAL_KEYS) {
    await graphs.put(graph(key, key, { digest: key }))
    await runs.record([step(key, key, { degraded: true }), step(key, 'other')])
  }
  for (const size of [1, CHUNK_BYTES - 1, CHUNK_BYTES, 3 * CHUNK_BYTES, 300_000]) {
    await graphs.put(graph('sizes', `r${size}`, { bytes: someBytes(size, size) }))
  }
  await graphs.put(graph('sizes', `r${CHUNK_BYTES}`, { bytes: someBytes(CHUNK_BYTES, CHUNK_BYTES) }))
  await graphs.put(graph('gone', 'r1'))
  await graphs.delete('gone')
  const record = JSON.stringify({ filler: 'ä😀\u2028'.repeat(50_000) })
  await runs.record(Array.from({ length: 70 }, (_, i) => step('long', `${i}`, { degraded: i % 3 === 0 })))
  await runs.record([step('long', '7', { record }), step('long', '9', { degraded: false })])
  await runs.record([step('long', '7', { record })])
  const quota = 10_000_000
  for (const text of ['', '\n', 'one\ntwo\n', 'ä😀\n'.repeat(100_000), 'no line feed '.repeat(50_000)]) {
    const output = { ref: `ref-${text.length}`, bytes: Buffer.from(text) }
    await outputs.put({ ...output, runId: OUTPUTS_ALONE }, quota)
    await outputs.put({ ...output, runId: 'long' }, quota)
  }
  await outputs.put({ ref: 'of no run', bytes: Buffer.from('x') }, quota)
}
