import { expect, it } from 'vitest'
import type { RunsRequest } from '../../src/store/store.ts'
import { codeOf, everything, REFUSED_KEYS, step, UNUSUAL_KEYS } from './samples.ts'
import type { Subject } from './subject.ts'

export function runLaws(subject: Subject): void {
  const runs = () => subject.store.runs
  const listed = async (request: Partial<RunsRequest> = {}) =>
    (await everything((page) => runs().list({ ...request, ...page }), 2)).map(({ runId }) => runId)

  it('an empty store has none', async () => {
    expect(await runs().find('a')).toBeUndefined()
    expect(await runs().list({ limit: 10 })).toEqual({ items: [] })
    expect(await runs().list({ limit: 10, degraded: true })).toEqual({ items: [] })
    expect(await runs().delete('a')).toBe(false)
    expect(await runs().prune({ keepNewest: 0, maxAgeMs: 0 })).toBe(0)
  })

  it('a run has its steps in the order in which each was first recorded', async () => {
    const began = subject.time
    await runs().record([step('a', 'z', { degraded: true })])
    subject.time += 10
    await runs().record([step('a', 'b'), step('a', 'a')])
    expect(await runs().find('a')).toEqual({
      runId: 'a',
      steps: 3,
      degradedSteps: 1,
      startedAt: began,
      updatedAt: began + 10,
      records: [
        { ...recorded('z'), degraded: true, attempts: 1, firstAt: began, lastAt: began },
        { ...recorded('b'), attempts: 1, firstAt: began + 10, lastAt: began + 10 },
        { ...recorded('a'), attempts: 1, firstAt: began + 10, lastAt: began + 10 },
      ],
    })
  })

  it('a step that is recorded again replaces its record, keeps its place and counts its attempts', async () => {
    const began = subject.time
    await runs().record([step('a', '1', { degraded: true }), step('a', '2')])
    subject.time += 10
    expect(await runs().record([step('a', '1', { record: '{"again":1}' })])).toEqual([2])
    expect(await runs().find('a')).toMatchObject({
      steps: 2,
      degradedSteps: 0,
      updatedAt: began + 10,
      records: [
        { stepKey: '1', degraded: false, record: '{"again":1}', attempts: 2, firstAt: began, lastAt: began + 10 },
        { stepKey: '2', attempts: 1, lastAt: began },
      ],
    })
  })

  it('steps of many runs in one call, one of them twice, count in the order given', async () => {
    const records = [step('b', '1'), step('a', '1'), step('b', '1', { record: '{"second":1}' }), step('b', '2')]
    expect(await runs().record(records)).toEqual([1, 1, 2, 1])
    expect((await runs().find('b'))?.records.map(({ record }) => record)).toEqual([
      '{"second":1}',
      recorded('2').record,
    ])
  })

  it('a record comes back character for character', async () => {
    const record = JSON.stringify({ text: '\0 \uD800 " \\ 日本 😀 \u2028', nested: { b: 1, a: 1.0 } })
    const spaced = ' { "b" : 1 , "a" : 1.0, "b" : 2 } \n'
    await runs().record([step('a', '1', { record }), step('a', '2', { record: spaced })])
    expect((await runs().find('a'))?.records.map((one) => one.record)).toEqual([record, spaced])
  })

  it('attempts at once are all counted', async () => {
    const attempts = await Promise.all(Array.from({ length: 20 }, () => runs().record([step('a', '1')])))
    expect(attempts.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(await runs().find('a')).toMatchObject({ steps: 1, records: [{ attempts: 20 }] })
  })

  it('steps recorded at once, in many runs and many orders, are all there', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `run${i}`)
    const calls = Array.from({ length: 30 }, (_, call) =>
      names.map((_, i) => step(names[(i + call) % 6], `s${call}`, { degraded: call % 3 === 0 })),
    )
    await Promise.all(calls.map((records) => runs().record(records)))
    for (const name of names) {
      const run = await runs().find(name)
      expect(run).toMatchObject({ steps: 30, degradedSteps: 10 })
      expect(new Set(run?.records.map(({ stepKey }) => stepKey)).size).toBe(30)
    }
  })

  it('a run takes no more steps than it may have; those it has can be recorded again', async () => {
    const { runs: small } = await subject.open({ maxStepsPerRun: 3 })
    await small.record([step('a', '1'), step('a', '2')])
    expect(await codeOf(small.record([step('new', '1'), step('a', '3'), step('a', '4')]))).toBe('run-full')
    expect(await small.find('a')).toMatchObject({ steps: 2 })
    expect(await small.find('new')).toBeUndefined()
    expect(await small.record([step('a', '3'), step('a', '1')])).toEqual([1, 2])
  })

  it('a run takes no more bytes than it may have', async () => {
    const { runs: small } = await subject.open({ maxRunBytes: 100 })
    const bytes = (count: number) => ({ record: JSON.stringify('é'.repeat((count - 2) / 2)) })
    await small.record([step('a', '1', bytes(60))])
    expect(await codeOf(small.record([step('a', '2', bytes(42))]))).toBe('run-full')
    await small.record([step('a', '2', bytes(40))])
    await small.record([step('a', '1', bytes(58))])
    expect((await small.find('a'))?.records.map(({ record }) => Buffer.byteLength(record))).toEqual([58, 40])
  })

  it('one call that is refused takes none of those that wait for the same commit with it', async () => {
    const { runs: small } = await subject.open({ maxStepsPerRun: 1 })
    const ownSteps = (i: number) => ['1', '2'].slice(0, 1 + (i % 2)).map((key) => step(`run${i}`, key))
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, i) => codeOf(small.record(ownSteps(i)))))
    for (const [i, outcome] of outcomes.entries()) {
      expect(outcome).toEqual(i % 2 ? 'run-full' : { resolved: [1] })
      expect((await small.find(`run${i}`))?.steps).toBe(i % 2 ? undefined : 1)
    }
  })

  it('unusual run ids and step keys are told apart and come back as they are', async () => {
    for (const key of UNUSUAL_KEYS) await runs().record(UNUSUAL_KEYS.map((own) => step(key, own)))
    for (const key of UNUSUAL_KEYS) {
      const run = await runs().find(key)
      expect(run?.runId).toBe(key)
      expect(run?.records.map(({ stepKey }) => stepKey)).toEqual(UNUSUAL_KEYS)
    }
    expect(await listed()).toEqual([...UNUSUAL_KEYS].reverse())
    for (const key of UNUSUAL_KEYS) expect(await runs().delete(key)).toBe(true)
    expect(await listed()).toEqual([])
  })

  it.each(REFUSED_KEYS)('the key %j is refused wherever it stands', async (key) => {
    const calls = [runs().record([step(key, '1')]), runs().record([step('a', '1'), step('a', key)])]
    for (const call of [...calls, runs().find(key), runs().delete(key)]) expect(await codeOf(call)).toBe('store-bounds')
    expect(await listed()).toEqual([])
  })

  it('what is out of bounds is refused', async () => {
    const { runs: small } = await subject.open({ maxRecordBytes: 10 })
    await small.record([step('a', '1', { record: '"12345678"' })])
    const calls = [
      small.record([step('a', '1', { record: '"123456789"' })]),
      small.record([step('a', '1', { record: '"éééé_"' })]),
      runs().record([step('a', '1', { record: '' })]),
      runs().record([step('a', '1', { record: '"\0"' })]),
      runs().record([step('a', '1', { record: '"\uD800"' })]),
      runs().record([]),
      runs().record(Array.from({ length: 1001 }, (_, i) => step('a', `${i}`))),
      runs().list({ limit: 0 }),
      runs().list({ limit: 1001 }),
      runs().prune({ keepNewest: -1, maxAgeMs: 0 }),
      runs().prune({ keepNewest: 0, maxAgeMs: 1.5 }),
    ]
    for (const call of calls) expect(await codeOf(call)).toBe('store-bounds')
    expect(await runs().record(Array.from({ length: 1000 }, (_, i) => step('b', `${i}`)))).toHaveLength(1000)
  })

  it('runs are listed by their beginning, the last first, whatever is recorded of them later', async () => {
    for (const name of ['c', 'a', 'b']) await runs().record([step(name, '1')])
    subject.time += 10
    await runs().record([step('c', '2', { degraded: true })])
    expect(await listed()).toEqual(['b', 'a', 'c'])
    expect((await runs().list({ limit: 10 })).items[2]).toEqual({
      runId: 'c',
      steps: 2,
      degradedSteps: 1,
      startedAt: subject.time - 10,
      updatedAt: subject.time,
    })
  })

  it('asked for degraded runs it lists those that have a degraded step now', async () => {
    for (let i = 0; i < 9; i++)
      await runs().record([step(`run${i}`, '1', { degraded: i % 2 === 0 }), step(`run${i}`, '2')])
    expect(await listed({ degraded: true })).toEqual(['run8', 'run6', 'run4', 'run2', 'run0'])
    await runs().record([step('run4', '1'), step('run3', '2', { degraded: true })])
    expect(await listed({ degraded: true })).toEqual(['run8', 'run6', 'run3', 'run2', 'run0'])
    expect(await listed({ degraded: false })).toHaveLength(9)
  })

  it('a run that is there all the while is listed once, whatever comes and goes between the pages', async () => {
    const stay = Array.from({ length: 8 }, (_, i) => `stay${i}`)
    for (const [i, name] of stay.entries()) await runs().record([step(name, '1'), step(`go${i}`, '1')])
    let turn = 0
    const between = async () => {
      await runs().delete(`go${7 - turn}`)
      await runs().record([step(`come${turn}`, '1'), step(`stay${turn}`, `again${turn}`)])
      turn++
    }
    const shown = (await everything((page) => runs().list(page), 3, between)).map(({ runId }) => runId)
    expect(shown.filter((name) => stay.includes(name))).toEqual([...stay].reverse())
    expect(shown.filter((name) => name.startsWith('come'))).toEqual([])
    expect(turn).toBeGreaterThan(3)
  })

  it('a cursor of another listing is refused', async () => {
    const { graphs } = subject.store
    const bytes = new Uint8Array(1)
    for (const id of ['a', 'b']) {
      await graphs.put({
        id,
        revision: 'r',
        digest: 'd',
        bytes,
        counts: { nodes: 0, edges: 0, paths: 0, summaries: 0 },
      })
    }
    const { next } = await graphs.list({ limit: 1 })
    for (const cursor of [next, '', 'x', Buffer.from('["runs",-1]').toString('base64url')]) {
      expect(await codeOf(runs().list({ limit: 1, cursor }))).toBe('store-cursor')
    }
  })

  it('deleting a run deletes all of it and nothing else, and it can begin anew', async () => {
    await runs().record([step('a', '1'), step('a', '2'), step('b', '1')])
    expect(await runs().delete('a')).toBe(true)
    expect(await runs().delete('a')).toBe(false)
    expect(await runs().find('a')).toBeUndefined()
    expect(await runs().find('b')).toMatchObject({ steps: 1 })
    expect(await runs().record([step('a', '1')])).toEqual([1])
    expect(await listed()).toEqual(['a', 'b'])
  })

  it('retention deletes runs beyond the newest, and those whose last record is too old', async () => {
    for (let i = 0; i < 8; i++) {
      await runs().record([step(`run${i}`, '1')])
      subject.time += 10
    }
    await runs().record([step('run1', '2')])
    // The last record of run0 is 80 old, of run7 10; run1 has one that is new.
    expect(await runs().prune({ keepNewest: 8, maxAgeMs: 60 })).toBe(2)
    expect(await listed()).toEqual(['run7', 'run6', 'run5', 'run4', 'run3', 'run1'])
    expect(await runs().prune({ keepNewest: 4, maxAgeMs: 1000 })).toBe(2)
    expect(await listed()).toEqual(['run7', 'run6', 'run5', 'run4'])
    expect(await runs().prune({ keepNewest: 4, maxAgeMs: 1000 })).toBe(0)
    expect(await runs().prune({ keepNewest: 0, maxAgeMs: 1000 })).toBe(4)
    expect(await listed()).toEqual([])
  })

  it('retention works through more runs than one step takes', async () => {
    for (let call = 0; call < 3; call++) {
      await runs().record(Array.from({ length: 200 }, (_, i) => step(`run${call}-${i}`, '1')))
    }
    expect(await runs().prune({ keepNewest: 7, maxAgeMs: 1 })).toBe(593)
    expect(await listed()).toHaveLength(7)
  })

  it('retention beside writers takes no run that just got a step', async () => {
    for (let i = 0; i < 10; i++) await runs().record([step(`run${i}`, '0')])
    subject.time += 1000
    let isWriting = true
    const pruning = (async () => {
      while (isWriting) await runs().prune({ keepNewest: 100, maxAgeMs: 500 })
    })()
    await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        await runs().record([step(`run${i}`, '1')])
        expect(await runs().find(`run${i}`)).toBeDefined()
      }),
    )
    isWriting = false
    await pruning
    expect(await listed()).toHaveLength(10)
  })
}

function recorded(stepKey: string) {
  const { degraded, record } = step('', stepKey)
  return { stepKey, degraded, record }
}
