import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

export interface Listeners {
  /** Where the service is reached, as `http://127.0.0.1:8080`. */
  readonly address: string
  /** From now on nobody is let in. Those who are inside stay. */
  close(): void
}

/**
 * Sockets that listen on the one port. libuv takes one new connection of each in a turn of the event loop, so that with one
 * socket a service with much to do would let in a few dozen clients a second, and all others would wait for seconds,
 * not even refused.
 */
const SOCKETS = 16

/**
 * Lets connections in on one address, through several sockets where the system has that (SO_REUSEPORT): it spreads the
 * connections over them.
 *
 * @throws Error with `syscall` `listen` or `getaddrinfo` where the address cannot be had, also where another process has it
 */
export async function listenOn(server: FastifyInstance, host: string, port: number): Promise<Listeners> {
  const listenTextResolver = (url: string) => `listening at ${url}`
  // Another process of the same user could share the port without knowing.
  if (port !== 0) await requireFree(host, port)
  try {
    const options: FastifyListenOptions & ListenOptions = { host, port, reusePort: true, listenTextResolver }
    const address = await server.listen(options)
    const more = await moreListeners(server)
    return {
      address,
      close() {
        for (const one of more) one.close()
      },
    }
  } catch (error) {
    if (!isUnknownToSystem(error)) throw error
    return { address: await server.listen({ host, port, listenTextResolver }), close() {} }
  }
}

async function moreListeners({ server }: FastifyInstance): Promise<Server[]> {
  const { address, port } = server.address() as AddressInfo
  const listeners = Array.from({ length: SOCKETS - 1 }, () =>
    // As Node's own HTTP server has it.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  for (const one of listeners) await listening(one, { host: address, port, reusePort: true })
  return listeners
}

async function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  await listening(probe, { host, port })
  probe.close()
  await once(probe, 'close')
}

async function listening(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options)
  await once(server, 'listening')
}

function isUnknownToSystem(error: unknown): boolean {
  return ['ENOTSUP', 'EOPNOTSUPP', 'ENOPROTOOPT'].includes((error as NodeJS.ErrnoException).code ?? '')
}
