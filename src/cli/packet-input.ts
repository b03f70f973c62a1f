import { z } from 'zod'
import { parseJsonBody } from '../http/json-body.ts'
import { Problem, problemOf } from '../http/problem.ts'
import { Graph } from '../http/schemas/graph.ts'
import { Step } from '../http/schemas/step.ts'
import { requireValid } from '../http/zod.ts'
import { CliError, usageError } from './exit.ts'
import { readInput } from './streams.ts'

/** Options of the commands that work on a step and a graph. */
export const PACKET_INPUT = { step: { type: 'string' }, graph: { type: 'string' } } as const

export const PACKET_INPUT_HELP = `  --step <file>    the step, as POST /v1/packets takes it
  --graph <file>   the documentation graph, as stowage graph writes it; one of the two may be -, standard input
`

const InlineRequest = z.strictObject({ step: Step, graph: Graph })

export interface PacketInput extends z.output<typeof InlineRequest> {
  /** The JSON source of both, as one body. */
  readonly source: string
}

/**
 * Reads the step and the graph, and hands them on. A problem, of the input or of what `use` does, becomes the command's
 * refusal, as JSON.
 */
export async function withPacketInput(
  { step, graph }: { readonly step?: string | undefined; readonly graph?: string | undefined },
  use: (input: PacketInput) => Promise<void>,
): Promise<void> {
  if (step === undefined) throw usageError('--step is missing')
  if (graph === undefined) throw usageError('--graph is missing')
  if (step === '-' && graph === '-') throw usageError('only one of --step and --graph can be -')
  try {
    const source = `{"step":${await sourceIn(step)},"graph":${await sourceIn(graph)}}`
    await use({ ...requireValid(InlineRequest, JSON.parse(source)), source })
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    const { detail, ...document } = problem.document('cli')
    const files = `/step is ${step}, /graph is ${graph}`
    const named =
      problem.code === 'request-invalid' ? { ...document, detail: `${detail} (${files})` } : { ...document, detail }
    throw new CliError(1, JSON.stringify(named, null, 2))
  }
}

/** The JSON source in a file, checked on its own so that an error can name the file. */
async function sourceIn(file: string): Promise<string> {
  const bytes = await readInput(file)
  try {
    return parseJsonBody(bytes, undefined).source
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new CliError(1, `${file}: ${error.message}`)
  }
}
