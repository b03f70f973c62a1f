import type { FastifyInstance } from 'fastify'
import { STORE_OPERATIONS } from '../../src/observed-store.ts'
import { POOLS } from '../../src/telemetry/figures.ts'
import {
  CUT_LIMITS,
  CUT_STRATEGIES,
  JOB_ENDS,
  PACKET_LIMITS,
  PACKET_OUTCOMES,
  STAGES,
} from '../../src/telemetry/observer.ts'
import { JOBS } from '../../src/workers/jobs.ts'
import { samplesOf } from './exposition.ts'

const NUMBER = /^(?:\d+(?:\.\d+)?(?:e-?\d+)?|\+Inf)$/

/** Of each label all values that it may have, whatever is sent. */
export async function closedSets(server: FastifyInstance): Promise<Record<string, readonly (string | RegExp)[]>> {
  const { paths } = (await server.inject('/openapi.json')).json() as { paths: Record<string, object> }
  const templates = Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'))
  return {
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
    route: [...templates, '/openapi.json', '/docs', '/explorer', 'none'],
    status: [/^[2-5]\d\d$/, 'client-left'],
    stage: STAGES,
    task: Object.keys(JOBS),
    end: JOB_ENDS,
    outcome: PACKET_OUTCOMES,
    limit: [...PACKET_LIMITS, ...CUT_LIMITS],
    strategy: CUT_STRATEGIES,
    operation: STORE_OPERATIONS,
    kind: [/^(?:store|graph|run|output|backup)-[a-z-]+$/, 'fault', 'minor', 'major', 'incremental', 'weakcb'],
    pool: POOLS,
    le: [NUMBER],
    quantile: [NUMBER],
    version: [/^v?\d+\.\d+\.\d+$/],
    major: [NUMBER],
    minor: [NUMBER],
    patch: [NUMBER],
    space: [/^[a-z_]+$/],
    type: [/^[A-Za-z]+$/],
  }
}

/** Label values of a text of metrics that are in no closed set. */
export async function openLabels(server: FastifyInstance, text: string): Promise<string[]> {
  const sets = await closedSets(server)
  const isClosed = (label: string, value: string) =>
    (sets[label] ?? []).some((one) => (typeof one === 'string' ? one === value : one.test(value)))
  return samplesOf(text).flatMap(({ name, labels }) =>
    Object.entries(labels).flatMap(([label, value]) =>
      isClosed(label, value) ? [] : [`${name}{${label}=${JSON.stringify(value)}}`],
    ),
  )
}
