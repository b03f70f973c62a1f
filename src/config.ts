import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { TOKEN_ENCODINGS } from './core/tokens.ts'
import { DEFAULT_MAX_BYTES } from './core/tool-output/truncate.ts'
import { SSL_MODES } from './store/ssl-mode.ts'

/**
 * Every setting: its environment variable, what it does, its range and its default. docs/configuration.md is
 * generated from this table.
 */
export const SETTINGS = {
  host: text('HOST', 'Address to listen on.', '127.0.0.1'),
  port: integer('PORT', 'TCP port to listen on; 0 takes any free one.', 8080, 0, 65_535),
  apiKeysFile: optionalText(
    'API_KEYS_FILE',
    'YAML or JSON file with the keys that open the service, read again on SIGHUP; see operations.md. Without it the service takes no keys and listens on loopback alone.',
  ),
  allowAnonymous: flag(
    'ALLOW_ANONYMOUS',
    'Whether a service without API_KEYS_FILE may listen on other addresses than loopback, where anyone who reaches it may do everything.',
  ),
  keyAttemptsPerMinute: integer(
    'KEY_ATTEMPTS_PER_MINUTE',
    'Keys that are none that are heard from one address in a minute; one more is a 429 `key-attempts-exceeded`.',
    60,
    1,
    1_000_000,
  ),
  trustedProxies: optionalText(
    'TRUSTED_PROXIES',
    'Addresses or networks, with commas between, of proxies whose X-Forwarded-For is believed; unset, none is.',
  ),
  logLevel: choice('LOG_LEVEL', 'Least level that is logged, one line of JSON each on standard output.', 'info', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
  metrics: choice('METRICS', 'Whether `GET /metrics` answers in the text form of Prometheus.', 'on', ['on', 'off']),
  metricsPort: optionalInteger(
    'METRICS_PORT',
    'TCP port that `/metrics` is served on in place of PORT, for a network of its own; 0 takes any free one.',
    0,
    65_535,
  ),
  otelExporterOtlpEndpoint: optionalAddress(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Base of the OTLP/HTTP receiver that traces are sent to, as JSON to `/v1/traces` below it; unset, none are made.',
  ),
  otelServiceName: text('OTEL_SERVICE_NAME', 'Name of this service in traces.', 'stowage'),
  traceShareBasisPoints: integer(
    'TRACE_SHARE_BASIS_POINTS',
    'Share of the traces that begin here which are sent, in basis points; of a trace that a caller began, the caller says.',
    10_000,
    0,
    10_000,
  ),
  bodyLimitBytes: integer(
    'BODY_LIMIT_BYTES',
    'Bytes of the largest request body; a larger one is a 413 `body-too-large`.',
    64 * 2 ** 20,
    1,
    512 * 2 ** 20,
  ),
  maxRequests: integer(
    'MAX_REQUESTS',
    'Requests below /v1 that are worked on at once; one more is a 503 `requests-busy`. Of this and the next, one of several tenants gets three quarters at most.',
    1024,
    1,
    1_000_000,
  ),
  maxBodyBytesHeld: integer(
    'MAX_BODY_BYTES_HELD',
    'Bytes that the bodies of all requests which are worked on may take together; one that does not fit is a 503 `bodies-busy`. One alone always fits.',
    512 * 2 ** 20,
    1,
  ),
  loopWaitMs: integer(
    'LOOP_WAIT_MS',
    'Milliseconds of CPU that those may take which wait for the event loop before a request, where more than 16 are; past it, a 503 `loop-busy`.',
    20,
    1,
    60_000,
  ),
  tenantRequestsPerSecond: optionalInteger(
    'TENANT_REQUESTS_PER_SECOND',
    'Requests below /v1 that one tenant may send to one process in a second; one more is a 429 `tenant-rate-exceeded`. The file of keys can give a tenant a rate of its own.',
    1,
    1_000_000,
  ),
  requestTimeoutMs: integer(
    'REQUEST_TIMEOUT_MS',
    'Milliseconds from the arrival of a request to its answer; past it, its work is stopped: a 503 `deadline-passed`. A client asks for less with the header Request-Timeout.',
    120_000,
    1,
    3_600_000,
  ),
  maxConnections: integer(
    'MAX_CONNECTIONS',
    'Connections that may be open; what comes over one more is a 503 `connections-busy`, and far more are closed unheard.',
    10_000,
    1,
    1_000_000,
  ),
  headerLimitBytes: integer(
    'HEADER_LIMIT_BYTES',
    'Bytes of the largest header of a request; a larger one is a 431 `header-too-large`.',
    16_384,
    1024,
    1_048_576,
  ),
  headerTimeoutMs: integer(
    'HEADER_TIMEOUT_MS',
    'Milliseconds in which the header of a request has to arrive; past it, a 408 `request-timeout`.',
    20_000,
    1,
    3_600_000,
  ),
  arrivalTimeoutMs: integer(
    'ARRIVAL_TIMEOUT_MS',
    'Milliseconds in which a whole request has to arrive, its body included; past it, a 408 `request-timeout`.',
    300_000,
    1,
    86_400_000,
  ),
  idleConnectionMs: integer(
    'IDLE_CONNECTION_MS',
    'Milliseconds after which a connection is closed over which nothing went, either way, while a request came or was answered.',
    180_000,
    1,
    86_400_000,
  ),
  keepAliveMs: integer(
    'KEEP_ALIVE_MS',
    'Milliseconds for which a connection stays open after an answer; longer than a proxy in front of the service keeps it.',
    72_000,
    1,
    3_600_000,
  ),
  maxJsonDepth: integer(
    'MAX_JSON_DEPTH',
    'Levels of nesting that a JSON body may have; more is a 400 `body-too-deep`.',
    256,
    8,
    1000,
  ),
  maxFieldBytes: integer(
    'MAX_FIELD_BYTES',
    'Bytes of UTF-8 of the longest path, title, summary, kind or revision of a graph; a longer one is a 422 `field-too-long`.',
    8 * 2 ** 20,
    1,
  ),
  graphMaxPages: integer(
    'GRAPH_MAX_PAGES',
    'Pages that a graph may have; more is a 422 `graph-too-large`, as with the next two.',
    2_000_000,
    1,
    2 ** 31 - 1,
  ),
  graphMaxLinks: integer('GRAPH_MAX_LINKS', 'Links that a graph may have.', 20_000_000, 0, 2 ** 31 - 1),
  graphMaxTrailPages: integer(
    'GRAPH_MAX_TRAIL_PAGES',
    'Pages that all trails of a graph may name together; a trail counts as one at least.',
    20_000_000,
    0,
    2 ** 31 - 1,
  ),
  stepMaxPages: integer(
    'STEP_MAX_PAGES',
    'Pages that a step may name as targets and as requested pages together; more is a 422 `step-too-large`.',
    10_000,
    1,
    10_000_000,
  ),
  maxFilePathBytes: integer(
    'MAX_FILE_PATH_BYTES',
    'Bytes of UTF-8 of the longest path of a Markdown file that is sent; a longer one is a 422 `file-path-too-long`.',
    1024,
    1,
    65_536,
  ),
  graphReportMaxItems: integer(
    'GRAPH_REPORT_MAX_ITEMS',
    'Items of each list in the report on Markdown that was sent; the counts beside them are exact.',
    1000,
    0,
    1_000_000,
  ),
  workerBodyBytes: integer(
    'WORKER_BODY_BYTES',
    'Bytes of the largest JSON body of a packet, a batch, a plan, a comparison or a graph that the event loop works on itself; a larger one goes to a thread.',
    100_000,
    0,
  ),
  workerThreads: integer(
    'WORKER_THREADS',
    'Threads that work on large bodies and build graphs from Markdown, each started when it is first needed; one more for a tenant none of whose requests is at work.',
    2,
    1,
    64,
  ),
  workerQueue: integer(
    'WORKER_QUEUE',
    'Requests that wait while every thread is at work; one more is a 503 `workers-busy` with Retry-After.',
    8,
    0,
    10_000,
  ),
  parseThreads: integer(
    'PARSE_THREADS',
    'Threads that parse the pages of one graph from Markdown. 1: the thread that builds it does. Each of WORKER_THREADS has its own.',
    1,
    1,
    64,
  ),
  workerLargeBytes: integer(
    'WORKER_LARGE_BYTES',
    'Bytes from which on a body is large: such bodies leave one of several WORKER_THREADS to others.',
    8 * 2 ** 20,
    1,
  ),
  workerMemoryMb: integer(
    'WORKER_MEMORY_MB',
    'Megabytes of memory that the objects of one thread may take; a request that needs more is a 422 `graph-too-large`.',
    1024,
    32,
    65_536,
  ),
  workerTimeoutMs: integer(
    'WORKER_TIMEOUT_MS',
    'Milliseconds that a request may wait for a thread and its work, or after its last line where it comes as NDJSON; past it, a 503 `work-timeout`.',
    60_000,
    1,
    3_600_000,
  ),
  ingestThreads: integer(
    'INGEST_THREADS',
    'Threads that take in graphs as NDJSON, each for as long as its client sends.',
    2,
    1,
    64,
  ),
  ingestQueue: integer(
    'INGEST_QUEUE',
    'Graphs as NDJSON that wait while every thread takes one in; one more is a 503 `workers-busy` with Retry-After.',
    8,
    0,
    10_000,
  ),
  modelsFile: optionalText(
    'MODELS_FILE',
    'YAML or JSON file with the installed compositions and profiles, see models.example.yaml.',
  ),
  dataDir: text(
    'DATA_DIR',
    'Folder of the embedded store, made where it is not there; `:memory:` keeps nothing. Not used with DATABASE_URL.',
    './data',
  ),
  databaseUrl: optionalText(
    'DATABASE_URL',
    'PostgreSQL to keep graphs and runs in, shared by any number of replicas, in place of the embedded store.',
  ),
  databaseSslmode: optionalChoice(
    'DATABASE_SSLMODE',
    'How far connections to PostgreSQL are encrypted and its certificate is verified, as libpq has it; unset, as `sslmode` in DATABASE_URL says, else `prefer`.',
    SSL_MODES,
  ),
  databaseSslrootcert: optionalText(
    'DATABASE_SSLROOTCERT',
    'File with the certificates of the CAs that may have signed that of PostgreSQL; `system` for those that Node trusts.',
  ),
  databaseSslcert: optionalText('DATABASE_SSLCERT', 'File with the certificate that this client shows PostgreSQL.'),
  databaseSslkey: optionalText('DATABASE_SSLKEY', "File with that certificate's key."),
  databasePoolSize: integer(
    'DATABASE_POOL_SIZE',
    'Connections of one process to PostgreSQL, beside the one that listens for changes.',
    10,
    1,
    1000,
  ),
  databaseStatementTimeoutMs: integer(
    'DATABASE_STATEMENT_TIMEOUT_MS',
    'Milliseconds that one statement to PostgreSQL may take.',
    30_000,
    1,
    600_000,
  ),
  graphLimitBytes: integer(
    'GRAPH_LIMIT_BYTES',
    'Bytes of the largest graph as NDJSON, decompressed; a larger one is a 413 `body-too-large`.',
    2 * 2 ** 30,
    1,
  ),
  graphStoreBytes: integer(
    'GRAPH_STORE_BYTES',
    'Bytes that all kept revisions of one tenant may take together, compiled; what would pass them is a 422 `graph-quota`.',
    16 * 2 ** 30,
    1,
  ),
  graphCacheBytes: integer('GRAPH_CACHE_BYTES', 'Bytes of compiled graphs that stay in memory.', 512 * 2 ** 20, 1),
  graphListBytes: integer(
    'GRAPH_LIST_BYTES',
    'Bytes of paths and titles that one answer of `GET /v1/graphs/{id}/pages` reads, one page at the least; past them, `next` says where to go on.',
    2 ** 20,
    1,
    64 * 2 ** 20,
  ),
  graphRevisionsKept: integer(
    'GRAPH_REVISIONS_KEPT',
    'Newest revisions of each graph that are kept; older ones go after GRAPH_REVISION_HOURS.',
    10,
    1,
  ),
  graphRevisionHours: integer(
    'GRAPH_REVISION_HOURS',
    'Hours for which a revision is kept whatever its number.',
    24,
    0,
    876_000,
  ),
  runsKept: integer('RUNS_KEPT', 'Newest runs of each tenant that are kept.', 10_000, 0),
  runDays: integer('RUN_DAYS', 'Days after its last step for which a run is kept.', 30, 0, 36_500),
  runsRequired: flag(
    'RUNS_REQUIRED',
    'Whether a step with a run whose record cannot be kept is refused with a 503 `run-not-recorded`, in place of being answered with `recorded: false`.',
  ),
  toolOutputLimitBytes: integer(
    'TOOL_OUTPUT_LIMIT_BYTES',
    'Bytes of the largest tool output that is sent as a text, decompressed; a larger one is a 413 `body-too-large`.',
    64 * 2 ** 20,
    1,
    512 * 2 ** 20,
  ),
  toolOutputStoreBytes: integer(
    'TOOL_OUTPUT_STORE_BYTES',
    'Bytes that all kept tool outputs of one tenant may take together; what would pass them is cut and not kept.',
    2 ** 30,
    0,
  ),
  toolOutputHours: integer(
    'TOOL_OUTPUT_HOURS',
    'Hours for which a kept tool output stays after it was last given.',
    168,
    0,
    876_000,
  ),
  explainLimit: integer(
    'EXPLAIN_LIMIT',
    'Pages whose decisions an answer lists, of each list; the counts beside them are exact.',
    1000,
    0,
    1_000_000,
  ),
  toolOutputMaxBytes: integer(
    'TOOL_OUTPUT_MAX_BYTES',
    'Bytes of UTF-8 that a tool output is cut to where the request gives no `maxBytes`.',
    DEFAULT_MAX_BYTES,
    0,
  ),
  shutdownDelayMs: integer(
    'SHUTDOWN_DELAY_MS',
    'Milliseconds after SIGTERM or SIGINT for which the service, no longer ready, still takes requests where connections are open, and closes each with its answer; no more than half of SHUTDOWN_GRACE_MS.',
    1000,
    0,
    600_000,
  ),
  shutdownGraceMs: integer(
    'SHUTDOWN_GRACE_MS',
    'Milliseconds that requests in flight have to finish after SIGTERM or SIGINT; past it the process exits with 1.',
    10_000,
    1,
    600_000,
  ),
  localPacketInputShareBasisPoints: integer(
    'CONTEXT_LOCAL_PACKET_INPUT_SHARE_BASIS_POINTS',
    'Share of the input window that a packet of scope local or change may fill, in basis points.',
    313,
    1,
    10_000,
    'context.localPacketInputShareBasisPoints',
  ),
  corpusPacketInputShareBasisPoints: integer(
    'CONTEXT_CORPUS_PACKET_INPUT_SHARE_BASIS_POINTS',
    'Share of the input window that a packet of scope corpus may fill, in basis points.',
    1250,
    1,
    10_000,
    'context.corpusPacketInputShareBasisPoints',
  ),
  packetFallbackInputTokens: integer(
    'CONTEXT_PACKET_FALLBACK_INPUT_TOKENS',
    'Input window, in tokens, that takes the place of an unknown or a smaller one.',
    65_536,
    1,
    Number.MAX_SAFE_INTEGER,
    'context.packetFallbackInputTokens',
  ),
  localPacketMaxDistance: optionalInteger(
    'CONTEXT_LOCAL_PACKET_MAX_DISTANCE',
    'Links; for local and change steps without `maxDistance`, pages farther than this from every target are no candidates.',
    0,
    Number.MAX_SAFE_INTEGER,
    'context.localPacketMaxDistance',
  ),
  packetSummaryDistance: integer(
    'CONTEXT_PACKET_SUMMARY_DISTANCE',
    'Links; for steps without `summaryDistance` and `summaryPages`, pages up to this far from a target carry their summary from the start.',
    1,
    0,
    Number.MAX_SAFE_INTEGER,
    'context.packetSummaryDistance',
  ),
  packetSummaryPages: optionalInteger(
    'CONTEXT_PACKET_SUMMARY_PAGES',
    'Where set, in place of `CONTEXT_PACKET_SUMMARY_DISTANCE`: so many pages at the head of the keep order carry their summary from the start.',
    0,
    Number.MAX_SAFE_INTEGER,
    'context.packetSummaryPages',
  ),
  packetTokenizer: choice(
    'CONTEXT_PACKET_TOKENIZER',
    'Encoding that packets are counted with where neither the step nor the installed model names one; the estimates are for models without a public tokenizer, see token-estimates.md.',
    'o200k_base',
    TOKEN_ENCODINGS,
    'context.packetTokenizer',
  ),
  tokenSafetyMarginBasisPoints: integer(
    'CONTEXT_TOKEN_SAFETY_MARGIN_BASIS_POINTS',
    'Share of every packet budget that is left unused, for the error of estimates.',
    0,
    0,
    9999,
    'context.tokenSafetyMarginBasisPoints',
  ),
} as const satisfies Record<string, Setting>

type Settings = typeof SETTINGS
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]['schema']> }

