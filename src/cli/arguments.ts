import { type ParseArgsConfig, parseArgs } from 'node:util'
import { usageError } from './exit.ts'

/** What a command needs to be listed and run. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /** All of its own help. */
  readonly help: string
  /** @param args what follows the command's name */
  run(args: string[]): Promise<void>
}

/** parseArgs, with its errors as ours. */
export function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  positionals: { readonly min: number; readonly max: number; readonly name: string } = { min: 0, max: 0, name: '' },
) {
  const parsed = parsedOrUsageError(args, options)
  const count = parsed.positionals.length
  if (count < positionals.min) throw usageError(`${positionals.name} is missing`)
  if (count > positionals.max) throw usageError(`unexpected argument: ${parsed.positionals[positionals.max]}`)
  return parsed
}

function parsedOrUsageError<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('ERR_PARSE_ARGS_')) throw usageError((error as Error).message)
    throw error
  }
}

/** @throws CliError for a text that is no integer from 0 */
export function countOption(name: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value)) throw usageError(`--${name} ${JSON.stringify(text)}: must be an integer from 0`)
  return value
}

/** @throws CliError for a text that is none of the choices */
export function choiceOption<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined || choices.includes(text as Choice)) return text as Choice | undefined
  throw usageError(`--${name} ${JSON.stringify(text)}: must be one of ${choices.join(', ')}`)
}

/** @throws CliError for a text that is no number from 0 to 1 */
export function ratioOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= 0 && value <= 1)) throw usageError(`--${name} ${JSON.stringify(text)}: must be a number from 0 to 1`)
  return value
}
