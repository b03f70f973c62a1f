import { z } from 'zod'
import { loadConfig } from '../config.ts'
import type { PacketOutcome } from '../core/packet.ts'
import { packetTextBytes } from '../core/write-packet-text.ts'
import { parseJsonBody } from '../http/json-body.ts'
import { packetReply, writePacket } from '../http/packet-answer.ts'
import { Problem, problemOf } from '../http/problem.ts'
import { Graph } from '../http/schemas/graph.ts'
import { Step } from '../http/schemas/step.ts'
import { requireValid } from '../http/zod.ts'
import { installedModels, packetService } from '../packet-service.ts'
import { type Command, parse } from './arguments.ts'
import { CliError, usageError } from './exit.ts'
import { readInput, write } from './streams.ts'

const InlineRequest = z.strictObject({ step: Step, graph: Graph })

export const pack: Command = {
  summary: 'build the context packet of a step, without a server',
  help: `Usage: stowage pack --step <step.json> --graph <graph.json> [--text]

Builds the packet that POST /v1/packets answers, with the same settings from the environment, and writes the answer as
JSON. One of the two files may be -, standard input. A refused step ends with 1, the problem as JSON on standard error.

  --step <file>    the step
  --graph <file>   the documentation graph, as stowage graph writes it
  --text           write the packet's text alone; the record goes to standard error where something is missing
`,
  async run(args) {
    const { values } = parse(args, {
      step: { type: 'string' },
      graph: { type: 'string' },
      text: { type: 'boolean' },
    })
    if (values.step === undefined) throw usageError('--step is missing')
    if (values.graph === undefined) throw usageError('--graph is missing')
    if (values.step === '-' && values.graph === '-') throw usageError('only one of --step and --graph can be -')
    try {
      await answer(await source(values.step), await source(values.graph), values.text ?? false)
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      const { detail, ...document } = problem.document('cli')
      const files = `/step is ${values.step}, /graph is ${values.graph}`
      const named =
        problem.code === 'request-invalid' ? { ...document, detail: `${detail} (${files})` } : { ...document, detail }
      throw new CliError(1, JSON.stringify(named, null, 2))
    }
  },
}

async function answer(step: string, graph: string, textOnly: boolean): Promise<void> {
  const config = loadConfig(process.env)
  const request = `{"step":${step},"graph":${graph}}`
  const { step: parsedStep, graph: parsedGraph } = requireValid(InlineRequest, JSON.parse(request))
  const outcome = packetService(config, installedModels(config)).inline(parsedStep, parsedGraph)
  if (textOnly && outcome.kind === 'answered') return answerText(outcome)
  const written = writePacket(outcome, { step: parsedStep, source: request }, 'json', config.maxJsonDepth)
  await write(process.stdout, `${packetReply(written, undefined)}\n`)
}

async function answerText({ packet, contextPreflight }: Extract<PacketOutcome, { kind: 'answered' }>): Promise<void> {
  if (contextPreflight.status !== 'complete') await write(process.stderr, `${JSON.stringify(contextPreflight)}\n`)
  if (packet !== null) await write(process.stdout, packetTextBytes(packet))
}

/** The JSON source in a file, checked on its own so that an error can name the file. */
async function source(file: string): Promise<string> {
  const bytes = await readInput(file)
  try {
    return parseJsonBody(bytes, undefined).source
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new CliError(1, `${file}: ${error.message}`)
  }
}
