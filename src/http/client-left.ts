import type { FastifyReply } from 'fastify'

/** Aborted when the client leaves before it has its answer. */
export function clientLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort(new ClientLeftError())
  })
  return left.signal
}

/** Nobody is there to be answered. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError'
}
