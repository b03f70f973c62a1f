import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { now } from './clock.ts'
import { methodLabel } from './labels.ts'
import { type Observer, type RequestSeen, SILENT, type Span as Times } from './observer.ts'
import type { TraceContext } from './trace-context.ts'

export interface TracesOptions {
  readonly version: string
  readonly serviceName: string
  /** Base of an OTLP/HTTP receiver; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  /** Of the traces that begin here, in basis points; of others their caller decides. */
  readonly shareBasisPoints: number
  /** Told how many spans could not be sent. */
  readonly onLost: (spans: number) => void
}

/** What the receiver may take for one batch, and what is waited for it at the end of the process. */
const SEND_MS = 5000
const LAST_SEND_MS = 1000
/** Spans that wait to be sent; more are lost. */
const MOST_WAITING = 4096
/** Longest text of an attribute; none that is set here comes near. */
const ATTRIBUTE_CHARACTERS = 256

/** Sends spans to an OTLP/HTTP receiver. Loaded only where one is configured. */
export class Traces {
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  /** The request that the code at work is at work for. */
  readonly #current = new AsyncLocalStorage<RequestTrace>()
  /** Told of the request at work. */
  readonly observer: Observer

  constructor(options: TracesOptions) {
    const { version, serviceName, endpoint, shareBasisPoints, onLost } = options
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(shareBasisPoints / 10_000) }),
      spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS },
      spanProcessors: [sender(new OTLPTraceExporter({ url, timeoutMillis: SEND_MS }), onLost)],
    })
    this.#tracer = this.#provider.getTracer('stowage', version)
    this.observer = spanObserver(() => this.#current.getStore())
  }

  /** @param given where the caller's trace stands; undefined where one begins here */
  begin(given: TraceContext | undefined): RequestTrace {
    return new RequestTrace(this.#tracer, this.#current, given)
  }

  /** Sends what has ended so far. */
  async flush(): Promise<void> {
    await this.#provider.forceFlush()
  }

  /** Sends what is left; what the receiver does not take soon is lost. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_SEND_MS)
    })
    await Promise.race([this.#provider.shutdown(), late])
    clearTimeout(timer)
  }
}

/** The span of a request, and those below it. */
export class RequestTrace {
  readonly #tracer: Tracer
  readonly #current: AsyncLocalStorage<RequestTrace>
  readonly #span: Span
  readonly #context: Context
  /** Milliseconds from those of {@link now} to those since 1970; the same for all spans of a request. */
  readonly #epoch = Date.now() - now()

  constructor(tracer: Tracer, current: AsyncLocalStorage<RequestTrace>, given: TraceContext | undefined) {
    this.#tracer = tracer
    this.#current = current
    const options = { kind: SpanKind.SERVER, startTime: this.#epoch + now() }
    this.#span = tracer.startSpan('request', options, parentOf(given))
    this.#context = trace.setSpan(ROOT_CONTEXT, this.#span)
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  /** For the header of the answer: where the work stands in the trace. */
  get response(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  /** What `work` does, and what comes of it later, is done for this request. */
  run<Result>(work: () => Result): Result {
    return this.#current.run(this, work)
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes)
  }

  /** A span below that of the request, which is over. */
  child(name: string, times: Times, attributes: Attributes = {}, above = this.#context, failed = false): Context {
    if (!this.#span.isRecording()) return above
    const span = this.#tracer.startSpan(name, { startTime: this.#epoch + times.from, attributes }, above)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(this.#epoch + Math.max(times.from, times.to))
    return trace.setSpan(above, span)
  }

  end({ method, route, status }: RequestSeen, requestId: string): void {
    const label = methodLabel(method)
    this.#span.updateName(route === null ? label : `${label} ${route}`)
    this.#span.setAttributes({
      'http.request.method': label === 'other' ? '_OTHER' : label,
      'stowage.request_id': requestId,
      ...(route === null ? {} : { 'http.route': route }),
      ...(status === null ? { 'stowage.client_left': true } : { 'http.response.status_code': status }),
    })
    if (status !== null && status >= 500) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end(this.#epoch + now())
  }
}

function parentOf(given: TraceContext | undefined): Context {
  if (given === undefined) return ROOT_CONTEXT
  const { traceId, parentId, sampled, state } = given
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId: parentId,
    isRemote: true,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    ...(state === undefined ? {} : { traceState: createTraceState(state) }),
  })
}

function spanObserver(current: () => RequestTrace | undefined): Observer {
  return {
    ...SILENT,
    stage: (seen) => void current()?.child(seen.stage, seen),
    storeCall({ operation, error, ...times }) {
      const attributes = { 'stowage.store.operation': operation, ...(error && { 'error.type': error }) }
      current()?.child(`store ${operation}`, times, attributes, undefined, error !== undefined)
    },
    job({ job, end, worked, ...times }) {
      const at = current()
      const attributes = { 'stowage.job': job, 'stowage.job.end': end }
      const above = at?.child(`job ${job}`, times, attributes, undefined, end === 'failed')
      if (worked === undefined) return
      at?.child('queue', { from: times.from, to: worked.from }, {}, above)
      for (const seen of worked.stages) at?.child(seen.stage, seen, {}, above)
    },
    packet({ outcome, limit, budgetUse }) {
      const use = budgetUse === undefined ? {} : { 'stowage.packet.budget_use': budgetUse }
      current()?.set({ 'stowage.packet.outcome': outcome, 'stowage.packet.limit': limit, ...use })
    },
    cut({ strategy, limit, bytesIn, bytesKept }) {
      current()?.set({
        'stowage.cut.strategy': strategy,
        'stowage.cut.limit': limit,
        'stowage.cut.bytes_in': bytesIn,
        'stowage.cut.bytes_kept': bytesKept,
      })
    },
  }
}

/** Sends spans in batches; told of each that is lost, for want of room or of a receiver. */
function sender(exporter: SpanExporter, onLost: (spans: number) => void): SpanProcessor {
  let waiting = 0
  const told: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        waiting -= spans.length
        if (result.code !== 0) onLost(spans.length)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
  // Its own bound drops in silence, so it is never reached.
  const batches = new BatchSpanProcessor({
    exporter: told,
    exportTimeoutMillis: SEND_MS,
    maxQueueSize: 2 * MOST_WAITING,
  })
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
      if (waiting >= MOST_WAITING) return onLost(1)
      waiting++
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}
