// First, so that every schema below is compiled: validation is about ten times cheaper.
import 'zod/compile'
import closeWithGrace from 'close-with-grace'
import fastify from 'fastify'
import { type Config, loadConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { app, serverOptions } from './http/app.ts'
import { packetService } from './packet-service.ts'
import { graphService } from './workers/graph-service.ts'

async function serve(config: Config): Promise<void> {
  const server = fastify(serverOptions(config))
  const graphs = graphService(config)
  await server.register(app, { config, buildPacket: packetService(config), buildGraph: graphs.buildGraph })

  closeWithGrace({ delay: config.shutdownGraceMs, logger: false }, async ({ signal, err }) => {
    if (err) server.log.fatal({ fault: { name: err.name, frames: err.stack?.split('\n').slice(1) } }, 'uncaught')
    server.log.info({ signal: signal ?? null }, 'closing')
    await server.close()
    await graphs.close()
  })

  const address = await server.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: (url) => `listening at ${url}`,
  })
  // For the person at the terminal; standard output is the log's, a line of JSON each.
  process.stderr.write(`Stowage listens at ${address}\nSwagger UI: ${address}/docs\n`)
}

try {
  await serve(loadConfig(process.env))
} catch (error) {
  const { syscall } = error as NodeJS.ErrnoException
  const isAddressFault = syscall === 'listen' || syscall === 'getaddrinfo'
  if (!(error instanceof ConfigError) && !isAddressFault) throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
