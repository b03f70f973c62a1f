import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { answerCheck, type Documented } from '../http/answer-check.ts'
import { type ApiDocument, KEPT_REF, type Sent, type Shot, shotsOver } from './requests.ts'
import { type Answer, Wire } from './wire.ts'

export interface Fuzzed {
  /** Requests that were sent whole. */
  readonly requests: number
  /** How many answers each operation gave, by `METHOD /path status`. */
  readonly answers: ReadonlyMap<string, number>
  readonly faults: readonly Fault[]
}

export interface Fault {
  readonly what: string
  /** What was sent over the connection. */
  readonly sent: Buffer
}

export interface FuzzOptions {
  readonly port: number
  readonly document: ApiDocument & Documented
  readonly requests: number
  readonly seed: number
  /** Keys of the service, where it needs one. */
  readonly keys?: readonly string[]
  /** Longest wait for an answer, in milliseconds. */
  readonly patienceMs?: number
  /** Called before each batch of requests with how many were sent so far. */
  readonly onBatch?: (sent: number) => Promise<void>
}

const CONNECTIONS = 12
const BATCH = 300
/** After so many it is clear that something is wrong. */
const MOST_FAULTS = 20
const PATIENCE_MS = 30_000
/** Of requests that no route was asked about: no HTTP, no such address or method, too long, too late. */
const REFUSED_EARLY = [400, 404, 405, 408, 413, 414, 415, 417, 431]

/**
 * Sends requests of every kind to a service and judges what comes back: no answer above 499 but those that say that the time
 * which the request itself gave was over, each as its own document describes it, and no request without an answer.
 */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const { port, document, requests, seed, keys, patienceMs = PATIENCE_MS, onBatch = async () => {} } = options
  const shots = shotsOver(document, keys)
  const judge = new Judge(document)
  const wires = Array.from({ length: CONNECTIONS }, () => new Wire(port, patienceMs))
  let sent = 0
  for (let batch = 0; sent < requests && judge.faults.length < MOST_FAULTS; batch++) {
    await onBatch(sent)
    const queue = fc.sample(shots, { numRuns: BATCH, seed: seed + batch })
    await Promise.all(
      wires.map(async (wire) => {
        for (let shot = queue.pop(); shot !== undefined && sent < requests; shot = queue.pop()) {
          const named = judge.withKeptName(shot)
          sent += named.requests.length
          await fire(wire, named, judge)
        }
      }),
    )
    await turn()
  }
  for (const wire of wires) wire.close()
  return { requests: sent, answers: judge.counts, faults: judge.faults }
}

async function fire(wire: Wire, { requests, cutAfter }: Shot, judge: Judge): Promise<void> {
  const bytes = Buffer.concat(requests.map((request) => request.bytes))
  if (cutAfter !== undefined) return wire.cut(bytes.subarray(0, cutAfter))
  const { answers, end } = await wire.send(
    bytes,
    requests.map(({ method }) => method),
  )
  for (const [i, answer] of answers.entries()) judge.look(requests[i] as Sent, answer)
  // What follows an answer that ends the connection was not heard.
  const isOver = answers.at(-1)?.headers.get('connection') === 'close'
  if (end !== 'answered' && !isOver) judge.fault(`${requests.length - answers.length} without an answer: ${end}`, bytes)
}

class Judge {
  readonly faults: Fault[] = []
  readonly counts = new Map<string, number>()
  readonly #check: ReturnType<typeof answerCheck>
  readonly #routes: readonly { readonly route: string; readonly pattern: RegExp }[]
  readonly #paths: Documented['paths']
  #kept = KEPT_REF

  constructor(document: ApiDocument & Documented) {
    this.#check = answerCheck(document)
    this.#paths = document.paths
    const paths = Object.keys(document.paths).toSorted((a, b) => a.split('{').length - b.split('{').length)
    this.#routes = paths.map((route) => ({ route, pattern: new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  }

  fault(what: string, sent: Buffer): void {
    this.faults.push({ what, sent })
  }

  /** The shot with the name of an output that was kept in place of {@link KEPT_REF}. */
  withKeptName(shot: Shot): Shot {
    const named = ({ bytes, method, path }: Sent): Sent => {
      const at = path?.includes(KEPT_REF) ? bytes.indexOf(KEPT_REF) : -1
      if (at === -1) return { bytes, method, path }
      const changed = Buffer.from(bytes)
      changed.write(this.#kept, at, 'latin1')
      return { bytes: changed, method, path }
    }
    return { ...shot, requests: shot.requests.map(named) }
  }

  look(request: Sent, answer: Answer): void {
    const { status, headers } = answer
    const { method, path = '' } = request
    const route = this.#routeAt(method, path)
    const name = `${method} ${route ?? 'elsewhere'} ${status}`
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    const body = answer.body.toString()
    if (status >= 500 && !isOfItsOwnTime(request, body)) this.fault(`${name}: ${body.slice(0, 500)}`, request.bytes)
    const kept = /"ref":"([0-9a-f]{64})"/.exec(body)?.[1]
    if (kept !== undefined) this.#kept = kept
    if (answer.body.length === 0 && (method === 'HEAD' || status === 204 || status === 304)) return
    const type = headers.get('content-type') ?? ''
    for (const violation of this.#violations(request, status, type, body)) this.fault(violation, request.bytes)
  }

  /** The route of an address: of several the one that has the method, else the one with the fewest parameters. */
  #routeAt(method: string, path: string): string | undefined {
    const fitting = this.#routes.filter(({ pattern }) => pattern.test(path))
    const hasMethod = ({ route }: { route: string }) => this.#paths[route]?.[method.toLowerCase()] !== undefined
    return (fitting.find(hasMethod) ?? fitting[0])?.route
  }

  #violations({ method, path = '' }: Sent, status: number, type: string, body: string): string[] {
    try {
      return this.#check(method, this.#routeOf(method, path, status), status, type, body)
    } catch (error) {
      return [`${method} ${path} ${status} ${type}: ${error}`]
    }
  }

  /** The declared route that answered; undefined where the request was refused before it reached one. */
  #routeOf(method: string, path: string, status: number): string | undefined {
    if (path === '/openapi.json' || path.startsWith('/docs')) return path
    const route = this.#routeAt(method, path)
    const declared = this.#paths[route ?? '']?.[method.toLowerCase()]?.responses
    const isRefused = REFUSED_EARLY.includes(status)
    return isRefused && declared?.[status] === undefined ? undefined : route
  }
}

/** Whether a 503 is what the request itself asked for with the time that it gave. */
function isOfItsOwnTime({ bytes }: Sent, body: string): boolean {
  return bytes.includes('request-timeout: ') && body.includes('"code":"deadline-passed"')
}
