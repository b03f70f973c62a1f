import { Agent } from 'undici'
import { addressOf } from './address.ts'
import { type CallOptions, type ClientOptions, limitsOf } from './options.ts'
import { type Answer, type Call, type Connection, send } from './transport.ts'
import { OPERATIONS } from './types.ts'

/** What of a call is its own. */
export interface CallParts {
  /** Of the path, in its order. */
  readonly names?: readonly string[]
  readonly query?: object | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  readonly body?: Call['body']
  readonly headers?: Readonly<Record<string, string>>
  readonly answers?: readonly number[]
}

/** Makes calls of one service by the names of their operations. */
export class Caller {
  readonly #connection: Connection
  readonly #limits: ReturnType<typeof limitsOf>

  constructor(options: ClientOptions) {
    const { url, apiKey, headers, dispatcher } = options
    this.#limits = limitsOf(options)
    this.#connection = {
      url: new URL(url),
      dispatcher: dispatcher ?? new Agent(),
      headers: { ...headers, ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) },
    }
  }

  async answer(name: keyof typeof OPERATIONS, parts: CallParts, options: CallOptions): Promise<Answer> {
    const { method, path } = OPERATIONS[name]
    const { names, query, json, body, headers, answers } = parts
    const call = {
      method,
      path: addressOf(path, names, query as Parameters<typeof addressOf>[2]),
      headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: json === undefined ? body : JSON.stringify(json),
      ...(answers && { answers }),
    }
    return send(this.#connection, call, { ...limitsOf(options, this.#limits), signal: options.signal })
  }

  async json<Value>(name: keyof typeof OPERATIONS, parts: CallParts, options: CallOptions): Promise<Value> {
    const { text } = await this.answer(
      name,
      { ...parts, headers: { accept: 'application/json', ...parts.headers } },
      options,
    )
    return (text === '' ? undefined : JSON.parse(text)) as Value
  }

  async close(): Promise<void> {
    await this.#connection.dispatcher.close()
  }
}
