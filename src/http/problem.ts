import { CoreError, type ErrorClass, type FieldError } from '../core/core-error.ts'
import type { PacketOutcome } from '../core/packet.ts'
import { KeptGraphError } from '../kept-graph-error.ts'
import { PatternError } from '../redaction/caller-patterns.ts'
import { StoreError, type StoreErrorCode } from '../store/store-error.ts'

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** What a problem document holds beside the members that RFC 9457 defines. */
export interface ProblemExtensions {
  readonly errors?: readonly FieldError[]
  /** How many faults there are where `errors` does not list them all. */
  readonly errorCount?: number
  readonly [member: string]: unknown
}

/** The arguments that a problem is made of. */
export type ProblemMembers = ConstructorParameters<typeof Problem>

/** A refusal on its way to the client. Its detail is written for the client and never logged. */
export class Problem extends Error {
  readonly statusCode: number
  readonly code: string
  readonly class: ErrorClass
  readonly extensions: ProblemExtensions
  readonly headers: Readonly<Record<string, string>>

  constructor(
    statusCode: number,
    code: string,
    errorClass: ErrorClass,
    detail: string,
    extensions: ProblemExtensions = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail)
    this.name = 'Problem'
    this.statusCode = statusCode
    this.code = code
    this.class = errorClass
    this.extensions = extensions
    this.headers = headers
  }

  /** The problem as plain data, to cross from one thread to another. */
  members(): ProblemMembers {
    const { statusCode, code, class: errorClass, message, extensions, headers } = this
    return [statusCode, code, errorClass, message, extensions, headers]
  }

  /** @param requestId names the occurrence */
  document(requestId: string) {
    return {
      type: `urn:stowage:problem:${this.code}`,
      title: TITLES[this.code] ?? this.code,
      status: this.statusCode,
      detail: this.message,
      instance: `urn:stowage:request:${requestId}`,
      code: this.code,
      class: this.class,
      // The same request meets the same refusal, unless it was the service that had no room or failed.
      retryable: this.class === 'capacity' || this.class === 'internal',
      ...this.extensions,
    }
  }
}

/** One line for each code that an answer can carry; docs and README list the same. */
export const TITLES: Readonly<Record<string, string>> = {
  'action-not-allowed': 'The key does not allow this',
  'batch-too-large': 'The budget is too small for so many outputs',
  'body-not-gzip': 'The body is not gzip',
  'body-not-utf8': 'The body is not UTF-8',
  'body-invalid-json': 'The body is not JSON',
  'body-forbidden-key': 'The body holds a forbidden key',
  'body-too-deep': 'The body is nested too deeply',
  'body-too-large': 'The body is too large',
  'bodies-busy': 'There is no memory for this body now',
  'connections-busy': 'There are too many connections',
  'content-encoding-unsupported': 'The content encoding is not supported',
  'deadline-passed': 'Nobody waits for the answer any more',
  'expectation-unmet': 'The expectation cannot be met',
  'explorer-not-built': 'The explorer is not built here',
  'file-path-duplicate': 'Files share a path',
  'file-path-invalid': 'Files have a path that cannot be used',
  'file-path-too-long': 'Files have a path that is too long',
  'field-too-long': 'A field of the graph is too long',
  'graph-duplicate-path': 'Pages of the graph share a path',
  'cursor-unknown': 'The cursor is not one that this listing gave',
  'graph-empty-path': 'Pages of the graph have no path',
  'graph-quota': 'There is no room for this graph',
  'graph-revision-conflict': 'The revision has other content',
  'graph-revision-unknown': 'The graph has no such revision',
  'graph-too-large': 'The graph is too large',
  'graph-unknown': 'There is no such graph',
  'header-too-large': 'The header of the request is too large',
  'http-malformed': 'The request is not HTTP',
  'key-attempts-exceeded': 'Too many keys were none',
  'key-missing': 'A key is needed',
  'key-unknown': 'The key is not known',
  'loop-busy': 'There is no room for this request now',
  'media-type-unsupported': 'The media type is not supported',
  'method-not-allowed': 'The method is not allowed here',
  'output-unknown': 'There is no such output',
  'preflight-budget-exceeded': 'The packet does not fit the budget',
  'preflight-internal-failure': 'The service failed',
  'preflight-target-unbound': 'No target is in the graph',
  'prior-mismatch': 'The report is not that of this output',
  'range-unsatisfiable': 'The range holds nothing',
  'request-invalid': 'The request does not match its schema',
  'request-timeout-invalid': 'The header Request-Timeout holds no time',
  'request-timeout': 'The request took too long to arrive',
  'requests-busy': 'There is no room for this request now',
  'run-not-recorded': 'The record could not be kept',
  'run-unknown': 'There is no such run',
  'step-too-large': 'The step names too many pages',
  'store-unavailable': 'The store does not answer',
  'route-not-found': 'There is nothing at this address',
  'tenant-rate-exceeded': 'The tenant sends too many requests',
  'work-timeout': 'The work took too long',
  'workers-busy': 'There is no room for this request now',
}

