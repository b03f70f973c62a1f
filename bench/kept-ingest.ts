// The ingest of a large graph as NDJSON over HTTP into a store on disk: the memory of the service at its peak as a ratio to the
// compiled graph, its CPU time as a ratio to JSON.parse of the same lines, and how long the service takes, from the start
// of its process, to answer a packet from that graph once it is kept. The client's work does not count.
// Usage: node bench/kept-ingest.ts [pages]
import 'zod/compile'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { cpuOf } from './cpu.ts'
import { syntheticLines, syntheticPages } from './graphs.ts'
import { sendBody } from './send-body.ts'
import { startServer } from './server.ts'

const MB = 2 ** 20

if (process.send !== undefined) {
  const { address } = await startServer({
    DATA_DIR: process.argv[2],
    GRAPH_LIMIT_BYTES: String(2 ** 32),
    GRAPH_CACHE_BYTES: String(2 ** 30),
    WORKER_MEMORY_MB: '4096',
    // How long it takes is what is measured.
    WORKER_TIMEOUT_MS: '3600000',
  })
  process.on('disconnect', () => process.exit())
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    // Of Linux, in KiB.
    process.send?.({ cpu: (user + system) / 1000, peak: process.resourceUsage().maxRSS * 1024 })
  })
  process.send({ address })
} else {
  const pages = Number(process.argv[2] ?? 1_000_000)
  const folder = await mkdtemp(join(tmpdir(), 'stowage-bench-'))
  try {
    await measure(pages, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(pages: number, folder: string): Promise<void> {
  const first = await service(folder)
  const idle = await first.figures()
  let start = performance.now()
  const { status, text } = await sendBody(`${first.address}/v1/graphs/whole`, 'PUT', syntheticLines(pages))
  const ingestMs = performance.now() - start
  if (status !== 201) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
  const after = await first.figures()
  const shown = JSON.parse((await sendBody(`${first.address}/v1/graphs/whole`, 'GET')).text)
  const compiled = shown.items[0].bytes as number
  await first.end()

  let parsed = 0
  for (const batch of syntheticLines(pages)) {
    const lines = batch.split('\n')
    parsed += await cpuOf(() => {
      for (const line of lines) if (line !== '') JSON.parse(line)
    })
  }

  start = performance.now()
  const second = await service(folder)
  const step = { scope: 'local', access: 'read', targets: [syntheticPages(pages).paths[0]] }
  const body = [JSON.stringify({ step, graph: { id: 'whole' } })]
  const answer = await sendBody(`${second.address}/v1/packets`, 'POST', body, 'application/json')
  const restartMs = performance.now() - start
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
  const again = await second.figures()
  await second.end()

  const ratio = (value: number) => value.toFixed(2)
  console.log(`pages ${pages}, compiled graph ${(compiled / MB).toFixed(0)} MiB`)
  console.log(
    `peak memory ${(after.peak / MB).toFixed(0)} MiB, of it before the ingest ${(idle.peak / MB).toFixed(0)}: ` +
      `${ratio(after.peak / compiled)} times the graph, ${ratio((after.peak - idle.peak) / compiled)} without that`,
  )
  console.log(
    `ingest ${(ingestMs / 1000).toFixed(1)} s, CPU ${((after.cpu - idle.cpu) / 1000).toFixed(1)} s: ` +
      `${ratio((after.cpu - idle.cpu) / parsed)} times JSON.parse of its lines`,
  )
  console.log(
    `restart to the first packet ${(restartMs / 1000).toFixed(2)} s, ${ratio(restartMs / ingestMs)} of the ingest; ` +
      `CPU ${(again.cpu / 1000).toFixed(2)} s; peak memory ${ratio(again.peak / compiled)} times the graph`,
  )
}

async function service(folder: string) {
  const child = fork(fileURLToPath(import.meta.url), [folder])
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return {
    address,
    async figures() {
      const answer = once(child, 'message') as Promise<[{ cpu: number; peak: number }]>
      child.send('figures')
      return (await answer)[0]
    },
    async end() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
