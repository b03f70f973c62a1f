// Writes what is generated from the code: openapi/openapi.json, the types of the client, docs/api.md, docs/configuration.md
// and the answers of openapi/examples. With --check it writes nothing and fails where a file is stale.
import 'zod/compile'
import { readFileSync, writeFileSync } from 'node:fs'
import fastify, { type FastifyInstance } from 'fastify'
import { loadConfig, SETTINGS, TWIN_PREFIX } from '../src/config.ts'
import { app, serverOptions } from '../src/http/app.ts'
import { addressOf, type Example, readExamples, withoutTimes } from '../src/http/openapi.ts'
import { openStore } from '../src/open-store.ts'
import { createServices } from '../src/services.ts'
import { openTelemetry } from '../src/telemetry/telemetry.ts'
import { apiPage } from './api-page.ts'
import { clientTypes } from './client-types.ts'

const check = process.argv.includes('--check')
const config = loadConfig({ LOG_LEVEL: 'silent', DATA_DIR: ':memory:' })

// The document shows the examples' answers, so those come first.
await withService(async (service) => {
  const document = (await service.inject('/openapi.json')).json()
  for (const [name, example] of readExamples()) {
    put(`openapi/examples/${name}.json`, await answered(service, document, example))
  }
})
await withService(async (service) => {
  const document = (await service.inject('/openapi.json')).json()
  put('openapi/openapi.json', json(document))
  put('docs/api.md', apiPage(document, readExamples()))
  put('src/client/types.ts', await clientTypes(document))
})
put('docs/configuration.md', configurationPage())

async function withService(use: (service: FastifyInstance) => Promise<void>): Promise<void> {
  const store = await openStore(config)
  const service = fastify(serverOptions(config))
  const services = createServices(config, store)
  await service.register(app, { config, services, telemetry: await openTelemetry(config, { process: false }) })
  await use(service)
  await service.close()
  await services.close()
}

function put(name: string, content: string): void {
  const file = new URL(`../${name}`, import.meta.url)
  if (!check) writeFileSync(file, content)
  else if (read(file) !== content) {
    process.stderr.write(`${name} is stale: run npm run generate\n`)
    process.exitCode = 1
  }
}

function read(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function answered(
  service: FastifyInstance,
  document: Parameters<typeof addressOf>[0],
  example: Example,
): Promise<string> {
  const { method, url } = addressOf(document, example)
  const headers = { 'x-request-id': 'example' }
  const payload = example.request === undefined ? {} : { payload: example.request as object }
  const answer = await service.inject({ method, url, headers, ...payload })
  if (answer.statusCode !== example.status) throw new Error(`${example.summary}: answered ${answer.statusCode}`)
  return json({ ...example, response: withoutTimes(answer.body) })
}

function configurationPage(): string {
  const lines = [
    '# Configuration',
    '',
    'Generated from `src/config.ts` by `npm run generate`.',
    '',
    'Every setting is an environment variable. A value that is no integer or out of range fails start-up, and the error names',
    'the variable, the value and the range; no default is taken silently. Each variable that starts with `CONTEXT_` is also',
    `read with the prefix \`${TWIN_PREFIX}\`; where both are set and differ, start-up fails and names both.`,
    '',
    '| variable | what it does | range | default |',
    '|---|---|---|---|',
  ]
  for (const { variable, name, description, range, default: fallback } of Object.values(SETTINGS)) {
    const first = name === undefined ? `\`${variable}\`` : `\`${variable}\`<br>(\`${name}\`)`
    lines.push(`| ${first} | ${description} | ${range} | ${fallback} |`)
  }
  return `${lines.join('\n')}\n`
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
