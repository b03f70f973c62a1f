import { addressOf, readExamples } from '../../src/http/openapi.ts'

/** Stands in every text, path and name that is sent. It reads the same in JSON, in an address and in a header. */
export const MARK = 'zq7wx'

export interface MarkedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
}

type Schema = Readonly<Record<string, unknown>>

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
}

/** Each operation with each of its examples, what they hold marked, then in every broken form; then what has no example. */
export function markedRequests(document: Document): MarkedRequest[] {
  const words = wordsOf([document.paths, document.components])
  const sound = [...readExamples().values()].map((example): MarkedRequest => {
    const { method, url } = addressOf(document, { ...example, params: markedNames(example.params) })
    const payload = JSON.stringify(marked(example.request, (text) => (words.has(text) ? text : MARK + text)))
    return { method, url, headers: { ...HEADERS, 'content-type': 'application/json' }, payload }
  })
  // Twice: what the first round keeps, the second finds.
  return [
    ...sound,
    ...sound,
    ...sound.flatMap(broken),
    ...outputs,
    ...markdown,
    ...lookUps(document),
    ...nowhere,
    ...keyless,
  ]
}

/** But for the key none of them is heard, and each is seen where something logs what came with a request. */
const HEADERS = {
  'x-request-id': `${MARK} is no id`,
  authorization: `Bearer ${MARK}`,
  'user-agent': MARK,
  cookie: `a=${MARK}`,
  traceparent: MARK,
  tracestate: `a=${MARK}`,
  'x-forwarded-for': MARK,
  referer: `http://${MARK}/`,
}

/** The words that a schema allows and no other; a request holds them as they are. */
function wordsOf(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'enum') for (const word of inner as unknown[]) found.add(String(word))
    else if (key === 'const') found.add(String(inner))
    else wordsOf(inner, found)
  }
  return found
}

function marked(value: unknown, text: (text: string) => unknown, number = (n: number): unknown => n): unknown {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return number(value)
  if (Array.isArray(value)) return value.map((one) => marked(one, text, number))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one, text, number)]))
}

const markedNames = (names: Readonly<Record<string, string>> = {}) =>
  marked(names, (name) => MARK + name) as typeof names

/** The same request as hostile or careless callers send it; all of it is refused, or taken for a text. */
function broken(request: MarkedRequest): MarkedRequest[] {
  const source = String(request.payload)
  const body: object = JSON.parse(source)
  const payloads = [
    source.slice(0, source.lastIndexOf(MARK) + MARK.length),
    `${source}${MARK}`,
    source.replace('{', `{"__proto__":{"${MARK}":"${MARK}"},`),
    JSON.stringify({ ...body, [MARK]: MARK }),
    JSON.stringify(marked(body, () => MARK)),
    JSON.stringify(marked(body, String, () => MARK)),
    JSON.stringify(marked(body, (text) => ({ [MARK]: text }))),
    JSON.stringify(marked(body, (text) => `${MARK}\n    at ${MARK} (${text})`)),
    `${'['.repeat(2000)}"${MARK}"${']'.repeat(2000)}`,
    Buffer.concat([Buffer.from(source.slice(0, -1)), Buffer.from([0xff, 0x22])]),
  ]
  const types = ['text/plain', 'application/x-ndjson', `x/${MARK}`].map((type) => ({ 'content-type': type }))
  const others = [...types, { 'content-encoding': 'gzip' }, { 'content-encoding': MARK }, { expect: MARK }]
  return [
    ...payloads.map((payload) => ({ ...request, payload })),
    ...others.map((headers) => ({ ...request, headers: { ...request.headers, ...headers } })),
  ]
}

const TEXT = { ...HEADERS, 'content-type': 'text/plain' }

const outputs: MarkedRequest[] = [
  '',
  `&redact=true&sanitize=true&render=true`,
  `&strategy=json`,
  `&strategy=${MARK}`,
].map((query) => ({
  method: 'POST',
  url: `/v1/tool-outputs/truncate?maxBytes=100&retain=true&runId=${MARK}${query}`,
  headers: TEXT,
  payload: `${MARK} password=${MARK}\n`.repeat(100),
}))

/** What a reader of YAML or TOML warns of on standard error, unless it is told not to. */
const FRONT_MATTER = [
  `? {${MARK}: 1}\n: a\n? [${MARK}]\n: b\ntitle: c`,
  `title: !${MARK} ${MARK}`,
  `title: *${MARK}`,
  `%${MARK} 1\ntitle: ${MARK}`,
  `title: "${MARK}`,
]

const markdown: MarkedRequest[] = FRONT_MATTER.map((yaml) => ({
  method: 'POST',
  url: '/v1/graphs/from-markdown',
  headers: { ...HEADERS, 'content-type': 'application/json' },
  payload: JSON.stringify({
    files: [
      { path: `${MARK}.md`, content: `---\n${yaml}\n---\n# ${MARK}\n` },
      { path: 'toml.md', content: `+++\n${MARK} = ${MARK}\n+++\n` },
      { path: 'mkdocs.yml', content: `${yaml}\nsite_name: ${MARK}\n` },
    ],
  }),
}))

/** Whatever is asked for by name, with each parameter marked. */
function lookUps({ paths }: Document): MarkedRequest[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters = [] }]) => {
      const url = path.replace(/\{\w+\}/g, MARK)
      const queries = parameters.filter((one) => one.in === 'query').map(({ name }) => `?${name}=${MARK}`)
      return ['', `?${MARK}=${MARK}`, ...queries].map((query) => ({
        method: method.toUpperCase(),
        url: url + query,
        headers: HEADERS,
      }))
    }),
  )
}

const nowhere: MarkedRequest[] = [
  ['GET', `/${MARK}`],
  ['GET', `/%zz${MARK}`],
  ['GET', `/docs/static/${MARK}`],
  ['GET', `/explorer/assets/${MARK}`],
  ['GET', `/v1/graphs/${MARK}%2f..%2f${MARK}`],
  ['GET', `/v1/graphs/${MARK.repeat(1000)}`],
  ['PATCH', `/v1/runs/${MARK}`],
].map(([method, url]) => ({ method, url, headers: HEADERS }))

const keyless: MarkedRequest[] = [`Bearer ${MARK}-none`, `Basic ${MARK}`, MARK, ''].map((authorization) => ({
  method: 'GET',
  url: `/v1/graphs/${MARK}`,
  headers: { ...HEADERS, authorization },
}))