/** The problem that a core error is over HTTP. */
export function problemOfCoreError(error: CoreError): Problem {
  const status = error.class === 'conflict' ? 409 : 422
  const errorCount = error.count > error.errors.length ? { errorCount: error.count } : {}
  return new Problem(status, error.code, error.class, error.message, { errors: error.errors, ...errorCount })
}

export function problemOfRefusal(outcome: Extract<PacketOutcome, { kind: 'refused' }>, more: object = {}): Problem {
  const { contextPreflight, budget, graphIssues } = outcome
  return new Problem(422, outcome.code, outcome.class, outcome.detail, {
    contextPreflight,
    budget,
    graphIssues,
    ...more,
  })
}

/** Any error that reaches the transport. Undefined: a fault of the service, which its own message must not explain. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof CoreError) return problemOfCoreError(error)
  if (error instanceof PatternError) return problemOfPattern(error)
  if (error instanceof KeptGraphError) return problemOfKeptGraph(error)
  if (error instanceof StoreError) return STORE_PROBLEMS[error.code]?.(error)
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return undefined
  // Codes of zlib.
  if (code.startsWith('Z_'))
    return new Problem(400, 'body-not-gzip', 'request', 'The body is not the gzip that its header says it is.')
  return FRAMEWORK_PROBLEMS[code]?.()
}

function problemOfPattern({ index, message }: PatternError): Problem {
  const errors = [{ path: `/redact/patterns/${index}/pattern`, message }]
  return new Problem(400, 'request-invalid', 'request', 'A pattern of the redaction cannot be used.', { errors })
}

/** @param action what the key would have to allow */
export function actionNotAllowed(action: string): Problem {
  const challenge = `${CHALLENGE}, error="insufficient_scope", scope="${action}"`
  const detail = `The key does not allow the action ${JSON.stringify(action)}, which this request needs.`
  return new Problem(403, 'action-not-allowed', 'auth', detail, { action }, { 'www-authenticate': challenge })
}

/** What asks for a key, RFC 6750. */
const CHALLENGE = 'Bearer realm="stowage"'

export function keyMissing(): Problem {
  const detail = 'Send a key: Authorization: Bearer <key>.'
  return new Problem(401, 'key-missing', 'auth', detail, {}, { 'www-authenticate': CHALLENGE })
}

export function keyUnknown(): Problem {
  const detail = 'The key is not one that this service knows, or it has expired.'
  const challenge = `${CHALLENGE}, error="invalid_token"`
  return new Problem(401, 'key-unknown', 'auth', detail, {}, { 'www-authenticate': challenge })
}

/** @param seconds after which the next one is heard */
export function keyAttemptsExceeded(seconds: number): Problem {
  const detail = `Too many keys that are none came from this address (KEY_ATTEMPTS_PER_MINUTE). Wait ${seconds} s.`
  return new Problem(429, 'key-attempts-exceeded', 'auth', detail, {}, { 'retry-after': String(seconds) })
}

/** @param seconds after which there is room in the rate again */
export function tenantRateExceeded(rate: number, seconds: number, headers: Readonly<Record<string, string>>): Problem {
  const detail = `The tenant sends more than ${rate} requests a second (TENANT_REQUESTS_PER_SECOND, or the file of keys). Wait ${seconds} s.`
  return new Problem(
    429,
    'tenant-rate-exceeded',
    'capacity',
    detail,
    {},
    { ...headers, 'retry-after': String(seconds) },
  )
}

const NO_ROOM = {
  loop: ['loop-busy', 'More requests wait than the service gets through in time (LOOP_WAIT_MS).'],
  requests: ['requests-busy', 'As many requests as may be are worked on (MAX_REQUESTS).'],
  bytes: [
    'bodies-busy',
    'The bodies of the requests that are worked on take all the memory that they may (MAX_BODY_BYTES_HELD).',
  ],
  connections: ['connections-busy', 'As many clients as may be are connected (MAX_CONNECTIONS).'],
} as const