/** A drop-in for DocsFab hosts: each `CONTEXT_` variable is also read with this prefix. */
export const TWIN_PREFIX = 'DOCSFAB_'

export interface Setting {
  readonly variable: string
  readonly description: string
  /** Name in answers and in the documentation, where it has one of its own. */
  readonly name: string | undefined
  /** Reads the variable's text; undefined where it is not set. */
  readonly schema: z.ZodType
  readonly range: string
  readonly default: string
}

/**
 * @throws ConfigError naming every variable at fault with its value and its range, or twins that differ
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const entries = Object.entries(SETTINGS).map(([key, setting]) => {
    const { variable, value, fault } = readVariable(setting.variable, environment)
    if (fault) faults.push(fault)
    const result = setting.schema.safeParse(value)
    if (result.success) return [key, result.data]
    faults.push(`${variable}=${JSON.stringify(value)}: must be ${setting.range}`)
    return [key, undefined]
  })
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(Object.fromEntries(entries)) as Config
}

function readVariable(variable: string, environment: Readonly<Record<string, string | undefined>>) {
  const value = environment[variable]
  if (!variable.startsWith('CONTEXT_')) return { variable, value }
  const twin = `${TWIN_PREFIX}${variable}`
  const twinValue = environment[twin]
  if (value === undefined) return { variable: twinValue === undefined ? variable : twin, value: twinValue }
  if (twinValue === undefined || twinValue === value) return { variable, value }
  const both = `${variable}=${JSON.stringify(value)} and ${twin}=${JSON.stringify(twinValue)}`
  return { variable, value, fault: `${both}: both are set and differ; set one` }
}

function integerText(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}

function integer(
  variable: string,
  description: string,
  fallback: number,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
  name?: string,
) {
  const schema = z.union([z.undefined().transform(() => fallback), integerText(min, max)])
  return { variable, description, name, schema, range: rangeOf(min, max), default: grouped(fallback) }
}

function optionalInteger(variable: string, description: string, min: number, max: number, name?: string) {
  const schema = z.union([z.undefined(), integerText(min, max)])
  return { variable, description, name, schema, range: rangeOf(min, max), default: 'unset' }
}

function text(variable: string, description: string, fallback: string) {
  const schema = z.union([z.undefined().transform(() => fallback), z.string().min(1)])
  return { variable, description, name: undefined, schema, range: 'a text that is not empty', default: fallback }
}

function optionalText(variable: string, description: string) {
  const schema = z.union([z.undefined(), z.string().min(1)])
  return { variable, description, name: undefined, schema, range: 'a text that is not empty', default: 'unset' }
}

function optionalAddress(variable: string, description: string) {
  const schema = z.union([z.undefined(), z.url({ protocol: /^https?$/ })])
  return { variable, description, name: undefined, schema, range: 'an address of http or https', default: 'unset' }
}

function choice<const Choice extends string>(
  variable: string,
  description: string,
  fallback: Choice,
  choices: readonly Choice[],
  name?: string,
) {
  const schema = z.union([z.undefined().transform(() => fallback), z.enum(choices)])
  return { variable, description, name, schema, range: `one of ${choices.join(', ')}`, default: fallback }
}

function optionalChoice<const Choice extends string>(
  variable: string,
  description: string,
  choices: readonly Choice[],
) {
  const schema = z.union([z.undefined(), z.enum(choices)])
  return { variable, description, name: undefined, schema, range: `one of ${choices.join(', ')}`, default: 'unset' }
}

/** False where it is not set. */
function flag(variable: string, description: string) {
  const schema = z
    .enum(['true', 'false'])
    .optional()
    .transform((text) => text === 'true')
  return { variable, description, name: undefined, schema, range: 'true or false', default: 'false' }
}

function rangeOf(min: number, max: number): string {
  return `an integer from ${grouped(min)} to ${grouped(max)}`
}

/** Digits in groups of three; not by locale, so that the documentation is the same everywhere. */
function grouped(value: number): string {
  return value < 10_000 ? String(value) : String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
