import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TenantStore } from '../../src/store/store.ts'
import { codeOf, everything, graph, step } from './samples.ts'
import { CHUNK_BYTES, type Database } from './subject.ts'

/** In code point order. The first is the one that the store has at hand. */
const TENANTS = ['', 'A', 'a']
const tenant = fc.constantFrom(...TENANTS)
const id = fc.constantFrom('a', 'b', 'A')
const revision = fc.constantFrom('r1', 'r2', 'r3', 'r4')
const digest = fc.constantFrom('d1', 'd1', 'd1', 'd2')
const runId = fc.constantFrom('x', 'y', 'z')
const stepKey = fc.constantFrom('1', '2', '3')
const age = fc.constantFrom(0, 5, 15, 1000)

const call = fc.oneof(
  { weight: 6, arbitrary: fc.record({ call: fc.constant('put' as const), id, revision, digest }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('deleteGraph' as const), id }) },
  {
    weight: 2,
    arbitrary: fc.record({ call: fc.constant('pruneGraphs' as const), newest: fc.integer({ min: 1, max: 3 }), age }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      call: fc.constant('record' as const),
      steps: fc.array(fc.record({ runId, stepKey, degraded: fc.boolean() }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('deleteRun' as const), runId }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('pruneRuns' as const), newest: fc.nat(3), age }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('wait' as const), age }) },
)

type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

type GivenStep = { readonly runId: string; readonly stepKey: string; readonly degraded: boolean }
type ModelRun = { runId: string; updatedAt: number; steps: { stepKey: string; degraded: boolean; attempts: number }[] }

/** The port as one would write it without a disk: lists, and a loop over them for everything. */
class Model {
  /** The current revision of each graph comes last. */
  graphs: { id: string; revision: string; digest: string; createdAt: number }[] = []
  runs: ModelRun[] = []

  get isEmpty(): boolean {
    return this.graphs.length + this.runs.length === 0
  }

  apply(made: Call, now: number): unknown {
    switch (made.call) {
      case 'put':
        return this.#put(made, now)
      case 'deleteGraph':
        return this.#keepGraphs((one) => one.id !== made.id) > 0
      case 'pruneGraphs':
        return this.#keepGraphs((one) => {
          const own = this.graphs.filter(({ id: other }) => other === one.id)
          return own.indexOf(one) >= own.length - made.newest || now - one.createdAt < made.age
        })
      case 'record':
        return this.#recordAll(made.steps, now)
      case 'deleteRun':
        return this.#keepRuns((one) => one.runId !== made.runId) > 0
      case 'pruneRuns':
        return this.#keepRuns((one, place) => place >= this.runs.length - made.newest && now - one.updatedAt < made.age)
      case 'wait':
        return undefined
    }
  }

  #put(given: { id: string; revision: string; digest: string }, now: number): unknown {
    const own = this.graphs.filter((one) => one.id === given.id)
    const found = own.find((one) => one.revision === given.revision)
    if (found === undefined) {
      this.graphs.push({ id: given.id, revision: given.revision, digest: given.digest, createdAt: now })
      return { resolved: 'created' }
    }
    if (found.digest !== given.digest) return 'graph-revision-conflict'
    if (found === own.at(-1)) return { resolved: 'same' }
    this.graphs = [...this.graphs.filter((one) => one !== found), found]
    return { resolved: 'switched' }
  }

  #recordAll(given: readonly GivenStep[], now: number): number[] {
    for (const runId of [...new Set(given.map((one) => one.runId))].sort()) {
      if (!this.runs.some((run) => run.runId === runId)) this.runs.push({ runId, updatedAt: now, steps: [] })
    }
    return given.map(({ runId, stepKey, degraded }) => {
      const run = this.runs.find((one) => one.runId === runId) as ModelRun
      const own = run.steps.find((one) => one.stepKey === stepKey) ?? { stepKey, degraded, attempts: 0 }
      if (!run.steps.includes(own)) run.steps.push(own)
      run.updatedAt = now
      own.degraded = degraded
      return ++own.attempts
    })
  }

  #keepGraphs(isKept: (one: (typeof this.graphs)[number]) => boolean): number {
    const before = this.graphs
    this.graphs = before.filter(isKept)
    return before.length - this.graphs.length
  }

  #keepRuns(isKept: (one: (typeof this.runs)[number], place: number) => boolean): number {
    const before = this.runs
    this.runs = before.filter(isKept)
    return before.length - this.runs.length
  }
}

