import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { openAdmission } from '../src/admission/open-admission.ts'
import { loadConfig } from '../src/config.ts'
import { app, serverOptions } from '../src/http/app.ts'
import { openStore } from '../src/open-store.ts'
import { createServices } from '../src/services.ts'

/**
 * The service in this process, on a free port of loopback, its store in memory. Import `zod/compile` before.
 *
 * @param floors adds routes to compare with
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  floors: (server: FastifyInstance) => void = () => {},
) {
  const config = loadConfig({ LOG_LEVEL: 'silent', DATA_DIR: ':memory:', ...environment })
  const services = createServices(config, await openStore(config))
  const server = fastify(serverOptions(config))
  const admission = openAdmission(config, () => false)
  await server.register(app, { config, services, admission })
  floors(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const close = async () => {
    await server.close()
    await services.close()
  }
  return { address, close }
}
