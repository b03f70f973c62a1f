import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadConfig, SETTINGS, TWIN_PREFIX } from '../../src/config.ts'

test('with nothing set, every setting has its default', () => {
  expect(loadConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    apiKeysFile: undefined,
    allowAnonymous: false,
    keyAttemptsPerMinute: 60,
    trustedProxies: undefined,
    logLevel: 'info',
    metrics: 'on',
    metricsPort: undefined,
    otelExporterOtlpEndpoint: undefined,
    otelServiceName: 'stowage',
    traceShareBasisPoints: 10_000,
    bodyLimitBytes: 67_108_864,
    maxRequests: 1024,
    maxBodyBytesHeld: 536_870_912,
    loopWaitMs: 20,
    tenantRequestsPerSecond: undefined,
    requestTimeoutMs: 120_000,
    maxConnections: 10_000,
    headerLimitBytes: 16_384,
    headerTimeoutMs: 20_000,
    arrivalTimeoutMs: 300_000,
    idleConnectionMs: 180_000,
    keepAliveMs: 72_000,
    maxJsonDepth: 256,
    maxFieldBytes: 8_388_608,
    graphMaxPages: 2_000_000,
    graphMaxLinks: 20_000_000,
    graphMaxTrailPages: 20_000_000,
    stepMaxPages: 10_000,
    maxFilePathBytes: 1024,
    graphReportMaxItems: 1000,
    workerBodyBytes: 100_000,
    workerThreads: 2,
    workerQueue: 8,
    parseThreads: 1,
    workerLargeBytes: 8_388_608,
    workerMemoryMb: 1024,
    workerTimeoutMs: 60_000,
    ingestThreads: 2,
    ingestQueue: 8,
    modelsFile: undefined,
    dataDir: './data',
    databaseUrl: undefined,
    databaseSslmode: undefined,
    databaseSslrootcert: undefined,
    databaseSslcert: undefined,
    databaseSslkey: undefined,
    databasePoolSize: 10,
    databaseStatementTimeoutMs: 30_000,
    graphLimitBytes: 2_147_483_648,
    graphStoreBytes: 17_179_869_184,
    graphCacheBytes: 536_870_912,
    graphListBytes: 1_048_576,
    graphRevisionsKept: 10,
    graphRevisionHours: 24,
    runsKept: 10_000,
    runDays: 30,
    runsRequired: false,
    toolOutputMaxBytes: 100_000,
    toolOutputLimitBytes: 67_108_864,
    toolOutputStoreBytes: 1_073_741_824,
    toolOutputHours: 168,
    explainLimit: 1000,
    shutdownDelayMs: 1000,
    shutdownGraceMs: 10_000,
    localPacketInputShareBasisPoints: 313,
    corpusPacketInputShareBasisPoints: 1250,
    packetFallbackInputTokens: 65_536,
    localPacketMaxDistance: undefined,
    packetSummaryDistance: 1,
    packetSummaryPages: undefined,
    packetTokenizer: 'o200k_base',
    tokenSafetyMarginBasisPoints: 0,
  })
})

