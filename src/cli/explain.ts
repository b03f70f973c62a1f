import { loadConfig } from '../config.ts'
import type { Decision, Decisions } from '../core/decisions.ts'
import { neededFor } from '../core/needed-budget.ts'
import type { Budget } from '../core/packet-answer.ts'
import { pathText } from '../core/plain-text.ts'
import { installedModels } from '../models-file.ts'
import { packetService } from '../packet-service.ts'
import { type Command, parse } from './arguments.ts'
import { PACKET_INPUT, PACKET_INPUT_HELP, withPacketInput } from './packet-input.ts'
import { write } from './streams.ts'
import { toned } from './table.ts'

export const explain: Command = {
  summary: 'tell why a page is in the packet of a step, or is not',
  help: `Usage: stowage explain <page>... --step <step.json> --graph <graph.json> [--json]

Says of each page whether the step's packet has it, why, and what budget, share or window would keep it.

${PACKET_INPUT_HELP}  --json           the decisions as JSON, as in the answer of POST /v1/packets?explain=true
`,
  async run(args) {
    const positional = { min: 1, max: Number.POSITIVE_INFINITY, name: '<page>' }
    const { values, positionals } = parse(args, { ...PACKET_INPUT, json: { type: 'boolean' } }, positional)
    await withPacketInput(values, async ({ step, graph }) => {
      const config = loadConfig(process.env)
      const packets = packetService(config, installedModels(config))
      const compiled = packets.compile(step, graph)
      const outcome = packets.compiled(step, compiled)
      const decisions = packets.explain(step, compiled, outcome, positionals)
      if (values.json) return write(process.stdout, `${JSON.stringify(decisions)}\n`)
      for (const page of decisions.pages) {
        await write(process.stdout, `${sentences(page, decisions.counts, outcome.budget).join('\n  ')}\n`)
      }
    })
  },
}

function sentences(page: Decision, counts: Decisions['counts'], budget: Budget): string[] {
  const path = pathText(page.path)
  const verdict = page.kept ? toned(`${path}: kept`, 'good') : toned(`${path}: not in the packet`, 'bad')
  return [`${verdict} (${page.reason}).`, ...whyOf(page, counts), ...whatKeeps(page, budget)]
}

function whyOf({ reason, standing, place, distance, nearestTarget }: Decision, counts: Decisions['counts']): string[] {
  if (reason === 'not-in-graph') return ['The graph has no page of this name.']
  if (reason === 'no-target') return ['None of the targets of the step is in the graph, so there is no map.']
  const links =
    distance === null
      ? 'No chain of links joins it to a target.'
      : `It is ${distance === 1 ? '1 link' : `${distance} links`} from ${pathText(nearestTarget ?? '')}.`
  if (reason === 'too-far') return [links, 'That is farther than the maxDistance of the step or of the settings.']
  const candidates = counts.kept + counts.overBudget
  return [
    links,
    `It stands at ${place} of ${candidates} in the keep order (${standing}); the packet has ${counts.kept}.`,
  ]
}

function whatKeeps({ minBudget, kept }: Decision, budget: Budget): string[] {
  if (minBudget === null) return []
  const { shareBasisPoints, windowTokens } = neededFor(minBudget, budget)
  const ways = [
    `a budget of ${minBudget} tokens`,
    ...(shareBasisPoints === null ? [] : [`a share of ${shareBasisPoints} basis points`]),
    ...(windowTokens === null ? [] : [`a window of ${windowTokens} tokens`]),
  ]
  return [`${kept ? 'It is kept from' : 'It takes'} ${ways.join(', or ')}; the budget is ${budget.tokens}.`]
}
