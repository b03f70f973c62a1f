import type { Server } from 'node:http'
import { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import type { Admission } from '../admission/open-admission.ts'
import type { Config } from '../config.ts'
import { type Observer, SILENT } from '../telemetry/observer.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { Door } from './door.ts'
import { logOptions } from './log-options.ts'
import { malformedRequest } from './malformed-request.ts'
import { openapi } from './openapi.ts'
import { type AccessPorts, access } from './plugins/access.ts'
import { addresses } from './plugins/addresses.ts'
import { admission } from './plugins/admission.ts'
import { bodyTimes } from './plugins/body-times.ts'
import { connections } from './plugins/connections.ts'
import { deadlines } from './plugins/deadline.ts'
import { drain } from './plugins/drain.ts'
import { jsonBodies } from './plugins/json-bodies.ts'
import { noUpgrade } from './plugins/no-upgrade.ts'
import { problems, sendProblem } from './plugins/problems.ts'
import { requestIdHeader, requestIdOf } from './plugins/request-id.ts'
import { logRequest, requestLog } from './plugins/request-log.ts'
import { requireBody } from './plugins/require-body.ts'
import { requireHost } from './plugins/require-host.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { traceContext } from './plugins/trace-context.ts'
import { unknownRoutes } from './plugins/unknown-routes.ts'
import { unreadBody } from './plugins/unread-body.ts'
import type { Services, ServicesOf } from './ports.ts'
import { internalProblem, problemOf } from './problem.ts'
import { explorerRoutes } from './routes/explorer.ts'
import { graphRoutes } from './routes/graphs.ts'
import { healthRoutes } from './routes/health.ts'
import { keptOutputRoutes } from './routes/kept-outputs.ts'
import { markdownRoutes } from './routes/markdown.ts'
import { metricsRoute } from './routes/metrics.ts'
import { packetRoutes } from './routes/packets.ts'
import { planRoutes } from './routes/plans.ts'
import { runRoutes } from './routes/runs.ts'
import { toolOutputRoutes } from './routes/tool-outputs.ts'
import { serializerCompiler, validatorCompiler } from './zod.ts'

export interface AppPorts {
  readonly config: Config
  readonly services: Services
  /** Left out: anyone may do everything. */
  readonly access?: AccessPorts | undefined
  /** Left out: there is room for every request. */
  readonly admission?: Admission | undefined
  /** Left out: one that nobody else looks at. */
  readonly door?: Door
  /** Left out: nobody observes. */
  readonly telemetry?: Telemetry
}

/** How often it is looked whether requests arrive in time, at least. */
const LONGEST_CHECK_MS = 5000

/** What the server itself must know before any plugin. */
export function serverOptions(config: Config, observer: Observer = SILENT): FastifyHttpOptions<Server> {
  return {
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: config.bodyLimitBytes,
    trustProxy: config.trustedProxies ?? false,
    return503OnClosing: false,
    // Names have up to 256 characters, of up to 12 in an address; their own bound is told by their schema.
    routerOptions: { maxParamLength: 256 * 12 },
    requestTimeout: config.arrivalTimeoutMs,
    connectionTimeout: config.idleConnectionMs,
    keepAliveTimeout: config.keepAliveMs,
    http: {
      // Node would answer a request without Host by itself, with no body; see requireHost.
      requireHostHeader: false,
      maxHeaderSize: config.headerLimitBytes,
      requestTimeout: config.arrivalTimeoutMs,
      headersTimeout: Math.min(config.headerTimeoutMs, config.arrivalTimeoutMs),
      connectionsCheckingInterval: Math.min(LONGEST_CHECK_MS, config.headerTimeoutMs, config.arrivalTimeoutMs),
    },
    clientErrorHandler: (error, socket) => malformedRequest(observer, error, socket),
    frameworkErrors: (error, request, reply) => {
      const problem = problemOf(error) ?? internalProblem()
      sendProblem(request, reply, problem)
      // No hook runs for what never reached the router.
      observer.requestBegins()
      logRequest(request, reply, problem.statusCode, observer)
    },
  }
}

/** The whole service as a plugin, in the order in which a request meets it. */
export async function app(
  root: FastifyInstance,
  { config, services, access: keys, admission: room, telemetry, door = new Door() }: AppPorts,
): Promise<void> {
  const of: ServicesOf = ({ caller }) => services.of(caller)
  const { observer, metrics, traces } = telemetry ?? { observer: SILENT }
  root.setValidatorCompiler(validatorCompiler)
  root.setSerializerCompiler(serializerCompiler)
  requestIdHeader(root)
  requestLog(root, observer)
  traceContext(root, traces)
  requireHost(root)
  noUpgrade(root)
  unreadBody(root)
  drain(root, door)
  problems(root, observer)
  unknownRoutes(root)
  connections(root, door, config.maxConnections)
  access(root, keys)
  admission(root, room, Math.max(config.bodyLimitBytes, config.toolOutputLimitBytes))
  deadlines(root, config.requestTimeoutMs)
  addresses(root)
  await securityHeaders(root)
  bodyTimes(root)
  jsonBodies(root)
  requireBody(root)
  await openapi(root)
  await explorerRoutes(root)
  healthRoutes(root, services, door)
  if (metrics !== undefined && config.metricsPort === undefined) metricsRoute(root, metrics)
  const { requireThread } = services
  const raw = { maxBytes: config.workerBodyBytes, requireThread }
  await packetRoutes(root, of, raw)
  await planRoutes(root, of, raw)
  await graphRoutes(root, of, { ...raw, maxLineBytes: config.graphLimitBytes })
  await markdownRoutes(root, of, requireThread)
  runRoutes(root, of)
  await toolOutputRoutes(root, of, { ...config, requireThread })
  keptOutputRoutes(root, of)
}
