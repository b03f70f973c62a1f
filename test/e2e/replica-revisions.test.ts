import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresServer } from '../store/postgres-server.ts'
import { addressOf, endStarted, post, REPOSITORY, startService } from './service-process.ts'

/** `REPLICA_STEPS=10000 npx vitest run test/e2e/replica-revisions.test.ts` takes more time and finds more. */
const STEPS = Number(process.env.REPLICA_STEPS ?? 400)
/** Far above what a slow machine needs for a step. */
const STEP_LIMIT_MS = 200
const STEPS_A_REVISION = 20
const CLIENTS = 4

const example = JSON.parse(await readFile(join(REPOSITORY, 'openapi/examples/packet-complete.json'), 'utf8'))

let server: PostgresServer
let addresses: string[]
beforeAll(async () => {
  server = await PostgresServer.start()
  const { url } = await server.database()
  addresses = await Promise.all([0, 1].map(() => addressOf(startService({ DATABASE_URL: url }))))
})
afterAll(async () => {
  await endStarted()
  await server?.stop()
})

/** Each page says which revision it is of. */
async function put(number: number): Promise<void> {
  const nodes = example.request.graph.nodes.map((node: object) => ({ ...node, title: `of r${number}` }))
  const answer = await fetch(`${addresses[number % 2]}/v1/graphs/kettle`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...example.request.graph, nodes, revision: `r${number}` }),
  })
  expect(answer.status).toBe(201)
}

describe(`of ${STEPS} steps spread over two replicas while the graph's revisions change`, () => {
  it(
    'each is answered from one revision alone: that which it names, or one no older than its client has seen there',
    async () => {
      // The newest that is acknowledged; one is put behind the other.
      let newest = 0
      let putting = put(newest)
      await putting
      const putNext = () => {
        putting = putting.then(async () => {
          await put(newest + 1)
          newest++
        })
        return putting
      }
      const digests = new Map<string, string>()
      let sent = 0
      const client = async (own: number) => {
        const seen = [0, 0]
        while (sent < STEPS) {
          const number = sent++
          if (number % STEPS_A_REVISION === STEPS_A_REVISION - 1) await putNext()
          const at = (number + own) % 2
          // What was put is there for whoever asks for it by name, at once and at both.
          const revision = number % 3 === 0 ? `r${newest}` : undefined
          const body = JSON.stringify({ step: example.request.step, graph: { id: 'kettle', revision } })
          const { status, text } = await post(addresses[at], '/v1/packets', body)
          expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
          const { packet } = JSON.parse(text)
          const titles = new Set(packet.nodes.map(({ title }: { title: string }) => title))
          expect([...titles]).toEqual([`of ${packet.revision}`])
          expect(packet.text).toMatch(`Documentation map at ${packet.revision}:`)
          expect(packet.digest).toBe(digests.get(packet.revision) ?? packet.digest)
          digests.set(packet.revision, packet.digest)
          if (revision !== undefined) expect(packet.revision).toBe(revision)
          else {
            const answered = Number(packet.revision.slice(1))
            expect(answered).toBeGreaterThanOrEqual(seen[at])
            seen[at] = answered
          }
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, (_, own) => client(own)))
      expect(newest).toBeGreaterThanOrEqual(Math.floor(STEPS / STEPS_A_REVISION) - 1)
      expect(digests.size).toBeGreaterThan(STEPS / STEPS_A_REVISION / 2)
    },
    60_000 + STEPS * STEP_LIMIT_MS,
  )
})
