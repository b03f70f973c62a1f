import { loadConfig } from '../config.ts'
import type { Needed } from '../core/needed-budget.ts'
import type { Asked, Plan, PlannedPacket } from '../core/plan.ts'
import { planAnswer } from '../http/plan-answer.ts'
import { installedModels } from '../models-file.ts'
import { packetService } from '../packet-service.ts'
import { type Command, countOption, parse } from './arguments.ts'
import { usageError } from './exit.ts'
import { PACKET_INPUT, PACKET_INPUT_HELP, withPacketInput } from './packet-input.ts'
import { budgetLine, keptLine, preflightLine } from './packet-summary.ts'
import { write } from './streams.ts'
import { type Cell, type Tone, table } from './table.ts'

export const plan: Command = {
  summary: "show what a step's packet would hold at other budgets, and what budget gives what",
  help: `Usage: stowage plan --step <step.json> --graph <graph.json> [--budget <n>]... [--share <n>]... [--window <n>]... [--json]

Answers what POST /v1/packets/plan does, with the same settings from the environment: the step's own packet, one for each
budget that is asked about, and the least budget, share and window for the smallest packet, the requested pages, each
distance and everything.

${PACKET_INPUT_HELP}  --budget <n>     tokens, in place of the step's budget; as often as wanted
  --share <n>      basis points of the step's window, 1 to 10000
  --window <n>     input tokens of a model, from 1
  --json           the answer as JSON
`,
  async run(args) {
    const { values } = parse(args, {
      ...PACKET_INPUT,
      budget: { type: 'string', multiple: true },
      share: { type: 'string', multiple: true },
      window: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    })
    const asked: Asked[] = [
      ...(values.budget ?? []).map((text) => ({ budgetTokens: countOption('budget', text) })),
      ...(values.share ?? []).map((text) => ({ shareBasisPoints: between('share', text, 10_000) })),
      ...(values.window ?? []).map((text) => ({ windowTokens: between('window', text, Number.MAX_SAFE_INTEGER) })),
    ]
    await withPacketInput(values, async ({ step, graph }) => {
      const config = loadConfig(process.env)
      const packets = packetService(config, installedModels(config))
      const compiled = packets.compile(step, graph)
      const planned = { ...packets.plan(step, compiled, asked), revision: compiled.revision }
      const text = values.json ? `${JSON.stringify(planAnswer(planned, asked))}\n` : planText(planned, asked)
      await write(process.stdout, text)
    })
  },
}

function between(name: string, text: string, most: number): number {
  const value = countOption(name, text)
  if (value < 1 || value > most) throw usageError(`--${name} ${text}: must be from 1 to ${most}`)
  return value
}

function planText({ own, asked: planned, needed, total }: Plan, asked: readonly Asked[]): string {
  const head = [budgetLine(own.budget), keptLine(own.kept, total), preflightLine(own.contextPreflight)]
  return [
    ...head.map((line) => `${line}\n`),
    ...(planned.length === 0 ? [] : ['\n', askedTable(planned, asked, total)]),
    ...(needed === null ? [] : ['\n', neededTable(needed)]),
  ].join('')
}

function askedTable(planned: readonly PlannedPacket[], asked: readonly Asked[], total: Plan['total']): string {
  return table(
    ['BUDGET', 'TOKENS', 'PAGES', 'LINKS', 'TRAILS', 'SUMMARIES', 'NOT IN', 'STATUS', 'ASKED'],
    planned.map(({ budget, kept, contextPreflight, refused }, i) => {
      const { status, unboundTargets, unboundTargetsOmitted } = contextPreflight
      const of = (name: keyof Plan['total']) => (kept === null ? null : `${kept[name]}/${total[name]}`)
      const state = refused ? 'refused' : kept === null ? 'no packet' : status
      const tone: Tone = kept === null ? 'bad' : status === 'complete' ? 'good' : 'plain'
      const unbound = unboundTargets.length + unboundTargetsOmitted
      const amounts = [of('pages'), of('edges'), of('trails'), of('summaries')]
      const cells = [budget.tokens, kept?.tokens ?? null, ...amounts, unbound, state, askedText(asked[i])]
      return { cells, tone }
    }),
  )
}

function askedText(asked: Asked): string {
  const [[name, value]] = Object.entries(asked)
  return `${{ budgetTokens: 'budget', shareBasisPoints: 'share', windowTokens: 'window' }[name]} ${value}`
}

function neededTable({ smallest, requested, targets, rings, ringsOmitted, everything }: NonNullable<Plan['needed']>) {
  const row = (what: string, { tokens, shareBasisPoints, windowTokens }: Needed) => {
    const cells: Cell[] = [tokens, shareBasisPoints, windowTokens, what]
    return { cells, tone: 'plain' as const }
  }
  const text = table(
    ['FROM BUDGET', 'SHARE', 'WINDOW', 'FOR'],
    [
      row('the first target alone', smallest),
      row('all requested pages', requested),
      row('all requested pages and targets', targets),
      ...rings.map(({ distance, pages, needed }) =>
        row(distance === null ? `the ${pages} unreachable pages too` : `the ${pages} pages at ${distance} too`, needed),
      ),
      row('everything, with summaries, links and trails', everything),
    ],
  )
  return ringsOmitted === 0 ? text : `${text}${ringsOmitted} farther distances are not listed.\n`
}
