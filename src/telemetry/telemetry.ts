import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Metrics } from './metrics.ts'
import { allOf, type Observer } from './observer.ts'
import type { Traces } from './traces.ts'

export interface Telemetry {
  readonly observer: Observer
  /** Undefined where METRICS is off. */
  readonly metrics: Metrics | undefined
  /** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly traces: Traces | undefined
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * What the settings ask for; what they do not ask for is not even loaded.
 *
 * @param process whether the process itself is measured, which only the one that owns it should
 */
export async function openTelemetry(config: Config, { process }: { process: boolean }): Promise<Telemetry> {
  const { otelExporterOtlpEndpoint: endpoint, otelServiceName: serviceName, traceShareBasisPoints } = config
  const metrics = config.metrics === 'on' ? new (await import('./metrics.ts')).Metrics({ version, process }) : undefined
  const onLost = (spans: number) => metrics?.observer.spansLost(spans)
  const traces =
    endpoint === undefined
      ? undefined
      : new (await import('./traces.ts')).Traces({
          version,
          serviceName,
          endpoint,
          shareBasisPoints: traceShareBasisPoints,
          onLost,
        })
  return { observer: allOf([metrics, traces].flatMap((one) => one?.observer ?? [])), metrics, traces }
}
