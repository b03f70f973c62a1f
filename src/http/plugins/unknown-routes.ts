import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { sendProblem } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's last part is a name, and addresses of their own beside it are none. */
    readonly leavesAddresses?: boolean
  }
}

/** 405 with Allow where the address is there for another method, else 404. Register before the routes. */
export function unknownRoutes(app: FastifyInstance): void {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    const known = methods.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) known.add(method)
    methods.set(route.url, known)
  })

  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions
    if (config.leavesAddresses && methods.has(pathOf(request))) {
      reply.callNotFound()
      return reply
    }
  })

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const patterns = methods.has(path) ? [path] : [...methods.keys()].filter((pattern) => matches(pattern, path))
    const allowed = patterns.flatMap((pattern) => [...(methods.get(pattern) ?? [])])
    if (allowed.length === 0) {
      return sendProblem(request, reply, new Problem(404, 'route-not-found', 'request', 'No route has this address.'))
    }
    const allow = [...new Set(allowed)].sort().join(', ')
    const detail = `${request.method} is not allowed here; allowed: ${allow}.`
    return sendProblem(request, reply, new Problem(405, 'method-not-allowed', 'request', detail, {}, { allow }))
  })
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]
}

/** Whether a route's pattern (`/a/:b`, `/a/*`) covers a path. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((part, i) => part === given[i])
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i])
}
