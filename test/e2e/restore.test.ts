import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { addressOf, bounded, endStarted, environment, post, run, startService, until } from './service-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'stowage-restore-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(endStarted)

const graph = (revision: string) => ({
  revision,
  nodes: Array.from({ length: 50 }, (_, i) => ({ path: `${i}.md`, title: `Page ${i} at ${revision}` })),
  edges: Array.from({ length: 49 }, (_, i) => ({ from: `${i}.md`, to: `${i + 1}.md` })),
  paths: [],
})
const put = (address: string, id: string, revision: string) =>
  fetch(`${address}/v1/graphs/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(graph(revision)),
  }).then((answer) => answer.status)
const packet = async (address: string, step: object, id: string, revision: string) =>
  (await post(address, '/v1/packets', JSON.stringify({ step, graph: { id, revision } }))).text

/** What is answered from all that was kept before the backup. */
async function answers(address: string): Promise<string[]> {
  const step = { scope: 'local', access: 'read', targets: ['7.md'] }
  const packets = ['r1', 'r2'].flatMap((revision) => ['a', 'b'].map((id) => packet(address, step, id, revision)))
  const listed = ['/v1/runs/nightly', '/v1/tool-outputs?runId=nightly'].map(async (path) =>
    (await fetch(address + path)).text(),
  )
  return Promise.all([...packets, ...listed])
}

test('a backup that is made while the service is written to answers, restored elsewhere, the same to the byte', async () => {
  const live = startService({ DATA_DIR: join(folder, 'live') })
  const address = await addressOf(live)
  for (const revision of ['r1', 'r2']) for (const id of ['a', 'b']) await put(address, id, revision)
  for (let i = 0; i < 20; i++) {
    const step = {
      id: `s${i}`,
      runId: 'nightly',
      scope: 'local',
      access: 'read',
      targets: [`${i}.md`],
      budgetTokens: 90,
    }
    await packet(address, step, 'a', 'r2')
  }
  const output = { output: 'x'.repeat(5000), maxBytes: 100, retain: true, runId: 'nightly' }
  await post(address, '/v1/tool-outputs/truncate', JSON.stringify(output))
  const before = await answers(address)
  expect(before.join()).not.toContain('"status":4')

  let writes = 0
  let backedUp = false
  const writing = (async () => {
    while (!backedUp) {
      expect(await put(address, 'busy', `w${writes}`)).toBeLessThan(300)
      writes++
    }
  })()
  await until(
    () => writes > 0,
    () => 'a write',
  )
  const stowage = (dataDir: string, ...args: string[]) =>
    run(process.execPath, ['src/cli/main.ts', 'store', ...args], { env: environment({ DATA_DIR: dataDir }) })
  const atStart = writes
  const file = join(folder, 'live.backup')
  expect(await stowage(join(folder, 'live'), 'backup', file)).toMatchObject({ code: 0 })
  backedUp = true
  await writing
  expect(writes).toBeGreaterThan(atStart)
  live.child.kill('SIGTERM')
  expect((await bounded(live.ended, 'the end')).code).toBe(0)

  expect(await stowage(join(folder, 'restored'), 'restore', file)).toMatchObject({ code: 0 })
  const restored = startService({ DATA_DIR: join(folder, 'restored') })
  expect(await answers(await addressOf(restored))).toEqual(before)
})
