// First, so that every schema below is compiled: validation is about ten times cheaper.
import 'zod/compile'
import closeWithGrace from 'close-with-grace'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { type Access, openAccess } from './access/open-access.ts'
import { openAdmission } from './admission/open-admission.ts'
import { type Config, loadConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { faultOf } from './fault.ts'
import { app, serverOptions } from './http/app.ts'
import { Door } from './http/door.ts'
import { type Listeners, listenOn } from './http/listeners.ts'
import { metricsServer } from './http/metrics-server.ts'
import { observedStore } from './observed-store.ts'
import { openStore } from './open-store.ts'
import { keepPruning } from './retention.ts'
import { createServices } from './services.ts'
import { StoreError } from './store/store-error.ts'
import { openTelemetry } from './telemetry/telemetry.ts'

async function serve(config: Config): Promise<void> {
  const access = openAccess(config)
  const admission = openAdmission(config, () => access !== undefined && access.keys.tenants > 1)
  const door = new Door()
  const telemetry = await openTelemetry(config, { process: true })
  const { observer, metrics } = telemetry
  const server = fastify(serverOptions(config, observer))
  const onFault = (error: Error) => server.log.error({ fault: faultOf(error) }, 'a thread of the store ended')
  const store = observedStore(await openStore(config, { onFault }), observer)
  const endPruning = keepPruning(store, config, (code) => server.log.warn({ code }, 'pruning failed'))
  const services = createServices(config, store, observer)
  metrics?.watch(services.figures, services.check)
  await server.register(app, { config, services, access, admission, telemetry, door })
  const ofMetrics = metrics && config.metricsPort !== undefined ? metricsServer(metrics) : undefined

  if (access !== undefined) process.on('SIGHUP', () => reloadKeys(access, server.log))
  const skip = access === undefined ? [] : (['SIGHUP'] as const)
  const onTimeout = () => {
    const { requests } = admission.inFlight.figures()
    server.log.fatal({ requests }, 'requests were in flight when the time to close was over')
  }
  const options = { delay: config.shutdownGraceMs, logger: false as const, skip: [...skip], onTimeout }
  let listeners: Listeners | undefined
  const close = async () => {
    listeners?.close()
    await server.close()
    // The server itself waits for those alone that came through its own socket.
    await door.empty()
    await ofMetrics?.close()
    endPruning()
    await services.close()
    await telemetry.traces?.close()
  }
  closeWithGrace(options, async ({ signal, err }) => {
    if (err) server.log.fatal({ fault: faultOf(err) }, 'uncaught')
    server.log.info({ signal: signal ?? null }, 'closing')
    // A proxy sends the next request elsewhere when it has seen its connections close; a door that shuts at once breaks some.
    if (!err) await door.close(Math.min(config.shutdownDelayMs, config.shutdownGraceMs / 2))
    await close().catch((error) => {
      server.log.fatal({ fault: faultOf(error) }, 'closing failed')
      throw error
    })
  })

  listeners = await listenOn(server, config.host, config.port)
  const { address } = listeners
  // For the person at the terminal; standard output is the log's, a line of JSON each.
  process.stderr.write(`Stowage listens at ${address}\nSwagger UI: ${address}/docs\n`)
  const metricsAddress = await ofMetrics?.listen({ host: config.host, port: config.metricsPort ?? 0 })
  if (metricsAddress !== undefined) process.stderr.write(`Metrics at ${metricsAddress}/metrics\n`)
}

/** A file that cannot be used changes nothing: the keys that were there still open the service. */
function reloadKeys({ keys, reload }: Access, log: FastifyBaseLogger): void {
  try {
    reload()
    log.info({ keys: keys.size }, 'keys read again')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    log.error({ faults: error.faults }, 'keys not read again')
  }
}

try {
  await serve(loadConfig(process.env))
} catch (error) {
  const { syscall } = error as NodeJS.ErrnoException
  const isAddressFault = syscall === 'listen' || syscall === 'getaddrinfo'
  if (!(error instanceof ConfigError) && !(error instanceof StoreError) && !isAddressFault) throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
