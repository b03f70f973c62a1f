// Writes what is generated from the code: openapi/openapi.json, docs/configuration.md and the answers of
// openapi/examples. With --check it writes nothing and fails where a file is stale.
import 'zod/compile'
import { readFileSync, writeFileSync } from 'node:fs'
import fastify from 'fastify'
import { loadConfig, SETTINGS, TWIN_PREFIX } from '../src/config.ts'
import { app, serverOptions } from '../src/http/app.ts'
import { type Example, readExamples } from '../src/http/openapi.ts'
import { packetService } from '../src/packet-service.ts'
import { graphService } from '../src/workers/graph-service.ts'

const URLS: Readonly<Record<string, string>> = {
  buildPacket: '/v1/packets',
  graphFromMarkdown: '/v1/graphs/from-markdown',
  truncateToolOutput: '/v1/tool-outputs/truncate',
  capList: '/v1/tool-outputs/cap-list',
}

const config = loadConfig({ LOG_LEVEL: 'silent' })
const server = fastify(serverOptions(config))
const graphs = graphService(config)
await server.register(app, { config, buildPacket: packetService(config), buildGraph: graphs.buildGraph })

const files = new Map<string, string>()
files.set('openapi/openapi.json', json((await server.inject('/openapi.json')).json()))
files.set('docs/configuration.md', configurationPage())
for (const [name, example] of readExamples()) files.set(`openapi/examples/${name}.json`, await answered(example))
await server.close()
await graphs.close()

const check = process.argv.includes('--check')
for (const [name, content] of files) {
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

async function answered(example: Example): Promise<string> {
  const url = URLS[example.operationId]
  const headers = { 'x-request-id': 'example' }
  const answer = await server.inject({ method: 'POST', url, headers, payload: example.request as object })
  if (answer.statusCode !== example.status) throw new Error(`${example.summary}: answered ${answer.statusCode}`)
  return json({ ...example, response: answer.json() })
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