test.each([
  [
    'CONTEXT_LOCAL_PACKET_INPUT_SHARE_BASIS_POINTS',
    ['1', '10000'],
    ['0', '10001', '-1', '1.5', '3e2', '', ' 313', '0x10', 'many'],
  ],
  ['CONTEXT_CORPUS_PACKET_INPUT_SHARE_BASIS_POINTS', ['1', '10000'], ['0', '10001']],
  ['CONTEXT_PACKET_FALLBACK_INPUT_TOKENS', ['1', '9007199254740991'], ['0', '9007199254740992']],
  ['CONTEXT_LOCAL_PACKET_MAX_DISTANCE', ['0', '2'], ['-1', '']],
  ['CONTEXT_PACKET_SUMMARY_PAGES', ['0', '7'], ['-1', '']],
  ['CONTEXT_PACKET_SUMMARY_DISTANCE', ['0', '7'], ['-1', '']],
  ['CONTEXT_TOKEN_SAFETY_MARGIN_BASIS_POINTS', ['0', '9999'], ['-1', '10000']],
  ['CONTEXT_PACKET_TOKENIZER', ['cl100k_base', 'estimate_bytes'], ['gpt2', '']],
  ['DATABASE_SSLMODE', ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'], ['', 'on', 'no-verify']],
  ['DATABASE_SSLROOTCERT', ['system', '/a'], ['']],
  ['DATABASE_SSLCERT', ['/a'], ['']],
  ['DATABASE_SSLKEY', ['/a'], ['']],
  ['PORT', ['0', '65535'], ['65536', 'http']],
  ['METRICS', ['on', 'off'], ['', 'yes']],
  ['METRICS_PORT', ['0', '65535'], ['65536', '-1', '']],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    ['http://127.0.0.1:4318', 'https://a.example/otlp/'],
    ['', 'a.example', 'ftp://a.example'],
  ],
  ['OTEL_SERVICE_NAME', ['docs'], ['']],
  ['TRACE_SHARE_BASIS_POINTS', ['0', '10000'], ['-1', '10001']],
  ['BODY_LIMIT_BYTES', ['1', '536870912'], ['0', '536870913']],
  ['MAX_JSON_DEPTH', ['8', '1000'], ['7', '1001']],
  ['MAX_FIELD_BYTES', ['1'], ['0']],
  ['MAX_FILE_PATH_BYTES', ['1', '65536'], ['0', '65537']],
  ['GRAPH_REPORT_MAX_ITEMS', ['0', '1000000'], ['-1', '1000001']],
  ['EXPLAIN_LIMIT', ['0', '1000000'], ['-1', '1000001']],
  ['WORKER_BODY_BYTES', ['0', '9007199254740991'], ['-1', '9007199254740992']],
  ['WORKER_TIMEOUT_MS', ['1', '3600000'], ['0', '3600001']],
  ['INGEST_THREADS', ['1', '64'], ['0', '65']],
  ['INGEST_QUEUE', ['0', '10000'], ['-1', '10001']],
  ['WORKER_THREADS', ['1', '64'], ['0', '65']],
  ['WORKER_QUEUE', ['0', '10000'], ['-1', '10001']],
  ['PARSE_THREADS', ['1', '64'], ['0', '65']],
  ['WORKER_MEMORY_MB', ['32', '65536'], ['31', '65537']],
  ['TOOL_OUTPUT_MAX_BYTES', ['0'], ['-1']],
  ['TOOL_OUTPUT_LIMIT_BYTES', ['1', '536870912'], ['0', '536870913']],
  ['TOOL_OUTPUT_STORE_BYTES', ['0'], ['-1']],
  ['TOOL_OUTPUT_HOURS', ['0', '876000'], ['-1', '876001']],
  ['SHUTDOWN_GRACE_MS', ['1', '600000'], ['0', '600001']],
  ['DATABASE_POOL_SIZE', ['1', '1000'], ['0', '1001']],
  ['DATABASE_STATEMENT_TIMEOUT_MS', ['1', '600000'], ['0', '600001']],
  ['GRAPH_LIMIT_BYTES', ['1'], ['0']],
  ['GRAPH_CACHE_BYTES', ['1'], ['0']],
  ['GRAPH_LIST_BYTES', ['1', '67108864'], ['0', '67108865']],
  ['GRAPH_REVISIONS_KEPT', ['1'], ['0']],
  ['GRAPH_REVISION_HOURS', ['0', '876000'], ['876001']],
  ['RUNS_KEPT', ['0'], ['-1']],
  ['RUN_DAYS', ['0', '36500'], ['36501']],
  ['LOG_LEVEL', ['debug', 'silent'], ['loud', '']],
  ['HOST', ['::1'], ['']],
  ['ALLOW_ANONYMOUS', ['true', 'false'], ['', '1', 'yes', 'TRUE']],
  ['API_KEYS_FILE', ['/a'], ['']],
  ['KEY_ATTEMPTS_PER_MINUTE', ['1', '1000000'], ['0', '1000001']],
  ['TRUSTED_PROXIES', ['10.0.0.1,192.168.0.0/16'], ['']],
  ['GRAPH_STORE_BYTES', ['1'], ['0']],
])('%s takes its range and fails start-up outside it, naming variable, value and range', (variable, good, bad) => {
  for (const value of good) expect(() => loadConfig({ [variable]: value })).not.toThrow()
  for (const value of bad) {
    expect(() => loadConfig({ [variable]: value })).toThrow(`${variable}=${JSON.stringify(value)}: must be `)
  }
})

test('the range is named with both bounds', () => {
  expect(() => loadConfig({ CONTEXT_LOCAL_PACKET_INPUT_SHARE_BASIS_POINTS: '0' })).toThrow(
    'an integer from 1 to 10,000',
  )
})

test('every fault is named at once', () => {
  expect(() => loadConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*\n.*LOG_LEVEL/)
})

const contextVariables = Object.values(SETTINGS).flatMap(({ variable }) =>
  variable.startsWith('CONTEXT_') && variable !== 'CONTEXT_PACKET_TOKENIZER' ? [variable] : [],
)

test.each(contextVariables)('%s is read with the DOCSFAB_ prefix too', (variable) => {
  const own = loadConfig({ [variable]: '77' })
  expect(loadConfig({ [TWIN_PREFIX + variable]: '77' })).toEqual(own)
  expect(loadConfig({ [variable]: '77', [TWIN_PREFIX + variable]: '77' })).toEqual(own)
  const differ = () => loadConfig({ [variable]: '77', [TWIN_PREFIX + variable]: '78' })
  expect(differ).toThrow(`${variable}="77" and ${TWIN_PREFIX}${variable}="78"`)
  expect(() => loadConfig({ [TWIN_PREFIX + variable]: 'x' })).toThrow(`${TWIN_PREFIX}${variable}="x"`)
})

test('a setting that is no CONTEXT_ variable has no twin', () => {
  expect(loadConfig({ DOCSFAB_PORT: '1' }).port).toBe(8080)
})

test('docs/configuration.md lists every variable', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  for (const { variable } of Object.values(SETTINGS)) expect(page).toContain(`\`${variable}\``)
})
