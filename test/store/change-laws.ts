import { expect, it } from 'vitest'
import { until } from '../e2e/service-process.ts'
import { codeOf, graph, UNUSUAL_KEYS } from './samples.ts'
import type { Subject } from './subject.ts'

export function changeLaws(subject: Subject, tellsOthers: boolean): void {
  it('each change is told before its promise resolves, until the callback is taken back', async () => {
    const { graphs } = subject.store
    const told: (string | undefined)[] = []
    const seen = () => told.splice(0)
    const end = graphs.onGraphChange((id) => told.push(id))
    await graphs.put(graph('a', 'r1'))
    expect(seen()).toContain('a')
    await graphs.put(graph('b', 'r1'))
    await graphs.put(graph('a', 'r2'))
    expect(seen()).toEqual(expect.arrayContaining(['a', 'b']))
    await graphs.put(graph('a', 'r1'))
    expect(seen()).toContain('a')
    await graphs.delete('a')
    expect(seen()).toContain('a')
    end()
    await graphs.put(graph('a', 'r1'))
    expect(seen()).toEqual([])
  })

  if (tellsOthers) {
    it('a store of another process is told of every change, and not of what changes nothing', async () => {
      const { graphs } = subject.store
      const other = await subject.open()
      const told: (string | undefined)[] = []
      other.graphs.onGraphChange((id) => told.push(id))
      // Notices come in order: once the last one is here, no other is on its way.
      const upTo = async (last: string) => {
        await graphs.put(graph(last, 'r1'))
        await until(
          () => told.includes(last),
          () => `the notice of ${last}`,
        )
        return told.splice(0)
      }
      await graphs.put(graph('a', 'r1'))
      await graphs.put(graph('a', 'r2'))
      expect(await upTo('first')).toEqual(['a', 'a', 'first'])
      await graphs.put(graph('a', 'r2'))
      await codeOf(graphs.put(graph('a', 'r1', { digest: 'other' })))
      await graphs.delete('none')
      await graphs.prune({ keepNewest: 1, keepYoungerThanMs: 0 })
      expect(await upTo('second')).toEqual(['second'])
      await graphs.put(graph('a', 'r1'))
      await graphs.delete('a')
      expect(await upTo('third')).toEqual(['a', 'a', 'third'])
    })
  }

  it('every id can be told', async () => {
    const told = new Set<string | undefined>()
    subject.store.graphs.onGraphChange((id) => told.add(id))
    for (const id of UNUSUAL_KEYS) await subject.store.graphs.put(graph(id, 'r1'))
    expect([...told]).toEqual(expect.arrayContaining(UNUSUAL_KEYS))
  })
}
