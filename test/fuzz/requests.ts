import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { COMMON, HOSTILE_HEADERS, HOSTILE_QUERIES, HOSTILE_SEGMENTS, HOSTILE_SOURCES, NAMES, TEXTS } from './hostile.ts'
import { JsonSources, type Schema, text } from './json-sources.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, { value: unknown }>> }>
    >
  }
}

/** What the fuzzer reads of the service's own OpenAPI document. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** A request before it is bytes. */
interface Parts {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: readonly string[]
  readonly body: Buffer | undefined
}

/** One request as it is sent, and what is needed to judge its answer. */
export interface Sent {
  readonly bytes: Buffer
  readonly method: string
  /** Path without the query; undefined where the bytes are no request that has one. */
  readonly path: string | undefined
}

/** What is sent over a connection at once. */
export interface Shot {
  readonly requests: readonly Sent[]
  /** Bytes after which the connection is cut, in place of waiting for answers. */
  readonly cutAfter?: number
}

/** Stands in an address for the name of an output that the service has kept. */
export const KEPT_REF = 'f'.repeat(64)

/** One value in so many of a mutated body is hostile. */
const HOSTILE_ONE_IN = 25
/** Large enough to be seen, small enough that the memory of threads says something about leaks. */
const LONGEST_BOMB_BYTES = 8 * 1024 * 1024

/** Shots over the whole of an API. */
export function shotsOver(document: ApiDocument, keys: readonly string[] = []): fc.Arbitrary<Shot> {
  const proper = new JsonSources(document.components.schemas)
  const mutated = new JsonSources(document.components.schemas, HOSTILE_ONE_IN)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const plain = fc.oneof(
    ...operations.map(({ path, method, operation }) => ({
      weight: operation.requestBody === undefined ? 1 : 3,
      arbitrary: requestOf(method, path, operation, proper, mutated),
    })),
  )
  const request = fc.tuple(plain, oddities(), credentials(keys)).map(([parts, change, authorization]) => {
    const changed = change(parts)
    return sentOf({ ...changed, headers: [...authorization, ...changed.headers] })
  })
  return fc.oneof(
    { weight: 200, arbitrary: request.map((one) => ({ requests: [one] })) },
    { weight: 12, arbitrary: fc.array(request, { minLength: 2, maxLength: 6 }).map((requests) => ({ requests })) },
    { weight: 6, arbitrary: cutOff(request) },
    { weight: 6, arbitrary: fc.constantFrom(...BROKEN_HEADS).map((bytes) => ({ requests: [bytes] })) },
    { weight: 1, arbitrary: fc.constantFrom(...bombs()).map((parts) => ({ requests: [sentOf(parts)] })) },
  )
}

function cutOff(request: fc.Arbitrary<Sent>): fc.Arbitrary<Shot> {
  return fc.tuple(request, fc.double({ min: 0, max: 1, noNaN: true })).map(([one, share]) => ({
    requests: [one],
    cutAfter: Math.floor(one.bytes.length * share),
  }))
}

function requestOf(
  method: string,
  template: string,
  { parameters = [], requestBody }: Operation,
  proper: JsonSources,
  mutated: JsonSources,
): fc.Arbitrary<Parts> {
  const pathOf = template
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? fc.constant(part) : segmentOf(part, parameters)))
  const path = fc.tuple(...pathOf).map((parts) => parts.join(''))
  const query = queryOf(parameters.filter((one) => one.in === 'query'))
  const content = requestBody?.content['application/json']
  const body = content === undefined ? fc.constant(undefined) : bodyOf(content, proper, mutated)
  return fc.tuple(path, query, body).map(([at, asked, json]) => ({
    method,
    path: at,
    query: asked,
    headers: json === undefined ? [] : ['content-type: application/json'],
    body: json,
  }))
}

function segmentOf(name: string, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const { schema = {} } = parameters.find((one) => one.name === name && one.in === 'path') ?? {}
  const usual =
    name === 'ref' ? fc.constant(KEPT_REF) : fc.constantFrom(...NAMES.slice(0, COMMON)).map((one) => encoded(one))
  return fc.oneof(
    { weight: 12, arbitrary: usual },
    { weight: 2, arbitrary: text(schema).map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_SEGMENTS) },
  )
}

