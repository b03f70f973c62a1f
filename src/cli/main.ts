#!/usr/bin/env node
// First, so that every schema below is compiled.
import 'zod/compile'
import { ConfigError } from '../config-error.ts'
import type { Command } from './arguments.ts'
import { CliError } from './exit.ts'
import { explain } from './explain.ts'
import { graph } from './graph.ts'
import { keys } from './keys.ts'
import { pack } from './pack.ts'
import { plan } from './plan.ts'
import { runs } from './runs.ts'
import { serve } from './serve.ts'
import { store } from './store.ts'
import { write } from './streams.ts'
import { truncate } from './truncate.ts'

const COMMANDS: Readonly<Record<string, Command>> = { serve, graph, pack, plan, explain, runs, store, keys, truncate }

const HELP = `Usage: stowage <command> [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join('\n')}

stowage <command> --help tells more. Exit codes: 0, done; 1, refused, the reason on standard error; 2, wrong usage.
`

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader, head for example, has seen enough.
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await main(process.argv.slice(2))

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined) {
    await write(process.stderr, HELP)
    return 2
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    await write(process.stdout, HELP)
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    await write(process.stderr, `stowage: unknown command ${JSON.stringify(name)}\n\n${HELP}`)
    return 2
  }
  if (args.includes('--help') || args.includes('-h')) {
    await write(process.stdout, command.help)
    return 0
  }
  return run(name, command, args)
}

async function run(name: string, command: Command, args: string[]): Promise<number> {
  try {
    await command.run(args)
    return 0
  } catch (error) {
    if (error instanceof ConfigError) {
      await write(process.stderr, `${error.message}\n`)
      return 1
    }
    if (!(error instanceof CliError)) throw error
    const hint = error.exitCode === 2 ? `\nTry stowage ${name} --help.` : ''
    await write(process.stderr, `${error.exitCode === 2 ? `stowage ${name}: ` : ''}${error.message}${hint}\n`)
    return error.exitCode
  }
}
