import fastify, { type FastifyInstance } from 'fastify'
import type { Metrics } from '../telemetry/metrics.ts'
import { SILENT } from '../telemetry/observer.ts'
import { problems } from './plugins/problems.ts'
import { requestIdHeader, requestIdOf } from './plugins/request-id.ts'
import { unknownRoutes } from './plugins/unknown-routes.ts'
import { metricsRoute } from './routes/metrics.ts'
import { serializerCompiler, validatorCompiler } from './zod.ts'

/** `/metrics` and nothing else, for a port that only the monitoring reaches. */
export function metricsServer(metrics: Metrics): FastifyInstance {
  const server = fastify({ requestIdHeader: false, genReqId: requestIdOf })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  requestIdHeader(server)
  problems(server, SILENT)
  unknownRoutes(server)
  metricsRoute(server, metrics)
  return server
}
