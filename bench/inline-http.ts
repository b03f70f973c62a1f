// What a packet whose graph comes with the request costs the whole process of the service, all threads, over HTTP: CPU time as
// a ratio to JSON.parse of the same body in the same run, and how long its event loop stands still meanwhile, by the wall
// clock and by the CPU time of its thread between two ticks. The client is a process of its own.
// Usage: node bench/inline-http.ts [pages …]
import 'zod/compile'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { cpuOf, median } from './cpu.ts'
import { packetBody } from './graphs.ts'
import { longestWork } from './loop-work.ts'
import { startServer } from './server.ts'

if (process.send !== undefined) {
  const [address, pages] = process.argv.slice(2)
  const body = packetBody(Number(pages))
  process.send('ready')
  process.on('message', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${address}/v1/packets`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    process.send?.(answer.status)
  })
} else {
  const { address, close } = await startServer({ BODY_LIMIT_BYTES: String(128 * 2 ** 20) })
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000]
  console.log('| pages | body MB | JSON.parse ms | CPU, × JSON.parse | longest stall, wall ms | CPU ms |')
  console.log('|---|---|---|---|---|---|')
  for (const pages of sizes) {
    const body = packetBody(pages)
    const runs = pages > 20_000 ? 7 : pages > 2000 ? 21 : 101
    const client = fork(fileURLToPath(import.meta.url), [address, String(pages)])
    await once(client, 'message')
    const ask = async () => {
      client.send('go')
      const [status] = await once(client, 'message')
      if (status !== 200) throw new Error(`answered ${status}`)
    }
    // The first few start a thread and warm it up.
    for (let run = 0; run < 5; run++) await ask()
    const floors: number[] = []
    const used: number[] = []
    // In turns, so that both meet the same memory and the same neighbours on the machine.
    for (let run = 0; run < runs; run++) {
      floors.push(await cpuOf(() => JSON.parse(body.toString())))
      used.push(await cpuOf(ask))
    }
    // Apart, since watching costs too.
    const stalls: number[] = []
    const work: number[] = []
    for (let run = 0; run < runs; run++) {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const own = longestWork()
      await ask()
      delay.disable()
      work.push(own.stop())
      stalls.push(delay.max / 1e6)
    }
    client.disconnect()
    const floor = median(floors)
    const ratio = (median(used) / floor).toFixed(1)
    const most = (all: readonly number[]) => Math.max(...all).toFixed(1)
    const figures = [pages, (body.length / 1e6).toFixed(1), floor.toFixed(1), ratio, most(stalls), most(work)]
    console.log(`| ${figures.join(' | ')} |`)
  }
  await close()
}
