import { afterAll, expect, test } from 'vitest'
import { Traces } from '../../../src/telemetry/traces.ts'
import { otlpReceiver } from '../../http/otlp-receiver.ts'

const opened: Traces[] = []
afterAll(() => Promise.all(opened.map((one) => one.close())))

async function traces(shareBasisPoints: number, answer: number) {
  const { endpoint, spans: taken } = await otlpReceiver(answer)
  let lost = 0
  const onLost = (spans: number) => {
    lost += spans
  }
  const one = new Traces({ version: '0', serviceName: 's', endpoint, shareBasisPoints, onLost })
  opened.push(one)
  const seen = { method: 'GET', route: '/livez', status: 200, durationMs: 1 }
  const request = () => one.begin(undefined).end(seen, 'id')
  /** Sends until as many spans as these have left, taken or lost. */
  const settled = async (spans: number) => {
    while (lost + (answer === 200 ? taken().length : 0) < spans) {
      // One batch that is refused ends a flush; the next goes on.
      await one.flush().catch(() => {})
      await new Promise(setImmediate)
    }
  }
  return { lost: () => lost, taken, request, settled }
}

test('4,096 spans wait to be sent; each further one is lost and counted, and then there is room again', async () => {
  const { lost, taken, request, settled } = await traces(10_000, 200)
  for (let i = 0; i < 5000; i++) request()
  expect(lost()).toBe(5000 - 4096)
  await settled(5000)
  for (let i = 0; i < 10; i++) request()
  await settled(5010)
  expect([lost(), taken().length]).toEqual([5000 - 4096, 4096 + 10])
})

test('every span of a batch that is refused is lost and counted', async () => {
  const { lost, request, settled } = await traces(10_000, 400)
  for (let i = 0; i < 1000; i++) request()
  await settled(1000)
  expect(lost()).toBe(1000)
})

test('spans that are not sampled take no room', async () => {
  const { lost, request } = await traces(0, 200)
  for (let i = 0; i < 5000; i++) request()
  expect(lost()).toBe(0)
})
