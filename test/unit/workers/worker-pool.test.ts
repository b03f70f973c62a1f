import { afterEach, expect, test } from 'vitest'
import { PoolFullError, WorkerPool, type WorkerPoolOptions } from '../../../src/workers/worker-pool.ts'

const opened: { pool: WorkerPool<string, string>; open: () => void }[] = []
afterEach(async () => {
  for (const { pool, open } of opened.splice(0)) {
    open()
    await pool.close()
  }
})

function poolOf(options: Pick<WorkerPoolOptions, 'threads' | 'queue'> & Partial<WorkerPoolOptions>) {
  const gate = new SharedArrayBuffer(4)
  const pool = new WorkerPool<string, string>(new URL('./echo-worker.ts', import.meta.url), {
    memoryMb: 1024,
    ...options,
    workerData: gate,
  })
  const open = () => {
    Atomics.store(new Int32Array(gate), 0, 1)
    Atomics.notify(new Int32Array(gate), 0)
  }
  opened.push({ pool, open })
  return { pool, open, run: (task: string, left = new AbortController().signal) => pool.run(task, [], left) }
}

test('each task has its own reply, in whatever order they are done', async () => {
  const { run } = poolOf({ threads: 2, queue: 10 })
  const tasks = Array.from({ length: 10 }, (_, i) => `${i}`)
  expect(await Promise.all(tasks.map((task) => run(task)))).toEqual(tasks.map((task) => `did ${task}`))
})

test('with every thread at work and the queue full, one more is refused at once and the others are done', async () => {
  const { run, open } = poolOf({ threads: 2, queue: 1 })
  const taken = [run('wait 1'), run('wait 2'), run('3')]
  await expect(run('4')).rejects.toThrow(PoolFullError)
  open()
  expect(await Promise.all(taken)).toEqual(['did wait 1', 'did wait 2', 'did 3'])
  expect(await run('5')).toBe('did 5')
})

test('a queue of none takes as many tasks as there are threads', async () => {
  const { run, open } = poolOf({ threads: 1, queue: 0 })
  const first = run('wait')
  await expect(run('2')).rejects.toThrow(PoolFullError)
  open()
  expect(await first).toBe('did wait')
})

test('a waiting task that nobody wants any more makes room and is never begun; the one at work is done', async () => {
  const { run, open } = poolOf({ threads: 1, queue: 1 })
  const left = new AbortController()
  const first = run('wait')
  const second = run('throw', left.signal)
  left.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  const third = run('3')
  open()
  expect(await Promise.all([first, third])).toEqual(['did wait', 'did 3'])
})

test('a task at work that nobody wants any more is refused at once, its thread ended, and the next one done', async () => {
  const { run } = poolOf({ threads: 1, queue: 1 })
  const left = new AbortController()
  const first = run('wait for ever', left.signal)
  const second = run('2')
  left.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(await second).toBe('did 2')
})

test('a task that nobody wants from the start is not taken', async () => {
  const { run } = poolOf({ threads: 1, queue: 0 })
  await expect(run('1', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(await run('2')).toBe('did 2')
})

test.each([
  ['throw', 'as asked'],
  ['exit', 'the thread ended with 3'],
])('a thread that dies (%s) takes its task with it and no other', async (task, message) => {
  const { run } = poolOf({ threads: 1, queue: 2 })
  const dead = run(task)
  const next = run('next')
  await expect(dead).rejects.toThrow(message)
  expect(await next).toBe('did next')
})

test('a thread that needs more memory than it has is ended, and the process goes on', async () => {
  const { run } = poolOf({ threads: 1, queue: 0, memoryMb: 32 })
  await expect(run('fill')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
  expect(await run('next')).toBe('did next')
})

test('close waits for what was taken', async () => {
  const { pool, run, open } = poolOf({ threads: 1, queue: 1 })
  const done: string[] = []
  const taken = [run('wait'), run('2')].map((reply) => reply.then((text) => done.push(text)))
  const closed = pool.close().then(() => done.push('closed'))
  open()
  await Promise.all([...taken, closed])
  expect(done).toEqual(['did wait', 'did 2', 'closed'])
})

test('a tenant none of whose tasks is at work finds a thread, whatever another has sent; that one has no more of them', async () => {
  const { pool, run, open } = poolOf({ threads: 2, queue: 4 })
  const runFor = (tenant: string, task: string) => pool.run(task, [], undefined, { tenant, bytes: 1 })
  const greedy = ['wait 1', 'wait 2', '3', '4', '5', '6'].map((task) => runFor('greedy', task))
  expect(await runFor('other', 'now')).toBe('did now')
  await expect(runFor('greedy', '7')).rejects.toThrow(PoolFullError)
  open()
  expect(await Promise.all(greedy)).toEqual(['did wait 1', 'did wait 2', 'did 3', 'did 4', 'did 5', 'did 6'])
  expect(await run('8')).toBe('did 8')
})

test('with the queue full, the last task of who has most waiting makes room for another tenant', async () => {
  const { pool, open } = poolOf({ threads: 1, queue: 2 })
  const runFor = (tenant: string, task: string) => pool.run(task, [], undefined, { tenant, bytes: 1 })
  const greedy = ['wait 1', '2'].map((task) => runFor('greedy', task))
  const last = runFor('greedy', '3')
  const displaced = expect(last).rejects.toThrow(PoolFullError)
  const other = [runFor('other', 'wait 4'), runFor('other', '5')]
  await displaced
  open()
  expect(await Promise.all([...greedy, ...other])).toEqual(['did wait 1', 'did 2', 'did wait 4', 'did 5'])
})

test('large tasks leave a thread to others', async () => {
  const { pool, open } = poolOf({ threads: 2, queue: 4, largeBytes: 100 })
  const runOf = (bytes: number, task: string) => pool.run(task, [], undefined, { tenant: '', bytes })
  const large = ['wait 1', 'wait 2'].map((task) => runOf(100, task))
  expect(await runOf(99, 'small')).toBe('did small')
  expect(pool.figures()).toMatchObject({ busy: 1, queued: 1 })
  open()
  expect(await Promise.all(large)).toEqual(['did wait 1', 'did wait 2'])
})

test('the one thread that there is does large tasks too', async () => {
  const { pool } = poolOf({ threads: 1, queue: 0, largeBytes: 100 })
  expect(await pool.run('large', [], undefined, { tenant: '', bytes: 100 })).toBe('did large')
})

test('where there are several tenants the one thread more is started before it is needed', async () => {
  const { pool, open, run } = poolOf({ threads: 1, queue: 10 })
  const left = new AbortController().signal
  open()
  await run('first')
  expect(pool.figures()).toMatchObject({ threads: 1, started: 1 })
  await pool.run('other', [], left, { tenant: 'other', bytes: 0 })
  expect(pool.figures()).toMatchObject({ threads: 2, busy: 0, started: 2 })
})
