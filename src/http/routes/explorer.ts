import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'

/** What `npm run build:explorer` writes. */
const BUILT = fileURLToPath(new URL('../../../dist-explorer', import.meta.url))

/** Scripts, styles and requests from here alone, and nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page at `/explorer`. A service without the built page says how to build it. */
export async function explorerRoutes(root: FastifyInstance, folder = BUILT): Promise<void> {
  const hidden = { schema: { hide: true } as object }
  if (!existsSync(folder)) {
    root.get('/explorer', hidden, async () => {
      const detail =
        'The explorer is not built here. Run `npm run build:explorer` beside package.json, then start again.'
      throw new Problem(404, 'explorer-not-built', 'request', detail)
    })
    return
  }
  await root.register(async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', POLICY)
    })
    await app.register(fastifyStatic, {
      root: folder,
      prefix: '/explorer/',
      wildcard: false,
      index: false,
      cacheControl: false,
      // The build names each asset by a digest of its content, so it never changes.
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable')
      },
    })
    app.get('/explorer', hidden, (_request, reply) => reply.sendFile('index.html'))
  })
}
