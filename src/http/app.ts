import type { Server } from 'node:http'
import { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { malformedRequest } from './malformed-request.ts'
import { openapi } from './openapi.ts'
import { drain } from './plugins/drain.ts'
import { jsonBodies } from './plugins/json-bodies.ts'
import { problems, sendProblem } from './plugins/problems.ts'
import { requestIdHeader, requestIdOf } from './plugins/request-id.ts'
import { logRequest, requestLog } from './plugins/request-log.ts'
import { requireHost } from './plugins/require-host.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { unknownRoutes } from './plugins/unknown-routes.ts'
import type { BuildPacket } from './ports.ts'
import { internalProblem, problemOf } from './problem.ts'
import { healthRoutes } from './routes/health.ts'
import { packetRoutes } from './routes/packets.ts'
import { toolOutputRoutes } from './routes/tool-outputs.ts'
import { serializerCompiler, validatorCompiler } from './zod.ts'

export interface AppPorts {
  readonly config: Config
  readonly buildPacket: BuildPacket
}

/** What the server itself must know before any plugin. */
export function serverOptions(config: Config): FastifyHttpOptions<Server> {
  return {
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: config.bodyLimitBytes,
    return503OnClosing: false,
    // Node would answer a request without Host by itself, with no body; see requireHost.
    http: { requireHostHeader: false },
    clientErrorHandler: malformedRequest,
    frameworkErrors: (error, request, reply) => {
      const problem = problemOf(error) ?? internalProblem()
      sendProblem(request, reply, problem)
      // No hook runs for what never reached the router.
      logRequest(request, reply, problem.statusCode)
    },
  }
}

/** The whole service as a plugin, in the order in which a request meets it. */
export async function app(root: FastifyInstance, { config, buildPacket }: AppPorts): Promise<void> {
  root.setValidatorCompiler(validatorCompiler)
  root.setSerializerCompiler(serializerCompiler)
  requestIdHeader(root)
  requireHost(root)
  requestLog(root)
  drain(root)
  problems(root)
  unknownRoutes(root)
  await securityHeaders(root)
  jsonBodies(root)
  await openapi(root)
  healthRoutes(root)
  packetRoutes(root, buildPacket, config.maxJsonDepth)
  toolOutputRoutes(root, config)
}
