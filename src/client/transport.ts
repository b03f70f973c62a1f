import { setTimeout as wait } from 'node:timers/promises'
import { type Dispatcher, request } from 'undici'
import { StowageConnectionError, StowageError } from './errors.ts'
import { type RetryPolicy, retryAfterMs, retryDelay } from './retry.ts'
import type { Problem } from './types.ts'
import type { LineUpload } from './upload.ts'

export interface Connection {
  /** Address of the service; a path of it stands before that of each operation. */
  readonly url: URL
  readonly dispatcher: Dispatcher
  readonly headers: Readonly<Record<string, string>>
}

/** How one call is made. */
export interface CallLimits extends RetryPolicy {
  /** Milliseconds that an attempt may take, its answer included; for lines, that the connection may be silent. */
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

export interface Call {
  readonly method: Dispatcher.HttpMethod
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | LineUpload | undefined
  /** Statuses of 400 and more whose body is an answer all the same. */
  readonly answers?: readonly number[]
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly header: (name: string) => string | undefined
}

/**
 * Sends until an answer comes that is no reason to send again.
 *
 * @throws StowageError the request was refused
 * @throws StowageConnectionError no answer came whole
 * @throws DOMException `TimeoutError`; the reason of the signal, where that is aborted; what the caller's lines throw
 */
export async function send(connection: Connection, call: Call, limits: CallLimits): Promise<Answer> {
  const { method, body } = call
  for (let made = 0; ; made++) {
    try {
      return await attempt(connection, call, limits)
    } catch (error) {
      const again = typeof body !== 'object' || body instanceof Uint8Array || body.again
      const delay = retryDelay(error, { method, again }, made, limits, Math.random())
      if (delay === undefined) throw error
      await pause(delay, limits.signal)
    }
  }
}

async function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delay, undefined, signal && { signal })
  } catch (error) {
    // What the signal was aborted with, as in every other place.
    signal?.throwIfAborted()
    throw error
  }
}

async function attempt(connection: Connection, call: Call, { timeoutMs, signal }: CallLimits): Promise<Answer> {
  signal?.throwIfAborted()
  const { body, method, path } = call
  const upload = body === undefined || typeof body === 'string' || body instanceof Uint8Array ? undefined : body
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`The service did not answer within ${timeoutMs} ms.`, 'TimeoutError'))
  }, timeoutMs)
  try {
    const answer = await request(new URL(connection.url.pathname.replace(/\/$/, '') + path, connection.url), {
      method,
      dispatcher: connection.dispatcher,
      headers: { ...connection.headers, ...call.headers },
      body: upload ? upload.stream(() => void timer.refresh()) : ((body as string | Uint8Array | undefined) ?? null),
      signal: signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]),
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const text = await answer.body.text()
    const header = (name: string) => {
      const value = answer.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    }
    if (answer.statusCode >= 300 && !call.answers?.includes(answer.statusCode))
      throw new StowageError(
        answer.statusCode,
        problemOf(text, header),
        retryAfterMs(header('retry-after'), Date.now()),
      )
    return { status: answer.statusCode, text, header }
  } catch (error) {
    signal?.throwIfAborted()
    limit.signal.throwIfAborted()
    if (error instanceof StowageError) throw error
    upload?.throwFailure()
    throw isCoded(error) ? new StowageConnectionError(error) : error
  } finally {
    clearTimeout(timer)
  }
}

function problemOf(text: string, header: Answer['header']): Problem | undefined {
  if (!header('content-type')?.startsWith('application/problem+json')) return undefined
  try {
    return JSON.parse(text) as Problem
  } catch {
    // The status still tells the caller more than a broken document does.
    return undefined
  }
}

function isCoded(error: unknown): error is Error & { code: string } {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'string'
}