function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const each = parameters.map(({ name, schema }) => {
    const one = fc.oneof({ weight: 8, arbitrary: parameterValue(schema) }, { weight: 1, arbitrary: text({}) })
    const given = one.map((value) => `${name}=${encoded(value)}`)
    // However many there are, about every other request has one.
    return fc.oneof({ weight: 2 * parameters.length, arbitrary: fc.constant('') }, { weight: 1, arbitrary: given })
  })
  const proper = fc.tuple(...each).map((all) => all.filter((one) => one !== '').join('&'))
  return fc.oneof({ weight: 12, arbitrary: proper }, { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_QUERIES) })
}

function parameterValue(schema: Schema): fc.Arbitrary<string> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String))
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(parameterValue))
  return text(schema)
}

function bodyOf(
  {
    schema,
    examples = {},
  }: { readonly schema: Schema; readonly examples?: Readonly<Record<string, { value: unknown }>> },
  proper: JsonSources,
  mutated: JsonSources,
): fc.Arbitrary<Buffer> {
  const sources = Object.values(examples).map(({ value }) => JSON.stringify(value))
  const source = fc.oneof(
    { weight: 4, arbitrary: proper.of(schema) },
    { weight: 4, arbitrary: mutated.of(schema) },
    ...(sources.length === 0
      ? []
      : [
          { weight: 2, arbitrary: fc.constantFrom(...sources) },
          { weight: 3, arbitrary: withOtherValues(fc.constantFrom(...sources)) },
        ]),
  )
  const bytes = source.map((one) => Buffer.from(one))
  return fc.oneof({ weight: 9, arbitrary: bytes }, { weight: 1, arbitrary: broken(bytes) })
}

/** A JSON text in which one or two values are others. */
function withOtherValues(source: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), fc.constantFrom(...HOSTILE_SOURCES))
  return fc.tuple(source, fc.array(change, { minLength: 1, maxLength: 2 })).map(([whole, changes]) =>
    changes.reduce((now, [at, other]) => {
      const values = [...now.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)]
      const value = values[at % Math.max(1, values.length)]
      if (value === undefined) return now
      return now.slice(0, value.index) + other + now.slice(value.index + value[0].length)
    }, whole),
  )
}

/** Bytes that end early or hold some that no UTF-8 and no JSON has. */
function broken(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const odd = fc.constantFrom(
    Buffer.from([0xff]),
    Buffer.from([0xc0, 0xaf]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0xf4, 0x90, 0x80, 0x80]),
    Buffer.from([0]),
    Buffer.from([0xef, 0xbb, 0xbf]),
    Buffer.from('"'),
    Buffer.from('}'),
    Buffer.from('\\u'),
  )
  return fc.tuple(bytes, fc.double({ min: 0, max: 1, noNaN: true }), fc.option(odd)).map(([whole, share, other]) => {
    const at = Math.floor(whole.length * share)
    return other === null ? whole.subarray(0, at) : Buffer.concat([whole.subarray(0, at), other, whole.subarray(at)])
  })
}

/** What may be odd about a request beside its body and address; most are left as they are. */
function oddities(): fc.Arbitrary<(parts: Parts) => Parts> {
  const other = fc.oneof(
    fc
      .array(fc.constantFrom(...HOSTILE_HEADERS), { minLength: 1, maxLength: 3 })
      .map((lines) => (parts: Parts) => ({ ...parts, headers: withHeaders(parts.headers, lines) })),
    fc
      .constantFrom('HEAD', 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'POST', 'QUERY', 'get', 'FOO')
      .map((method) => (parts: Parts) => ({ ...parts, method })),
    fc.constantFrom('/', '//', '/x', '/..', '%2f', '?', '#a').map((end) => (parts: Parts) => ({
      ...parts,
      path: parts.path + end,
    })),
    fc.constant((parts: Parts) => ({
      ...parts,
      headers: withHeaders(parts.headers, ['content-encoding: gzip']),
      body: gzipSync(parts.body ?? ''),
    })),
    fc.constant((parts: Parts) => ({ ...parts, ...linesOf(parts.body) })),
    fc.constant((parts: Parts) => ({
      ...parts,
      headers: withHeaders(parts.headers, ['content-type: text/plain']),
    })),
    fc
      .tuple(fc.constantFrom(...TEXTS), fc.constantFrom('text/plain', 'application/octet-stream'))
      .map(([output, type]) => (parts: Parts) => ({
        ...parts,
        headers: [`content-type: ${type}`],
        body: Buffer.from(output),
      })),
  )
  return fc.oneof({ weight: 3, arbitrary: fc.constant((parts: Parts) => parts) }, { weight: 1, arbitrary: other })
}

