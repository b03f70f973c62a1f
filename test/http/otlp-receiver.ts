import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll } from 'vitest'

/** A span as OTLP has it in JSON. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code: number }
}

interface Sent {
  resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

/** An OTLP/HTTP receiver on loopback. */
export async function otlpReceiver(answer = 200) {
  const bodies: string[] = []
  const paths = new Set<string>()
  const server = createServer((request, response) => {
    paths.add(`${request.method} ${request.url}`)
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(answer, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const sent = () => bodies.map((body) => JSON.parse(body) as Sent).flatMap(({ resourceSpans }) => resourceSpans)
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    paths,
    /** All that came, as it came. */
    text: () => bodies.join('\n'),
    resource: () => attributesOf(sent()[0]?.resource),
    spans: () => sent().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  }
}

export function attributesOf({ attributes }: Pick<SentSpan, 'attributes'> = { attributes: [] }) {
  const plain = ({ intValue, ...value }: Readonly<Record<string, unknown>>) =>
    intValue === undefined ? Object.values(value)[0] : Number(intValue)
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]))
}
