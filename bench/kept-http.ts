// What a packet from a kept graph costs the process that serves it, over HTTP: its CPU time, as a ratio to that of a static answer
// of the same size, and to that of a route that answers nothing, both of the same service and asked with the same body. The
// service runs in a child process, so that the client's work does not count.
// Usage: node bench/kept-http.ts [pages …]
import 'zod/compile'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { median } from './cpu.ts'
import { randomNumbers, syntheticGraph, syntheticPages } from './graphs.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { startServer } from './server.ts'

/** Budgets, and how often each is asked for in a round: CPU time is told in steps of milliseconds. */
const BUDGETS = [
  { budgetTokens: 2051, asked: 400 },
  { budgetTokens: 131_250, asked: 60 },
]
const ROUNDS = 7

/** Asks the child for the CPU milliseconds of its process so far. */
type Told = { readonly address: string } | { readonly cpu: number }

if (process.send !== undefined) await serve()
else await measure()

async function serve(): Promise<void> {
  // The text is there before it is asked for, as a file in memory would be.
  let body = Buffer.alloc(0)
  const { address } = await startServer({ BODY_LIMIT_BYTES: String(128 * 2 ** 20) }, (server) => {
    server.post('/static', async (_request, reply) => reply.type('application/json').send(body))
    server.post('/empty', async (_request, reply) => reply.send())
  })
  process.on('message', ({ size }: { size?: number }) => {
    if (size !== undefined) body = Buffer.alloc(size, 'x')
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1000 })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ address })
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url))
  const [told] = (await once(child, 'message')) as [Extract<Told, { address: string }>]
  const { ask, close } = keepAliveClient()
  const used = async (size?: number) => {
    const answer = once(child, 'message') as Promise<[Extract<Told, { cpu: number }>]>
    child.send({ size })
    return (await answer)[0].cpu
  }
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000]
  console.log(
    '| pages | budget | bytes an answer | CPU ms a packet | × a static answer of that size | × an empty route |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const pages of sizes) {
    await ask(`${told.address}/v1/graphs/g${pages}`, JSON.stringify(syntheticGraph(pages)), 'PUT')
    const { paths } = syntheticPages(pages)
    const random = randomNumbers(7)
    for (const { budgetTokens, asked } of BUDGETS) {
      const targets = Array.from({ length: asked }, () => paths[Math.floor(random() * pages)])
      const steps = targets.map((target) =>
        JSON.stringify({
          step: { scope: 'local', access: 'read', targets: [target], budgetTokens },
          graph: { id: `g${pages}` },
          include: ['text'],
        }),
      )
      const cost = async (url: string) => {
        const before = await used()
        const sent: number[] = []
        for (const step of steps) sent.push(await ask(url, step))
        return { ms: ((await used()) - before) / asked, bytes: median(sent) }
      }
      const routes = [`${told.address}/v1/packets`, `${told.address}/static`, `${told.address}/empty`]
      await used((await cost(routes[0])).bytes)
      for (let warm = 0; warm < 3; warm++) for (const route of routes) await cost(route)
      // In turns, so that all meet the same neighbours on the machine.
      const costs: { ms: number; bytes: number }[][] = []
      for (let round = 0; round < ROUNDS; round++) {
        const inTurn: { ms: number; bytes: number }[] = []
        for (const route of routes) inTurn.push(await cost(route))
        costs.push(inTurn)
      }
      const of = (route: number) => median(costs.map((all) => all[route].ms))
      const figures = [
        pages,
        budgetTokens,
        costs[0][0].bytes,
        of(0).toFixed(2),
        (of(0) / of(1)).toFixed(1),
        (of(0) / of(2)).toFixed(1),
      ]
      console.log(`| ${figures.join(' | ')} |`)
    }
  }
  close()
  child.disconnect()
}
