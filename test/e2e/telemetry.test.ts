import { afterEach, expect, test } from 'vitest'
import { samplesOf } from '../http/exposition.ts'
import { otlpReceiver } from '../http/otlp-receiver.ts'
import { addressOf, endStarted, environment, post, start, startService, until } from './service-process.ts'

afterEach(endStarted)

/** Prints the address of each module that is loaded. */
const LOADED = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { process.stderr.write('loaded ' + url + '\\n'); return next(url, context) } })",
)}`

async function loadedBy(settings: Record<string, string>) {
  const started = start(process.execPath, ['--import', LOADED, 'src/main.ts'], {
    env: environment({ PORT: '0', ...settings }),
  })
  const address = await addressOf(started)
  await post(address, '/v1/packets', '{}')
  await fetch(`${address}/metrics`).then((answer) => answer.text())
  return started
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('loaded '))
}

test('METRICS=off loads nothing of the metrics, METRICS=on does', async () => {
  const off = await loadedBy({ METRICS: 'off' })
  expect(off.some((line) => line.includes('/src/http/app.ts'))).toBe(true)
  expect(off.filter((line) => /prom-client|telemetry\/metrics/.test(line))).toEqual([])
  const on = await loadedBy({})
  expect(on.some((line) => line.includes('prom-client'))).toBe(true)
})

test('without OTEL_EXPORTER_OTLP_ENDPOINT nothing that makes or sends traces is loaded', async () => {
  // What counts processor time loads the interface, which does nothing by itself.
  const ofTraces = /@opentelemetry\/(?!api\/)|telemetry\/traces/
  expect((await loadedBy({})).filter((line) => ofTraces.test(line))).toEqual([])
  const { endpoint } = await otlpReceiver()
  const on = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  expect(on.some((line) => line.includes('@opentelemetry/sdk-trace'))).toBe(true)
})

test('SIGTERM sends the spans that were not sent yet', async () => {
  const receiver = await otlpReceiver()
  const started = startService({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint })
  await post(await addressOf(started), '/v1/packets', '{}')
  started.child.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
  expect(receiver.spans().map(({ name }) => name)).toContain('POST /v1/packets')
})

test('a receiver that is not there holds neither a request nor the end of the process', async () => {
  const started = startService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const address = await addressOf(started)
  expect((await fetch(`${address}/livez`)).status).toBe(200)
  started.child.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
})

test('METRICS_PORT serves /metrics and nothing else on a port of its own', async () => {
  const started = startService({ METRICS_PORT: '0' })
  const address = await addressOf(started)
  await until(
    () => /^Metrics at \S+$/m.test(started.stderr()),
    () => started.stderr(),
  )
  const metrics = /^Metrics at (\S+)$/m.exec(started.stderr())?.[1] as string
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  const answer = await fetch(metrics)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const names = new Set(samplesOf(await answer.text()).map(({ name }) => name))
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'stowage_store_ready']) {
    expect(names).toContain(name)
  }
  const other = await fetch(new URL('/v1/graphs', metrics))
  expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([404, 'route-not-found'])
  started.child.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
})
