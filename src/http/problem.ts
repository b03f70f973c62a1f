import { CoreError, type ErrorClass, type FieldError } from '../core/core-error.ts'
import type { PacketOutcome } from '../core/packet.ts'

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** What a problem document holds beside the members that RFC 9457 defines. */
export interface ProblemExtensions {
  readonly errors?: readonly FieldError[]
  /** How many faults there are where `errors` does not list them all. */
  readonly errorCount?: number
  readonly [member: string]: unknown
}

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
  'body-not-utf8': 'The body is not UTF-8',
  'body-invalid-json': 'The body is not JSON',
  'body-forbidden-key': 'The body holds a forbidden key',
  'body-too-deep': 'The body is nested too deeply',
  'body-too-large': 'The body is too large',
  'content-encoding-unsupported': 'The content encoding is not supported',
  'expectation-unmet': 'The expectation cannot be met',
  'field-too-long': 'A field of the graph is too long',
  'graph-duplicate-path': 'Pages of the graph share a path',
  'graph-empty-path': 'Pages of the graph have no path',
  'header-too-large': 'The header of the request is too large',
  'http-malformed': 'The request is not HTTP',
  'media-type-unsupported': 'The media type is not supported',
  'method-not-allowed': 'The method is not allowed here',
  'preflight-budget-exceeded': 'The packet does not fit the budget',
  'preflight-internal-failure': 'The service failed',
  'preflight-target-unbound': 'No target is in the graph',
  'request-invalid': 'The request does not match its schema',
  'request-timeout': 'The request took too long to arrive',
  'route-not-found': 'There is nothing at this address',
}

/** The problem that a core error is over HTTP. */
export function problemOfCoreError(error: CoreError): Problem {
  const status = error.class === 'conflict' ? 409 : 422
  const errorCount = error.count > error.errors.length ? { errorCount: error.count } : {}
  return new Problem(status, error.code, error.class, error.message, { errors: error.errors, ...errorCount })
}

export function problemOfRefusal(outcome: Extract<PacketOutcome, { kind: 'refused' }>): Problem {
  const { contextPreflight, budget, graphIssues } = outcome
  return new Problem(422, outcome.code, outcome.class, outcome.detail, { contextPreflight, budget, graphIssues })
}

/** Any error that reaches the transport. Undefined: a fault of the service, which its own message must not explain. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof CoreError) return problemOfCoreError(error)
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? FRAMEWORK_PROBLEMS[code]?.() : undefined
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

/** What a client is told of a fault of the service. */
export function internalProblem(): Problem {
  const detail = 'The service failed on this request. The log has the request id with the place of the fault.'
  return new Problem(500, 'preflight-internal-failure', 'internal', detail)
}
