import { expect, it } from 'vitest'
import { codeOf, graph, REFUSED_KEYS, someBytes, step, UNUSUAL_KEYS } from './samples.ts'
import type { Subject } from './subject.ts'

const QUOTA = 1_000_000
const PAGE = { limit: 10 }

export function tenantLaws(subject: Subject): void {
  it('the store itself is that of the tenant without a name', async () => {
    await subject.store.graphs.put(graph('a', 'r1'))
    expect((await subject.store.of('').graphs.find('a'))?.revision).toBe('r1')
    expect(await subject.store.tenants()).toEqual([''])
  })

  it('an output is its tenant’s alone, with the same name and the same content', async () => {
    const [acme, other] = [subject.store.of('acme').outputs, subject.store.of('other').outputs]
    await acme.put({ ref: 'o', bytes: someBytes(250, 1), runId: 'run' }, QUOTA)
    expect(await other.find('o')).toBeUndefined()
    expect(await other.part('o', { byte: 0 })).toBeUndefined()
    expect(await other.part('o', { line: 1 })).toBeUndefined()
    expect(await other.list('run', PAGE)).toEqual({ items: [] })
    expect(await other.delete('o')).toBe(false)
    expect(await other.prune(0)).toBe(0)
    await other.put({ ref: 'o', bytes: someBytes(250, 1), runId: 'run' }, QUOTA)
    expect(await acme.delete('o')).toBe(true)
    expect((await other.list('run', PAGE)).items).toMatchObject([{ ref: 'o', bytes: 250 }])
    expect(await subject.store.tenants()).toEqual(['other'])
  })

  it('the quota of outputs is each tenant’s own', async () => {
    const [acme, other] = [subject.store.of('acme').outputs, subject.store.of('other').outputs]
    await acme.put({ ref: 'a', bytes: someBytes(60, 1) }, 100)
    expect(await codeOf(acme.put({ ref: 'b', bytes: someBytes(60, 2) }, 100))).toBe('output-quota')
    await other.put({ ref: 'b', bytes: someBytes(60, 2) }, 100)
    expect(await codeOf(other.put({ ref: 'a', bytes: someBytes(60, 1) }, 100))).toBe('output-quota')
    await acme.delete('a')
    await acme.put({ ref: 'b', bytes: someBytes(100, 2) }, 100)
  })

  it('the quota of graphs is each tenant’s own, and exact; what is there already takes no room', async () => {
    const store = await subject.open({ graphQuotaBytes: 5000 })
    const [acme, other] = [store.of('acme').graphs, store.of('other').graphs]
    const sized = (id: string, revision: string, size: number) => graph(id, revision, { bytes: someBytes(size, size) })
    await acme.put(sized('a', 'r1', 2500))
    await acme.put(sized('b', 'r1', 2500))
    expect(await codeOf(acme.put(sized('b', 'r2', 1)))).toBe('graph-quota')
    expect(await codeOf(acme.put(sized('c', 'r1', 1)))).toBe('graph-quota')
    expect(await acme.find('c')).toBeUndefined()
    expect((await acme.find('b'))?.revision).toBe('r1')
    expect(await acme.put(sized('b', 'r1', 2500))).toBe('same')
    expect(await other.put(sized('c', 'r1', 5000))).toBe('created')
    await acme.delete('a')
    expect(await acme.put(sized('b', 'r2', 2500))).toBe('created')
    expect(await acme.put(sized('b', 'r1', 2500))).toBe('switched')
  })

  it('of puts at once that fit one by one, no more are kept than the quota has room for', async () => {
    const { graphs } = (await subject.open({ graphQuotaBytes: 10_000 })).of('acme')
    const puts = Array.from({ length: 12 }, (_, i) =>
      codeOf(graphs.put(graph(`g${i}`, 'r', { bytes: someBytes(2500, i) }))),
    )
    const outcomes = await Promise.all(puts)
    expect(outcomes.filter((one) => one === 'graph-quota')).toHaveLength(8)
    expect((await graphs.list(PAGE)).items).toHaveLength(4)
  })

  it('a change is told to its own tenant alone', async () => {
    const told: string[] = []
    for (const tenant of ['', 'acme', 'other']) {
      subject.store.of(tenant).graphs.onGraphChange((id) => void (id && told.push(`${tenant}:${id}`)))
    }
    await subject.store.of('acme').graphs.put(graph('a', 'r1'))
    await subject.store.graphs.put(graph('b', 'r1'))
    expect(new Set(told)).toEqual(new Set(['acme:a', ':b']))
  })

  it('any key can name a tenant, and keys that differ name others', async () => {
    for (const tenant of UNUSUAL_KEYS) await subject.store.of(tenant).runs.record([step('run', tenant)])
    for (const tenant of UNUSUAL_KEYS) {
      expect((await subject.store.of(tenant).runs.find('run'))?.records.map(({ stepKey }) => stepKey)).toEqual([tenant])
    }
    expect(new Set(await subject.store.tenants())).toEqual(new Set(UNUSUAL_KEYS))
  })

  it('what is no key names no tenant', async () => {
    for (const tenant of REFUSED_KEYS.filter((key) => key !== '')) {
      expect(await codeOf((async () => subject.store.of(tenant))())).toBe('store-bounds')
    }
  })
}