/** What a caller can see of a store, in the model's words. */
async function contentOf({ graphs, runs }: TenantStore) {
  const ids = (await everything((page) => graphs.list(page), 1)).map(({ current }) => current)
  const revisions = await Promise.all(ids.map((one) => everything((page) => graphs.revisions(one.id, page), 2)))
  const all = await everything((page) => runs.list(page), 2)
  const degraded = await everything((page) => runs.list({ ...page, degraded: true }), 1)
  return {
    current: ids.map((one) => [one.id, one.revision]),
    revisions: revisions.map((own) => own.map((one) => [one.id, one.revision, one.digest, one.createdAt])),
    runs: await Promise.all(
      all.map(async (run) => {
        const found = await runs.find(run.runId)
        const steps = found?.records.map((one) => [one.stepKey, one.degraded, one.attempts])
        return [run.runId, run.steps, run.degradedSteps, run.updatedAt, steps]
      }),
    ),
    degraded: degraded.map((run) => run.runId),
  }
}

function contentOfModel({ graphs, runs }: Model): Awaited<ReturnType<typeof contentOf>> {
  const newestFirst = graphs.toReversed()
  const ids = [...new Set(graphs.map((one) => one.id))].sort()
  const revisions = ids.map((own) => newestFirst.filter((one) => one.id === own))
  const isDegraded = (run: Model['runs'][number]) => run.steps.some((one) => one.degraded)
  return {
    current: revisions.map(([one]) => [one.id, one.revision]),
    revisions: revisions.map((own) => own.map((one) => [one.id, one.revision, one.digest, one.createdAt])),
    runs: runs.toReversed().map((run) => {
      const steps = run.steps.map((one) => [one.stepKey, one.degraded, one.attempts])
      return [run.runId, steps.length, run.steps.filter((one) => one.degraded).length, run.updatedAt, steps]
    }),
    degraded: runs
      .toReversed()
      .filter(isDegraded)
      .map((run) => run.runId),
  }
}

async function apply(made: Call, { graphs, runs }: TenantStore): Promise<unknown> {
  switch (made.call) {
    case 'put':
      return codeOf(graphs.put(graph(made.id, made.revision, { digest: made.digest })))
    case 'deleteGraph':
      return graphs.delete(made.id)
    case 'pruneGraphs':
      return graphs.prune({ keepNewest: made.newest, keepYoungerThanMs: made.age })
    case 'record':
      return runs.record(made.steps.map((one) => step(one.runId, one.stepKey, one)))
    case 'deleteRun':
      return runs.delete(made.runId)
    case 'pruneRuns':
      return runs.prune({ keepNewest: made.newest, maxAgeMs: made.age })
    case 'wait':
      return undefined
  }
}

export function modelLaws(create: () => Promise<Database>): void {
  it('answers and leaves what a plain list of each tenant would', async () => {
    const calls = fc.array(fc.tuple(tenant, call), { minLength: 5, maxLength: 35, size: 'max' })
    await fc.assert(
      fc.asyncProperty(calls, async (calls) => {
        const database = await create()
        let now = 1_000_000
        const store = await database.open({ now: () => now, chunkBytes: CHUNK_BYTES })
        try {
          const models = new Map(TENANTS.map((name) => [name, new Model()]))
          for (const [name, made] of calls) {
            if (made.call === 'wait') now += made.age
            expect([made, await apply(made, store.of(name))]).toEqual([made, models.get(name)?.apply(made, now)])
          }
          for (const [name, model] of models) {
            expect(await contentOf(store.of(name))).toEqual(contentOfModel(model))
          }
          const keeping = TENANTS.filter((name) => models.get(name)?.isEmpty === false)
          expect(await store.tenants()).toEqual(keeping)
        } finally {
          await store.close()
          await database.drop()
        }
      }),
      { numRuns: 40 },
    )
  })
}
