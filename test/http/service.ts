import 'zod/compile'
import type { Writable } from 'node:stream'
import fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, expect } from 'vitest'
import { ACTIONS, type Caller } from '../../src/access/caller.ts'
import { openAccess } from '../../src/access/open-access.ts'
import { openAdmission } from '../../src/admission/open-admission.ts'
import { loadConfig } from '../../src/config.ts'
import { app, serverOptions } from '../../src/http/app.ts'
import { logOptions } from '../../src/http/log-options.ts'
import type { Services, TenantServices } from '../../src/http/ports.ts'
import { observedStore } from '../../src/observed-store.ts'
import { openStore } from '../../src/open-store.ts'
import { createServices } from '../../src/services.ts'
import { openTelemetry, type Telemetry } from '../../src/telemetry/telemetry.ts'
import { answerCheck } from './answer-check.ts'

/** Answers that did not match the OpenAPI document, or the twin's; each test file's answers are all checked. */
const violations: string[] = []
afterEach(() => {
  expect(violations.splice(0), 'every answer matches its declared schema and is the same from a thread').toEqual([])
})

/**
 * The service in this process, each of its answers checked against the schema that its own document declares. What is sent
 * to it goes to a twin too: one works on every body in its loop, the other in threads, and their answers must be the same.
 */
/** What a test puts in a service's place. */
type Replaced = Partial<TenantServices & Pick<Services, 'check'>>

/** What a service without keys does for whoever asks. */
export const ANYONE: Caller = { tenant: '', actions: new Set(ACTIONS) }

export async function startService(
  environment: Record<string, string> = {},
  replaced: Replaced = {},
): Promise<FastifyInstance> {
  const server = await startOne({ WORKER_BODY_BYTES: String(Number.MAX_SAFE_INTEGER), ...environment }, replaced)
  const hasOwnWay = Object.keys({ ...environment, ...replaced }).some((name) => /^(?:WORKER|INGEST)|^[a-z]/.test(name))
  if (!hasOwnWay) compareWith(server, await startOne({ ...environment, WORKER_BODY_BYTES: '0' }))
  return server
}

/** What a service tells to. */
export const telemetryOf = new WeakMap<FastifyInstance, Telemetry>()

/** Of a request that leaves no span. */
const UNTRACED = { traceparent: `00-${'1'.repeat(32)}-${'1'.repeat(16)}-00` }

/**
 * One service, without a twin.
 *
 * @param log where its log goes in place of standard output
 */
export async function startOne(
  environment: Record<string, string> = {},
  replaced: Replaced = {},
  log?: Writable,
): Promise<FastifyInstance> {
  // Injected requests follow each other within one turn of the event loop, however many they are.
  const ofTests = { LOG_LEVEL: 'silent', DATA_DIR: ':memory:', LOOP_WAIT_MS: '60000' }
  const config = loadConfig({ ...ofTests, ...environment })
  const telemetry = await openTelemetry(config, { process: false })
  const { observer, metrics } = telemetry
  const options = serverOptions(config, observer)
  const server = fastify(
    log === undefined ? options : { ...options, logger: { ...logOptions(config.logLevel), stream: log } },
  )
  telemetryOf.set(server, telemetry)
  let check: ((...answer: Parameters<ReturnType<typeof answerCheck>>) => void) | undefined
  server.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if ((typeof payload === 'string' && payload !== '') || Buffer.isBuffer(payload)) {
      check?.(request.method, request.routeOptions.url, reply.statusCode, type, String(payload))
    }
    return payload
  })
  const store = observedStore(await openStore(config), observer)
  const services = createServices(config, store, observer)
  metrics?.watch(services.figures, services.check)
  const { check: checkStore = services.check, ...ofTenant } = replaced
  const of = (caller: Caller) => ({ ...services.of(caller), ...ofTenant })
  const access = openAccess(config)
  const admission = openAdmission(config, () => access !== undefined && access.keys.tenants > 1)
  await server.register(app, {
    config,
    services: { of, check: checkStore, requireThread: services.requireThread },
    access,
    admission,
    telemetry,
  })
  await server.ready()
  const violationsOf = answerCheck((await server.inject({ url: '/openapi.json', headers: UNTRACED })).json())
  check = (...answer) => violations.push(...violationsOf(...answer))
  afterAll(async () => {
    await server.close()
    await services.close()
    await telemetry.traces?.close()
  })
  return server
}

/** Repeats each request to `server` on the twin. */
function compareWith(server: FastifyInstance, twin: FastifyInstance): void {
  const inject = server.inject.bind(server) as (options: InjectOptions | string) => Promise<LightMyRequestResponse>
  const both = async (options: InjectOptions | string) => {
    const [answer, other] = await Promise.all([inject(options), twin.inject(options)])
    if (shownOf(other) !== shownOf(answer)) {
      const { method = 'GET', url } = typeof options === 'string' ? { url: options } : options
      violations.push(`${method} ${url}: a thread answers ${shownOf(other)}, the loop ${shownOf(answer)}`)
    }
    return answer
  }
  Object.assign(server, { inject: both })
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const TIME = /"\d{4}-\d\d-\d\dT[^"]*"/g

/** All of an answer that follows from the requests. The framework ends a connection where a parser in the loop refuses. */
function shownOf({ statusCode, headers, body }: LightMyRequestResponse): string {
  const { date, connection, ...rest } = headers
  return [statusCode, JSON.stringify(rest), body].join('\n').replace(UUID, 'ID').replace(TIME, '"TIME"')
}

/** POST of a JSON value or of ready source text. */
export function post(server: FastifyInstance, url: string, body: unknown, headers: Record<string, string> = {}) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return server.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload })
}
