import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

const policy = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      // Swagger UI sets style attributes on its elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // The service speaks plain HTTP; TLS ends in front of it, where this directive belongs.
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: false,
})

/** Swagger UI runs from here alone, so a strict policy holds for every page. It is the same for all, and made once. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  const headers = await headersOf(policy)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}

/** The headers that a middleware sets on an answer, whatever the request. */
function headersOf(middleware: ReturnType<typeof helmet>): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: (name: string) => {
      delete headers[name.toLowerCase()]
    },
  }
  return new Promise((resolve, reject) => {
    middleware({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) =>
      error === undefined ? resolve(headers) : reject(error),
    )
  })
}
