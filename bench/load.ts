// What becomes of the service under more than it can do. Each figure is a ratio to one of the same run, on the same machine, with
// the client in a process of its own; bounded in time.
// Usage: node bench/load.ts [seconds of overload, 60 if left out]

import { packetBody, syntheticGraph } from './graphs.ts'
import { Connections } from './load/connections.ts'
import { closedLoop, type Load, openLoop, percentile } from './load/rate.ts'
import { requestOf, startBenchService } from './load/service.ts'

const seconds = Number(process.argv[2] ?? 60)
const shorter = Math.ceil(seconds / 3)

const graph = syntheticGraph(10_000)
const inlineBody = packetBody(500)
const target = graph.nodes[5000]?.path
const namedBody = Buffer.from(
  JSON.stringify({ step: { scope: 'corpus', access: 'read', targets: [target] }, graph: { id: 'bench' } }),
)

/** Three packets from a kept graph and one whose graph comes along, which goes to a thread. */
function mixOf(tenant: 'greedy' | 'other'): () => Buffer {
  const named = requestOf(tenant, 'POST', '/v1/packets', namedBody)
  const inline = requestOf(tenant, 'POST', '/v1/packets', inlineBody)
  let count = 0
  return () => (count++ % 4 === 3 ? inline : named)
}

const ms = (value: number) => value.toFixed(1)
const ratio = (value: number, of: number) => (value / of).toFixed(2)
const p99 = ({ accepted }: Load) => percentile(accepted, 0.99)
const perSecond = ({ accepted, seconds: lasted }: Load) => accepted.length / lasted

async function keep(connections: Connections): Promise<void> {
  const body = Buffer.from(JSON.stringify(graph))
  for (const tenant of ['greedy', 'other'] as const) {
    const put = await connections.send(requestOf(tenant, 'PUT', '/v1/graphs/bench', body), performance.now())
    if (put?.status !== 201) throw new Error(`the graph was answered ${put?.status}`)
  }
}

async function overload(): Promise<void> {
  const service = await startBenchService({ LOG_LEVEL: 'silent' })
  const connections = new Connections(service.port, 1000)
  const others = new Connections(service.port, 100)
  await keep(connections)
  await closedLoop(connections, 8, shorter / 2, mixOf('greedy'))
  const capacity = await closedLoop(connections, 8, shorter, mixOf('greedy'))
  const half = await openLoop(connections, perSecond(capacity) / 2, shorter, mixOf('greedy'))
  const alone = await openLoop(others, 10, shorter, mixOf('other'))
  const before = service.memory()
  const [twice, beside] = await Promise.all([
    openLoop(connections, 2 * perSecond(capacity), seconds, mixOf('greedy')),
    openLoop(others, 10, seconds, mixOf('other')),
  ])
  const after = service.memory()
  connections.close()
  others.close()
  await service.close()
  const refusedP99 = percentile(twice.refused, 0.99)
  console.log(`Capacity ${perSecond(capacity).toFixed(0)} requests a second; at twice that for ${seconds} s:`)
  console.log('| | measured | bound |\n|---|---|---|')
  console.log(`| accepted a second, × capacity | ${ratio(perSecond(twice), perSecond(capacity))} | ≥ 0.90 |`)
  console.log(
    `| p99 of the accepted, × that at half load (${ms(p99(half))} ms) | ${ratio(p99(twice), p99(half))} | ≤ 3 |`,
  )
  console.log(`| p99 of the refusals, ms (${twice.refused.length} of them) | ${ms(refusedP99)} | ≤ 50 |`)
  console.log(`| neither, and unsent | ${twice.failed}, ${twice.unsent} | 0 |`)
  console.log(
    `| p99 of the other tenant, × its own alone (${ms(p99(alone))} ms) | ${ratio(p99(beside), p99(alone))} | ≤ 1.5 |`,
  )
  console.log(
    `| refusals of the other tenant | ${beside.refused.length} of ${beside.refused.length + beside.accepted.length} | |`,
  )
  console.log(`| memory after, × before (${before.toFixed(0)} MiB) | ${ratio(after, before)} | flat |`)
}

async function besideLargeBody(): Promise<void> {
  const service = await startBenchService({ LOG_LEVEL: 'silent', BODY_LIMIT_BYTES: String(80 * 2 ** 20) })
  const small = new Connections(service.port, 100)
  const large = new Connections(service.port, 1)
  await keep(small)
  const named = requestOf('other', 'POST', '/v1/packets', namedBody)
  const body = largeBody(64 * 2 ** 20)
  const sending = requestOf('greedy', 'POST', '/v1/packets', body)
  await openLoop(small, 20, 5, () => named)
  const alone = await openLoop(small, 20, shorter, () => named)
  let isOver = false
  let statuses = ''
  const sender = async () => {
    while (!isOver) statuses += ` ${(await large.send(sending, performance.now()))?.status}`
  }
  const sent = sender()
  const beside = await openLoop(small, 20, shorter, () => named)
  isOver = true
  await sent
  small.close()
  large.close()
  await service.close()
  console.log(
    `\nSmall requests beside bodies of ${(body.length / 2 ** 20).toFixed(0)} MiB, one after the other (answered${statuses}):`,
  )
  console.log('| | measured | bound |\n|---|---|---|')
  console.log(`| p99 of the small, × that without (${ms(p99(alone))} ms) | ${ratio(p99(beside), p99(alone))} | ≤ 3 |`)
  console.log(`| p50 | ${ratio(percentile(beside.accepted, 0.5), percentile(alone.accepted, 0.5))} | |`)
}

/** A packet request of at most so many bytes, and nearly so many. */
function largeBody(bytes: number): Buffer {
  const of10k = packetBody(10_000).length
  return packetBody(Math.floor((bytes / of10k) * 9900))
}

await overload()
await besideLargeBody()
