import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Config, loadConfig } from '../config.ts'
import { openWholeStore, storeSetting } from '../open-store.ts'
import { backUp, restore } from '../store/backup/backup.ts'
import type { RecordCounts } from '../store/backup/format.ts'
import { StoreError } from '../store/store-error.ts'
import type { WholeStore } from '../store/whole-store.ts'
import { type Command, parse } from './arguments.ts'
import { CliError, usageError } from './exit.ts'
import { write } from './streams.ts'

export const store: Command = {
  summary: 'back up, restore and migrate what is kept',
  help: `Usage: stowage store backup <file> [--json]
       stowage store restore <file> [--replace] [--json]
       stowage store migrate [--json]

Works on the store that the environment names (DATABASE_URL, else DATA_DIR). A backup of one kind of store restores into
the other. <file> may be -, standard output or input.

  backup       writes all that is kept, as it is at one moment, while the service goes on
  restore      puts all that a backup holds into an empty store, or, where it fails, nothing
  migrate      brings the schema up to date, as every start of the service does

  --replace    restore in place of what the store keeps
  --json       say what was done as JSON
`,
  async run(args) {
    const [verb, ...rest] = args
    if (verb === 'backup') return backupTo(rest)
    if (verb === 'restore') return restoreFrom(rest)
    if (verb === 'migrate') return migrate(rest)
    throw usageError(verb === undefined ? 'backup, restore or migrate is missing' : `unknown: ${verb}`)
  },
}

const ONE_FILE = { min: 1, max: 1, name: '<file>' }

async function backupTo(args: string[]): Promise<void> {
  const { values, positionals } = parse(args, { json: { type: 'boolean' } }, ONE_FILE)
  const [file] = positionals
  const records = await withStore(false, (whole) =>
    file === '-' ? backUp(whole, (bytes) => write(process.stdout, bytes), Date.now()) : backUpToFile(whole, file),
  )
  // Standard output is the backup's own.
  const stream = file === '-' ? process.stderr : process.stdout
  await say(stream, values.json, { file, records }, `${file}: ${countsText(records)}`)
}

/** Under another name until it is whole and on the disk, so that no half backup is ever taken for one. */
async function backUpToFile(whole: WholeStore, file: string): Promise<RecordCounts> {
  const part = `${file}.${process.pid}.part`
  try {
    const records = await withHandle(part, 'wx', async (handle) => {
      const counts = await backUp(whole, (bytes) => handle.appendFile(bytes), Date.now())
      await handle.sync()
      return counts
    })
    await rename(part, file)
    await withHandle(dirname(file), 'r', (folder) => folder.sync())
    return records
  } catch (error) {
    await rm(part, { force: true })
    if (error instanceof StoreError) throw error
    throw new CliError(1, `${file}: ${(error as Error).message}`)
  }
}

async function withHandle<Result>(path: string, flags: string, work: (handle: FileHandle) => Promise<Result>) {
  const handle = await open(path, flags)
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}

async function restoreFrom(args: string[]): Promise<void> {
  const { values, positionals } = parse(args, { replace: { type: 'boolean' }, json: { type: 'boolean' } }, ONE_FILE)
  const [file] = positionals
  const { replace = false } = values
  const source = file === '-' ? process.stdin : await readable(file)
  const config = loadConfig(process.env)
  const records = await withStore(true, (whole) => restore(whole, source, { replace }), config).catch((error) => {
    throw error instanceof CliError ? new CliError(1, `${file}: ${error.message}`) : error
  })
  await say(process.stdout, values.json, { file, records }, `${storeSetting(config)}: ${countsText(records)}`)
}

/** Opened before the store is, so that a file that is not there makes none. */
async function readable(file: string) {
  try {
    return (await open(file)).createReadStream({ highWaterMark: 1_048_576 })
  } catch (error) {
    throw new CliError(1, `${file}: ${(error as Error).message}`)
  }
}

async function migrate(args: string[]): Promise<void> {
  const { values } = parse(args, { json: { type: 'boolean' } })
  const config = loadConfig(process.env)
  const { found, now } = await withStore(true, async ({ schema }) => schema, config)
  const done = found === now ? `is at version ${now} already` : `was ${found === 0 ? 'made' : `at version ${found}`}`
  const text = `${storeSetting(config)}: the schema ${done}${found === now ? '' : `, is now at version ${now}`}`
  await say(process.stdout, values.json, { from: found, to: now }, text)
}

async function withStore<Result>(
  create: boolean,
  work: (store: WholeStore) => Promise<Result>,
  config: Config = loadConfig(process.env),
): Promise<Result> {
  try {
    const whole = await openWholeStore(config, create)
    try {
      return await work(whole)
    } finally {
      await whole.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const hint = error.code === 'store-not-empty' ? '; --replace puts the backup in its place' : ''
    throw new CliError(1, `${error.message}${hint}`)
  }
}

function countsText(records: RecordCounts): string {
  const counts = Object.entries(records).map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
  return counts.length === 0 ? 'nothing' : counts.join(', ')
}

function say(stream: NodeJS.WriteStream, json: boolean | undefined, answer: object, text: string): Promise<void> {
  return write(stream, `${json ? JSON.stringify(answer) : text}\n`)
}
