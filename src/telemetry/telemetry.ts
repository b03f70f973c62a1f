import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Metrics } from './metrics.ts'
import { allOf, type Observer } from './observer.ts'

export interface Telemetry {
  readonly observer: Observer
  /** Undefined where METRICS is off. */
  readonly metrics: Metrics | undefined
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
  const metrics = config.metrics === 'on' ? new (await import('./metrics.ts')).Metrics({ version, process }) : undefined
  return { observer: allOf(metrics === undefined ? [] : [metrics.observer]), metrics }
}
