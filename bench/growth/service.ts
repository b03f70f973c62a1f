// The service in a process of its own, with its store in the folder that is its argument, and a route that answers bytes that
// are there already. Each message is answered with the CPU time and the memory of the process so far.
import 'zod/compile'
import { startServer } from '../server.ts'

let body = Buffer.alloc(0)
const { address } = await startServer(
  {
    DATA_DIR: process.argv[2],
    GRAPH_LIMIT_BYTES: String(2 ** 32),
    GRAPH_CACHE_BYTES: String(2 ** 30),
    WORKER_MEMORY_MB: '4096',
    // How long it takes is what is measured.
    WORKER_TIMEOUT_MS: '3600000',
  },
  (server) => {
    server.post('/static', async (_request, reply) => reply.type('application/json').send(body))
  },
)
process.on('message', ({ size }: { size?: number }) => {
  if (size !== undefined) body = Buffer.alloc(size, 'x')
  const { user, system } = process.cpuUsage()
  // Of Linux, in KiB.
  process.send?.({ cpu: (user + system) / 1000, peak: process.resourceUsage().maxRSS * 1024 })
})
process.on('disconnect', () => process.exit())
process.send?.({ address })