/** The refusal of a request for which there is no room now. */
export function noRoom(missing: keyof typeof NO_ROOM): Problem {
  const [code, why] = NO_ROOM[missing]
  return new Problem(503, code, 'capacity', `${why} Send the request again later.`, {}, { 'retry-after': '1' })
}

/** @param setting or header that gave the time */
export function deadlinePassed(ms: number, setting: string): Problem {
  const detail = `The answer was not there within ${ms} ms (${setting}). The work on it was stopped.`
  return new Problem(503, 'deadline-passed', 'capacity', detail)
}

export function requestTimeoutInvalid(given: string): Problem {
  const message = 'must be seconds above 0, with up to three decimals'
  const detail = `The header Request-Timeout is ${JSON.stringify(given.slice(0, 64))}: it ${message}.`
  return new Problem(400, 'request-timeout-invalid', 'request', detail)
}

/** @param reason code of the error that kept the record from being kept */
export function runNotRecorded(reason: string): Problem {
  const detail =
    'The step has a run, its record could not be kept, and this service answers no step without one (RUNS_REQUIRED).'
  return new Problem(
    503,
    'run-not-recorded',
    'capacity',
    detail,
    { recorded: false, recordFault: reason },
    { 'retry-after': '1' },
  )
}

function notJson(): Problem {
  const detail = 'Send the body as application/json.'
  return new Problem(415, 'media-type-unsupported', 'request', detail, {}, { accept: 'application/json' })
}

const FRAMEWORK_PROBLEMS: Readonly<Record<string, () => Problem>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: notJson,
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Problem(413, 'body-too-large', 'bound', 'The body is larger than this service takes (BODY_LIMIT_BYTES).'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem(400, 'http-malformed', 'request', 'The body is not as long as its Content-Length says.'),
  FST_ERR_BAD_URL: () => new Problem(400, 'http-malformed', 'request', 'The path of the address cannot be decoded.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem(414, 'http-malformed', 'bound', 'A part of the path is too long.'),
}

function problemOfKeptGraph({ code, message, revisions }: KeptGraphError): Problem {
  if (code === 'graph-unknown') return new Problem(404, code, 'request', message)
  return new Problem(409, code, 'conflict', message, { revisions })
}

export function runUnknown(runId: string): Problem {
  return new Problem(404, 'run-unknown', 'request', `There is no run ${JSON.stringify(runId)}.`)
}

export function outputUnknown(ref: string): Problem {
  const detail = `There is no kept output ${JSON.stringify(ref)}: it was never kept, or it is gone (TOOL_OUTPUT_HOURS).`
  return new Problem(404, 'output-unknown', 'request', detail)
}

/** @param bytes size of the whole output */
export function rangeUnsatisfiable(bytes: number): Problem {
  const detail = `Nothing of the output lies in that range: it has ${bytes} bytes, and a range holds whole characters.`
  return new Problem(416, 'range-unsatisfiable', 'request', detail, {}, { 'content-range': `bytes */${bytes}` })
}

/** What a client can know of the store's errors; the others are faults of the service. */
const STORE_PROBLEMS: Readonly<Partial<Record<StoreErrorCode, (error: StoreError) => Problem>>> = {
  'graph-revision-conflict': ({ code, message }) =>
    new Problem(
      409,
      code,
      'conflict',
      `${message}. A revision once named is immutable: give the new content a new name.`,
    ),
  'graph-quota': ({ code, message }) =>
    new Problem(422, code, 'bound', `There is no room: ${message} (GRAPH_STORE_BYTES).`),
  'graph-too-large': ({ code, message }) => new Problem(422, code, 'bound', `${message}.`),
  // A name or a number that no schema could check, as the revision in the lines of a graph.
  'store-bounds': ({ message }) => new Problem(400, 'request-invalid', 'request', `${message}.`),
  'store-cursor': ({ message }) => new Problem(400, 'cursor-unknown', 'request', `${message}.`),
  'store-busy': storeUnavailable,
  'store-unavailable': storeUnavailable,
}

function storeUnavailable(): Problem {
  const detail = 'The store does not answer now. Nothing was changed.'
  return new Problem(503, 'store-unavailable', 'capacity', detail, {}, { 'retry-after': '1' })
}

/** What a client is told of a fault of the service. */
export function internalProblem(): Problem {
  const detail = 'The service failed on this request. The log has the request id with the place of the fault.'
  return new Problem(500, 'preflight-internal-failure', 'internal', detail)
}
