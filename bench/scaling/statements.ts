import { createHash } from 'node:crypto'
import { openPostgresStore } from '../../src/store/postgres.ts'
import type { TenantStore } from '../../src/store/store.ts'

/** What one of the store's calls comes to on PostgreSQL. */
export interface Statement {
  readonly name: string
  readonly perSecond: number
  /** Milliseconds of CPU that PostgreSQL takes for one. */
  readonly postgres: number
}

const AT_ONCE = 10
const GRAPH_BYTES = 2 * 1024 * 1024
/** About what the record of a step takes. */
const RECORD = JSON.stringify({ status: 'trimmed', padding: 'x'.repeat(700) })

/** @param cpu seconds that PostgreSQL has taken so far */
export async function measureStatements(url: string, cpu: () => number, seconds: number): Promise<Statement[]> {
  const store = await openPostgresStore({ url, now: Date.now, poolSize: AT_ONCE })
  try {
    await keepGraph(store)
    const step = (i: number) => ({ runId: `r${i % 997}`, stepKey: `s${i % 50}`, degraded: true, record: RECORD })
    const hundred = (i: number) => Array.from({ length: 100 }, (_, j) => step(i * 100 + j))
    const calls: readonly (readonly [string, (i: number) => Promise<unknown>])[] = [
      ['the record of a step is written (`runs.record`)', (i) => store.runs.record([step(i)])],
      ['the records of 100 steps are written at once', (i) => store.runs.record(hundred(i))],
      ['a run of 50 steps is read (`runs.find`)', (i) => store.runs.find(`r${i % 997}`)],
      ['a kept graph is looked up (`graphs.find`)', () => store.graphs.find('bench')],
      ['a kept graph of 2 MiB is loaded (`graphs.load`)', () => store.graphs.load('bench')],
    ]
    const statements: Statement[] = []
    for (const [name, call] of calls) statements.push({ name, ...(await measured(call, cpu, seconds)) })
    return statements
  } finally {
    await store.close()
  }
}

async function keepGraph({ graphs }: TenantStore): Promise<void> {
  const bytes = new Uint8Array(GRAPH_BYTES).map((_, i) => (i * 31 + (i >> 8)) & 0xff)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const counts = { nodes: 10_000, edges: 50_000, paths: 0, summaries: 10_000 }
  await graphs.put({ id: 'bench', revision: 'statements', digest, bytes, counts })
}

async function measured(call: (i: number) => Promise<unknown>, cpu: () => number, seconds: number) {
  let count = 0
  const until = async (end: number) => {
    while (performance.now() < end) await call(count++)
  }
  const all = (ms: number) => Promise.all(Array.from({ length: AT_ONCE }, () => until(performance.now() + ms)))
  await all(seconds * 300)
  count = 0
  const before = cpu()
  const start = performance.now()
  await all(seconds * 1000)
  const lasted = (performance.now() - start) / 1000
  return { perSecond: count / lasted, postgres: (1000 * (cpu() - before)) / count }
}