/** The members of a graph as lines, in the form in which a graph of any size comes. */
function linesOf(body: Buffer | undefined): Partial<Parts> {
  const items = body === undefined ? [] : body.toString().split(/(?<=\}),(?=\{)|:\[|\](?=[,}])/)
  return {
    headers: ['content-type: application/x-ndjson'],
    body: Buffer.from(items.filter((item) => item.startsWith('{')).join('\n')),
  }
}

function withHeaders(headers: readonly string[], others: readonly string[]): string[] {
  const nameOf = (line: string) => line.slice(0, line.indexOf(':'))
  return [...headers.filter((line) => !others.some((one) => nameOf(one) === nameOf(line))), ...others]
}

function credentials(keys: readonly string[]): fc.Arbitrary<readonly string[]> {
  if (keys.length === 0) return fc.constant([])
  const known = fc.constantFrom(...keys).map((key) => [`authorization: Bearer ${key}`])
  return fc.oneof(
    { weight: 30, arbitrary: known },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.constant(['authorization: Bearer nobody']) },
  )
}

function sentOf({ method, path, query, headers, body }: Parts): Sent {
  const lines = [
    `${method} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1`,
    'host: localhost',
    ...headers,
    ...(body === undefined ? [] : [`content-length: ${body.length}`]),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return { bytes: body === undefined ? head : Buffer.concat([head, body]), method, path: path.replace(/[?#].*/, '') }
}

/** As `encodeURIComponent`, also of a text that is not well-formed. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

function bombs(): Parts[] {
  const bomb = (source: Buffer) => gzipSync(source, { level: 9 })
  const zeros = bomb(Buffer.alloc(LONGEST_BOMB_BYTES))
  const opened = bomb(Buffer.alloc(LONGEST_BOMB_BYTES, '['))
  const pages = bomb(Buffer.from(`{"nodes":[${'{},'.repeat(1_000_000)}{}],"edges":[],"paths":[]}`))
  const at = (method: string, path: string, type: string, body: Buffer): Parts => {
    return { method, path, query: '', headers: [`content-type: ${type}`, 'content-encoding: gzip'], body }
  }
  return [
    at('POST', '/v1/packets', 'application/json', pages),
    at('POST', '/v1/packets', 'application/json', opened),
    at('PUT', '/v1/graphs/a', 'application/json', opened),
    at('PUT', '/v1/graphs/a', 'application/x-ndjson', zeros),
    at('POST', '/v1/tool-outputs/truncate', 'text/plain', zeros),
    at('POST', '/v1/graphs/from-markdown', 'application/json', opened),
  ]
}

/** Heads that are no HTTP, or try to be read in two ways. Each is answered, and its connection closed. */
const BROKEN_HEADS: readonly Sent[] = [
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\nhost: x\r\n\r\n',
  'GET http:// HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /livez HTTP/1.1\r\n\r\n',
  'GET /livez HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
  'GET /livez HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n',
  'GET /livez HTTP/1.1\r\nhost: x\r\nna me: y\r\n\r\n',
  'GET /livez HTTP/1.1\r\nhost: x\r\nname\r\n\r\n',
  'GET /li\0vez HTTP/1.1\r\nhost: x\r\n\r\n',
  'POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  'POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-length: 1e3\r\n\r\n',
  'POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999999\r\n\r\n',
  'POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  'POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /v1/packets HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n',
  'POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  'POST /v1/packets HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n' +
    'ffffffffffffffffffff\r\n{}\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(3000)}\r\n`,
  '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
].map((source) => ({ bytes: Buffer.from(source, 'latin1'), method: source.split(' ', 1)[0] ?? '', path: undefined }))
