import { loadConfig } from '../config.ts'
import { type RunAnswer, runReport } from '../core/run.ts'
import { openStore } from '../open-store.ts'
import { RunRecorder } from '../run-recorder.ts'
import { NO_TENANT } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import { type Command, countOption, parse } from './arguments.ts'
import { CliError, usageError } from './exit.ts'
import { write } from './streams.ts'

const LISTED = 20

export const runs: Command = {
  summary: 'show which steps of a run worked with less than they asked for',
  help: `Usage: stowage runs list [--degraded] [--limit <n>] [--json] [--url <service> | --tenant <tenant>]
       stowage runs show <runId> [--json] [--url <service> | --tenant <tenant>]

Reads the runs from a service, or without --url from the store that the environment names (DATABASE_URL, else DATA_DIR).

  --degraded       only runs with a step that got less than it asked for
  --limit <n>      how many runs to list, newest first (default ${LISTED})
  --json           as JSON; without it, a report that a person reads
  --url <service>  address of a service, for example http://127.0.0.1:8080; a key that it asks for is taken from
                   STOWAGE_API_KEY
  --tenant <name>  whose runs in the store; left out, those of a service without keys
`,
  async run(args) {
    const [verb, ...rest] = args
    if (verb === 'list') return list(rest)
    if (verb === 'show') return show(rest)
    throw usageError(verb === undefined ? 'list or show is missing' : `unknown: ${verb}`)
  },
}

interface ListedRun {
  readonly runId: string
  readonly steps: number
  readonly degradedSteps: number
  readonly startedAt: number | string
}

async function list(args: string[]): Promise<void> {
  const { values } = parse(args, {
    degraded: { type: 'boolean' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    ...PLACE,
  })
  const limit = values.limit === undefined ? LISTED : countOption('limit', values.limit)
  if (limit < 1 || limit > 1000) throw usageError(`--limit ${limit}: must be from 1 to 1000`)
  const degraded = values.degraded ?? false
  const path = `/v1/runs?limit=${limit}${degraded ? '&degraded=true' : ''}`
  const { items } = await ask<{ items: readonly ListedRun[] }>(values, path, (recorder) =>
    recorder.list({ limit, degraded }),
  )
  if (values.json) return write(process.stdout, `${JSON.stringify(items)}\n`)
  for (const { runId, steps, degradedSteps, startedAt } of items) {
    const started = new Date(startedAt).toISOString()
    await write(process.stdout, `${started}  ${JSON.stringify(runId)}  ${steps} steps, ${degradedSteps} degraded\n`)
  }
}

async function show(args: string[]): Promise<void> {
  const { values, positionals } = parse(
    args,
    { json: { type: 'boolean' }, ...PLACE },
    { min: 1, max: 1, name: '<runId>' },
  )
  const [runId] = positionals
  const run = await ask<RunAnswer>(values, `/v1/runs/${encodeURIComponent(runId)}`, async (recorder) => {
    const found = await recorder.show(runId)
    if (found === undefined) throw new CliError(1, `There is no run ${JSON.stringify(runId)}.`)
    return found
  })
  await write(process.stdout, values.json ? `${JSON.stringify(run)}\n` : runReport(run))
}

const PLACE = { url: { type: 'string' }, tenant: { type: 'string' } } as const

/** Asks a service, or the store where none is named. */
async function ask<Answer>(
  { url, tenant }: { readonly url?: string | undefined; readonly tenant?: string | undefined },
  path: string,
  askStore: (recorder: RunRecorder) => Promise<Answer>,
): Promise<Answer> {
  if (url !== undefined && tenant !== undefined) throw usageError('--tenant: a service knows it by the key')
  if (url !== undefined) return askService(url, path)
  try {
    const store = await openStore(loadConfig(process.env), { create: false })
    try {
      return await askStore(new RunRecorder(store.of(tenant ?? NO_TENANT).runs))
    } finally {
      await store.close()
    }
  } catch (error) {
    throw error instanceof StoreError ? new CliError(1, error.message) : error
  }
}

async function askService<Answer>(url: string, path: string): Promise<Answer> {
  let answer: Response
  try {
    answer = await fetch(new URL(path, url), { headers: keyHeader(process.env) })
  } catch (error) {
    throw new CliError(1, `${url}: ${(error as Error).message}`)
  }
  if (!answer.ok) throw new CliError(1, await answer.text())
  return (await answer.json()) as Answer
}

/** The key comes from the environment: the arguments of a process are for all to see. */
function keyHeader({ STOWAGE_API_KEY: key }: NodeJS.ProcessEnv): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}
