import type { Problem } from './types.ts'

type ErrorClass = Problem['class']

/** The service, or something between it and the caller, refused the request. */
export class StowageError extends Error {
  override readonly name = 'StowageError'
  /** HTTP status of the answer. */
  readonly status: number
  /** Stable, what a program looks at; `http-<status>` where what answered was not the service. */
  readonly code: string
  /** What kind of refusal it is. */
  readonly class: ErrorClass
  /** False where the same request meets the same refusal again. */
  readonly retryable: boolean
  /** Milliseconds that the answer asked to wait, from its Retry-After. */
  readonly retryAfterMs: number | undefined
  /** The whole problem document (RFC 9457); undefined where the answer was none. */
  readonly problem: Problem | undefined

  constructor(status: number, problem: Problem | undefined, retryAfterMs: number | undefined) {
    super(problem?.detail ?? `The answer has status ${status} and is no problem document.`)
    this.status = status
    this.code = problem?.code ?? `http-${status}`
    this.class = problem?.class ?? classOf(status)
    this.retryable = problem?.retryable ?? this.class === 'capacity'
    this.retryAfterMs = retryAfterMs
    this.problem = problem
  }

  /** Of a refused step: the budget, its share and the window it came from. */
  get budget(): Problem['budget'] {
    return this.problem?.budget
  }

  /** Of a refused step: what it did not get, with its `limit`. */
  get contextPreflight(): Problem['contextPreflight'] {
    return this.problem?.contextPreflight
  }

  /** Of a step over its budget: the limit by name, the tokens it allows, the tokens it would take. */
  get limit() {
    return this.contextPreflight?.limit
  }
}

/** No answer came whole: the service cannot be reached, or the connection was lost. */
export class StowageConnectionError extends Error {
  override readonly name = 'StowageConnectionError'
  /** As Node or undici names it, such as ECONNREFUSED. */
  readonly code: string
  /** Whether nothing of the request was sent, so that it cannot have had an effect. */
  readonly unsent: boolean

  constructor(cause: Error & { code: string }) {
    super(`No answer from the service: ${cause.message || cause.code}`, { cause })
    this.code = cause.code
    this.unsent = NEVER_CONNECTED.has(cause.code)
  }
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
const OVERLOADED = new Set([429, 502, 503, 504])

function classOf(status: number): ErrorClass {
  if (OVERLOADED.has(status)) return 'capacity'
  if (status === 401 || status === 403) return 'auth'
  return status < 500 ? 'request' : 'internal'
}
