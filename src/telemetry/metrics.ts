import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Figures } from './figures.ts'
import { methodLabel, routeLabel, statusLabel } from './labels.ts'
import type { Observer } from './observer.ts'
import { watchFigures, watchStore } from './watched.ts'

/** Seconds; from what one short step takes to what the longest request may. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const STAGE_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60]
const BUDGET_SHARES = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]

export interface MetricsOptions {
  readonly version: string
  /** Whether the process itself is measured too: memory, CPU, event loop, garbage collection. */
  readonly process: boolean
}

/** What `/metrics` answers, in the text form of Prometheus. */
export class Metrics {
  readonly #registry = new Registry()
  readonly observer: Observer

  constructor({ version, process }: MetricsOptions) {
    const registers = [this.#registry]
    new Gauge({
      name: 'stowage_info',
      help: 'The version that runs; always 1.',
      labelNames: ['version'],
      registers,
    }).set({ version }, 1)
    if (process) collectDefaultMetrics({ register: this.#registry })
    this.observer = promObserver(this.#registry)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /**
   * From now on these are read whenever somebody asks for the metrics.
   *
   * @param check rejects where the store does not answer
   */
  watch(figures: () => Figures, check: () => Promise<void>): void {
    watchFigures(this.#registry, figures)
    watchStore(this.#registry, check)
  }
}

function promObserver(registry: Registry): Observer {
  const registers = [registry]
  const inFlight = new Gauge({
    name: 'stowage_requests_in_flight',
    help: 'Requests that are not answered yet.',
    registers,
  })
  const requests = new Histogram({
    name: 'stowage_request_duration_seconds',
    help: 'Requests by method, template of the route and status, from their header to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const stages = new Histogram({
    name: 'stowage_stage_duration_seconds',
    help: 'Parts of the work on requests, in the event loop and in threads.',
    labelNames: ['stage'],
    buckets: STAGE_SECONDS,
    registers,
  })
  const jobs = new Counter({
    name: 'stowage_jobs_total',
    help: 'Jobs that were given to threads, by how they ended.',
    // Not `job`, which is Prometheus's own name for what it scrapes.
    labelNames: ['task', 'end'],
    registers,
  })
  const packets = new Counter({
    name: 'stowage_packets_total',
    help: 'Packets by what became of them and by the limit that they met.',
    labelNames: ['outcome', 'limit'],
    registers,
  })
  const budgetUse = new Histogram({
    name: 'stowage_packet_budget_use_ratio',
    help: 'Tokens of a packet as a share of its budget.',
    buckets: BUDGET_SHARES,
    registers,
  })
  const cuts = new Counter({
    name: 'stowage_tool_outputs_total',
    help: 'Tool outputs by how they were cut and to which limit; none: within all of them.',
    labelNames: ['strategy', 'limit'],
    registers,
  })
  const bytesIn = new Counter({
    name: 'stowage_tool_output_bytes_total',
    help: 'Bytes of tool outputs that came in.',
    registers,
  })
  const bytesKept = new Counter({
    name: 'stowage_tool_output_kept_bytes_total',
    help: 'Bytes of them that the answers hold.',
    registers,
  })
  const storeCalls = new Histogram({
    name: 'stowage_store_duration_seconds',
    help: 'Calls of the store, also those that failed.',
    labelNames: ['operation'],
    buckets: STAGE_SECONDS,
    registers,
  })
  const storeErrors = new Counter({
    name: 'stowage_store_errors_total',
    help: 'Calls of the store that failed, by kind.',
    labelNames: ['operation', 'kind'],
    registers,
  })
  const spansLost = new Counter({
    name: 'stowage_spans_lost_total',
    help: 'Spans of traces that the receiver did not take.',
    registers,
  })
  const observeStage: Observer['stage'] = ({ stage, from, to }) => stages.observe({ stage }, (to - from) / 1000)
  return {
    stage: observeStage,
    requestBegins: () => inFlight.inc(),
    request({ method, route, status, durationMs }) {
      inFlight.dec()
      const labels = { method: methodLabel(method), route: routeLabel(route), status: statusLabel(status) }
      requests.observe(labels, durationMs / 1000)
    },
    job({ job, end, from, worked }) {
      jobs.inc({ task: job, end })
      if (worked === undefined) return
      observeStage({ stage: 'queue', from, to: Math.max(from, worked.from) })
      worked.stages.forEach(observeStage)
    },
    packet({ outcome, limit, budgetUse: share }) {
      packets.inc({ outcome, limit })
      if (share !== undefined) budgetUse.observe(share)
    },
    cut(seen) {
      cuts.inc({ strategy: seen.strategy, limit: seen.limit })
      bytesIn.inc(seen.bytesIn)
      bytesKept.inc(seen.bytesKept)
    },
    storeCall({ operation, from, to, error }) {
      storeCalls.observe({ operation }, (to - from) / 1000)
      if (error !== undefined) storeErrors.inc({ operation, kind: error })
    },
    spansLost: (count) => spansLost.inc(count),
  }
}
