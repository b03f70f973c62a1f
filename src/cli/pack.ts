import { loadConfig } from '../config.ts'
import type { PacketOutcome } from '../core/packet.ts'
import { packetTextBytes } from '../core/write-packet-text.ts'
import { packetReply, writePacket } from '../http/packet-answer.ts'
import { installedModels } from '../models-file.ts'
import { packetService } from '../packet-service.ts'
import { type Command, parse } from './arguments.ts'
import { decisionsTable } from './decisions-table.ts'
import { usageError } from './exit.ts'
import { PACKET_INPUT, PACKET_INPUT_HELP, type PacketInput, withPacketInput } from './packet-input.ts'
import { write } from './streams.ts'

export const pack: Command = {
  summary: 'build the context packet of a step, without a server',
  help: `Usage: stowage pack --step <step.json> --graph <graph.json> [--text | --explain [--json]]

Builds the packet that POST /v1/packets answers, with the same settings from the environment, and writes the answer as
JSON. A refused step ends with 1, the problem as JSON on standard error.

${PACKET_INPUT_HELP}  --text           write the packet's text alone; the record goes to standard error where something is missing
  --explain        write a table in place of the packet: of each page whether it is in, why, and what budget keeps it
  --json           with --explain: the answer as JSON, its decisions with it
`,
  async run(args) {
    const { values } = parse(args, {
      ...PACKET_INPUT,
      text: { type: 'boolean' },
      explain: { type: 'boolean' },
      json: { type: 'boolean' },
    })
    const { text = false, explain = false, json = false } = values
    if (text && explain) throw usageError('only one of --text and --explain can be given')
    if (json && !explain) throw usageError('--json goes with --explain; without it the answer is JSON already')
    await withPacketInput(values, (input) => answer(input, { text, explain, json }))
  },
}

async function answer(
  { step, graph, source }: PacketInput,
  { text, explain, json }: { readonly text: boolean; readonly explain: boolean; readonly json: boolean },
): Promise<void> {
  const config = loadConfig(process.env)
  const packets = packetService(config, installedModels(config))
  const compiled = packets.compile(step, graph)
  const outcome = packets.compiled(step, compiled)
  if (text && outcome.kind === 'answered') return answerText(outcome)
  const decisions = explain ? packets.explain(step, compiled, outcome) : undefined
  if (decisions !== undefined && !json) return write(process.stdout, decisionsTable(outcome, decisions))
  const written = writePacket(outcome, { step, source }, 'json', config.maxJsonDepth, decisions)
  await write(process.stdout, `${packetReply(written, undefined)}\n`)
}

async function answerText({ packet, contextPreflight }: Extract<PacketOutcome, { kind: 'answered' }>): Promise<void> {
  if (contextPreflight.status !== 'complete') await write(process.stderr, `${JSON.stringify(contextPreflight)}\n`)
  if (packet !== null) await write(process.stdout, packetTextBytes(packet))
}
