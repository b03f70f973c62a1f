import { readFile, rename, writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import { ACTIONS, type Action } from '../access/caller.ts'
import { type KeyEntry, newKey, withKey } from '../access/new-key.ts'
import { ConfigError } from '../config-error.ts'
import { type Command, choiceOption, parse } from './arguments.ts'
import { CliError, usageError } from './exit.ts'
import { write } from './streams.ts'

export const keys: Command = {
  summary: 'make a key for the service',
  help: `Usage: stowage keys new --id <id> --tenant <tenant> [options]

Makes a key and prints it, this once, on standard output. What the service has to know of it, its hash among that, is
added to the file, or without one printed on standard error, to be put into the file that API_KEYS_FILE names. A service
that runs reads its file again on SIGHUP.

  --id <id>              names the key: lower-case letters, digits, dots, dashes, underscores
  --tenant <tenant>      whose graphs, runs and outputs it opens, named likewise
  --action <action>      what it allows: read, write or admin; may be given several times (default: read and write)
  --expires <date>       from then on it opens nothing: 2027-01-31, or 2027-01-31T12:00:00Z
  --file <file>          file of keys, made where it is not there
`,
  async run(args) {
    const [verb, ...rest] = args
    if (verb !== 'new') throw usageError(verb === undefined ? 'new is missing' : `unknown: ${verb}`)
    return makeKey(rest)
  },
}

async function makeKey(args: string[]): Promise<void> {
  const { values } = parse(args, {
    id: { type: 'string' },
    tenant: { type: 'string' },
    action: { type: 'string', multiple: true },
    expires: { type: 'string' },
    file: { type: 'string' },
  })
  const { id, tenant, expires, file } = values
  if (id === undefined) throw usageError('--id is missing')
  if (tenant === undefined) throw usageError('--tenant is missing')
  const actions = [...new Set(values.action ?? ['read', 'write'])].map(
    (action) => choiceOption('action', action, ACTIONS) as Action,
  )
  const { key, entry } = newKey({ id, tenant, actions, ...(expires === undefined ? {} : { expires }) })
  await keep(entry, file)
  await write(process.stdout, `${key}\n`)
}

async function keep(entry: KeyEntry, file: string | undefined): Promise<void> {
  try {
    const source = file === undefined ? '' : await textOf(file)
    const text = withKey(source, entry, file ?? 'the command line')
    if (file === undefined) return await write(process.stderr, stringify([entry]))
    // Whoever reads the file meanwhile sees it as it was or as it is.
    const part = `${file}.${process.pid}.part`
    await writeFile(part, text, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, file)
  } catch (error) {
    if (error instanceof ConfigError) throw new CliError(1, error.faults.join('\n'))
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new CliError(1, message)
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
