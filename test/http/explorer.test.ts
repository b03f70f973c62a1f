import fastify from 'fastify'
import { expect, it } from 'vitest'
import { problems } from '../../src/http/plugins/problems.ts'
import { explorerRoutes } from '../../src/http/routes/explorer.ts'
import { SILENT } from '../../src/telemetry/observer.ts'

it('a service without the built explorer says how to build it', async () => {
  const server = fastify()
  problems(server, SILENT)
  await explorerRoutes(server, '/no/such/folder')
  const answer = await server.inject('/explorer')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'explorer-not-built', retryable: false })
  expect(answer.json().detail).toContain('npm run build:explorer')
  await server.close()
})
