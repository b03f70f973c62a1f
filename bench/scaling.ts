// What one replica does, what PostgreSQL does for it, and how replicas add up behind nginx: writes docs/scaling.md. Client, replicas, nginx and
// PostgreSQL share this machine, so what adds up is the CPU time that each of them takes for a step, not the steps a second of
// all together. Usage: node bench/scaling.ts [seconds of each measurement, 10 if left out]

import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { PostgresServer } from '../test/store/postgres-server.ts'
import { syntheticGraph } from './graphs.ts'
import { Connections } from './load/connections.ts'
import { closedLoop, percentile } from './load/rate.ts'
import { type BenchService, requestOf, startBenchService } from './load/service.ts'
import { scalingDocument } from './scaling/document.ts'
import { startNginx } from './scaling/nginx.ts'
import { cpuSeconds, postmasterOf } from './scaling/processes.ts'
import { measureStatements } from './scaling/statements.ts'

const seconds = Number(process.argv[2] ?? 10)
const CLIENTS = 16
const PAGES = 10_000
const BATCH = 100
const graph = syntheticGraph(PAGES)
const graphBody = Buffer.from(JSON.stringify(graph))

/** What a step costs each of those that have a part in it, in milliseconds of CPU. */
export interface StepCost {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly service: number
  readonly nginx: number
  readonly postgres: number
}

const server = await PostgresServer.start()
const { url, session } = await server.database()
const postmaster = await postmasterOf(session)
try {
  const shared = { DATABASE_URL: url }
  const alone = {
    named: await measured(1, {}, steps(false)),
    recorded: await measured(1, {}, steps(true)),
    shared: await measured(1, shared, steps(true)),
    batched: await measured(1, shared, batches()),
  }
  const together = []
  for (const replicas of [1, 2, 4])
    together.push({ replicas, cost: await measured(replicas, shared, steps(true), true) })
  const statements = await measureStatements(url, () => cpuSeconds(postmaster), seconds)
  const document = scalingDocument({ alone, together, statements, seconds, cores: cpus().length, pages: PAGES })
  await writeFile(new URL('../docs/scaling.md', import.meta.url), document)
  console.log(document)
} finally {
  await server.stop()
}

/** Requests, and how many steps each of them has. */
interface Asked {
  readonly next: () => Buffer
  readonly stepsEach: number
}

function steps(hasRun: boolean): Asked {
  let count = 0
  const next = () => requestOf('greedy', 'POST', '/v1/packets', Buffer.from(JSON.stringify(request(count++, hasRun))))
  return { next, stepsEach: 1 }
}

function batches(): Asked {
  let count = 0
  const next = () => {
    const { graph: named, include } = request(count, true)
    const all = Array.from({ length: BATCH }, () => request(count++, true).step)
    return requestOf(
      'greedy',
      'POST',
      '/v1/packets/batch',
      Buffer.from(JSON.stringify({ graph: named, include, steps: all })),
    )
  }
  return { next, stepsEach: BATCH }
}

/** A step of a run of fifty, around a page of its own, at 2,051 tokens. */
function request(count: number, hasRun: boolean) {
  const target = graph.nodes[(count * 7919) % PAGES]?.path
  const ofRun = hasRun ? { id: `s${count % 50}`, runId: `run-${Math.floor(count / 50) % 500}` } : {}
  const step = { ...ofRun, scope: 'local', access: 'read', targets: [target], budgetTokens: 2051 }
  return { step, graph: { id: 'bench' }, include: ['text'] }
}

async function measured(
  replicas: number,
  settings: Record<string, string>,
  asked: Asked,
  isBehindNginx = false,
): Promise<StepCost> {
  const services = await Promise.all(
    Array.from({ length: replicas }, () => startBenchService({ LOG_LEVEL: 'silent', ...settings })),
  )
  const nginx = isBehindNginx ? await startNginx(services.map(({ port }) => port)) : undefined
  const connections = new Connections(nginx?.port ?? (services[0] as BenchService).port, 4 * CLIENTS)
  try {
    const put = await connections.send(requestOf('greedy', 'PUT', '/v1/graphs/bench', graphBody), performance.now())
    if (put === undefined || put.status > 201) throw new Error(`the graph was answered ${put?.status}`)
    await closedLoop(connections, CLIENTS, seconds / 2, asked.next)
    const used = () => ({
      service: services.reduce((sum, service) => sum + service.cpu(), 0),
      nginx: nginx === undefined ? 0 : cpuSeconds(nginx.pid),
      postgres: cpuSeconds(postmaster),
    })
    const before = used()
    const load = await closedLoop(connections, CLIENTS, seconds, asked.next)
    const after = used()
    if (load.refused.length + load.failed > 0) throw new Error(`${load.refused.length} refused, ${load.failed} failed`)
    const count = load.accepted.length * asked.stepsEach
    const each = (of: keyof typeof before) => (1000 * (after[of] - before[of])) / count
    return {
      perSecond: count / load.seconds,
      p50: percentile(load.accepted, 0.5),
      p99: percentile(load.accepted, 0.99),
      service: each('service'),
      nginx: each('nginx'),
      postgres: each('postgres'),
    }
  } finally {
    connections.close()
    await nginx?.close()
    for (const service of services) await service.close()
  }
}
