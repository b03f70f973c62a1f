import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomNumbers } from '../../bench/graphs.ts'
import { PostgresServer } from '../store/postgres-server.ts'
import { post, startService } from './service.ts'

/** Steps over both replicas; ten thousand take some minutes. */
const STEPS = Number(process.env.REPLICA_STEPS ?? 600)
const AT_ONCE = 8
/** Changes at least, however quick the steps are. */
const CHANGES = 12
const PAGES = 40

let server: PostgresServer
beforeAll(async () => {
  server = await PostgresServer.start()
})
afterAll(() => server?.stop())

/** A graph each page of which tells the revision that it is of. */
function graphOf(revision: string) {
  const nodes = Array.from({ length: PAGES }, (_, i) => ({ path: `p${i}.md`, title: `of ${revision}` }))
  const edges = nodes.slice(1).map(({ path }, i) => ({ from: nodes[i >> 1].path, to: path }))
  return { revision, nodes, edges, paths: [] }
}

test('two replicas, revisions that come and go: no answer is of two revisions, or of another than it says', async () => {
  const database = await server.database()
  // With a setting of the threads, so that no twin of the service writes to the database too.
  const settings = { DATABASE_URL: database.url, WORKER_BODY_BYTES: '100000' }
  const replicas = [await startService(settings), await startService(settings)]
  const random = randomNumbers(12)
  const any = () => replicas[Math.floor(random() * 2)]
  let last = 0
  const put = async (revision: string) => {
    const answer = await any().inject({ method: 'PUT', url: '/v1/graphs/g', payload: graphOf(revision) })
    expect([200, 201]).toContain(answer.statusCode)
  }
  await put('r0')
  const seen = { answered: 0, unknown: 0, revisions: new Set<string>() }
  const change = async () => {
    const kind = random()
    if (kind < 0.1) {
      // Gone for a moment, and back under names that were there before, with the content that they say.
      await any().inject({ method: 'DELETE', url: '/v1/graphs/g' })
      await put(`r${Math.max(0, last - 1)}`)
    } else if (kind < 0.4) {
      const revision = `r${++last}`
      const nodes = graphOf(revision).nodes
      const current = await any().inject('/v1/graphs/g?limit=1')
      const base = current.json().items?.[0]?.revision ?? 'r0'
      const answer = await post(any(), '/v1/graphs/g/changes', { base, revision, upsert: { nodes } })
      expect([200, 201, 404, 409]).toContain(answer.statusCode)
    } else await put(`r${++last}`)
  }
  const ask = async () => {
    const named = random() < 0.3 ? `r${Math.floor(random() * (last + 1))}` : undefined
    const step = { scope: 'local', access: 'read', targets: [`p${Math.floor(random() * PAGES)}.md`] }
    const answer = await post(any(), '/v1/packets', { step, graph: { id: 'g', revision: named } })
    if (answer.statusCode !== 200) {
      // A graph that is gone just now, a revision that is.
      expect([404, 409]).toContain(answer.statusCode)
      seen.unknown++
      return
    }
    const { packet } = answer.json()
    if (named !== undefined) expect(packet.revision).toBe(named)
    expect(packet.text.startsWith(`Documentation map at ${packet.revision}: ${PAGES} of ${PAGES} pages`)).toBe(true)
    expect(new Set(packet.nodes.map(({ title }: { title: string }) => title))).toEqual(
      new Set([`of ${packet.revision}`]),
    )
    seen.answered++
    seen.revisions.add(packet.revision)
  }
  let left = STEPS
  let changes = 0
  const asking = Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0 || changes < CHANGES) await ask()
  })
  const changing = (async () => {
    while (left > 0 || changes < CHANGES) {
      await change()
      changes++
    }
  })()
  await Promise.all([...asking, changing])
  expect(seen.answered).toBeGreaterThan(STEPS / 2)
  expect(seen.revisions.size).toBeGreaterThan(1)
}, 900_000)
