import { bootstrapMean, type Interval } from './bootstrap.ts'
import { BEFORE, LINE_RULES, NOW, OURS } from './candidates.ts'
import type { Found } from './lines.ts'

/** The half of the pages that a link leads from: rules were chosen by the one and are told by the other. */
export type Half = 'tune' | 'test'

/** What was found on one graph, link by link. */
export interface Results {
  readonly name: string
  readonly pages: number
  /** The page that each link leads from. */
  readonly sources: readonly number[]
  readonly byOrder: Readonly<Record<string, readonly Found[]>>
  readonly byLines: Readonly<Record<string, readonly Found[]>>
}

type Value = (found: Found) => number

const heldAt =
  (budget: number): Value =>
  ({ tokens }) =>
    tokens <= budget ? 1 : 0
const fullAt =
  (budget: number): Value =>
  ({ tokens, isFull }) =>
    tokens <= budget && isFull ? 1 : 0

export function writeSelection({ tune, test }: Record<Half, Results[]>, budgets: readonly number[], links: number) {
  const shares = budgets.map((budget) => sharesAt(test, budget)).join('\n\n')
  return `# Which pages a packet should hold

Written by \`npm run bench:selection\`: no figure here is typed.

**The measure.** Take a link that an author wrote, from page u to page v, out of the graph (what else joins the two stays), ask for u's packet,
and see whether v is in it. Percent of links found, with a 95 % interval (bootstrap over the pages that the links lead from). Up to
${links} links of each graph and half. The pages of a graph are dealt to two halves: rules and constants were chosen by the links of the one
(*tune*), the tables are of the other (*test*), unless they say both. A link is a proxy for what a step needs: it says nothing of pages that
nobody linked.

Graphs: ${test.map(({ name, pages, sources }) => `${name} (${thousands(pages)} pages, ${sources.length} links of ${new Set(sources).size} pages)`).join(', ')}.

Every order is cut by the same lines: ${NOW.replace(' (ours)', '')}. A packet holds pages first, so links and trails are not in its way.

## Our order beside others

${shares}

Without distance, personalised PageRank finds more at small budgets: it may prefer a page two links away to one next to
the target. The contract wants the farthest to go first, so that a reader can say why a page is missing; ours is what can be done within that.

## Other ties

Found in percent less what ours finds, at ${thousands(budgets[1])} and ${thousands(budgets[2])} tokens; **bold** where the 95 % interval of the paired difference lies on one side
of zero.

${tieTable(test, budgets.slice(1, 3))}

A candidate becomes the default where it is clearly better on most graphs and clearly worse on none, on both halves. ${tieVerdict(tune, test, budgets.slice(1))}

## What a line shows

Each page's line could show its path, its title too, or its summary too. The less it shows, the more pages there are: a count of pages found would
always choose paths alone. So two figures count: links found, and links found whose line shows its summary from the start
("known"). Found / known, in percent:

${[0, 1, 2].map((at) => levelTable(test, budgets[at])).join('\n\n')}

"Known" counts summaries from the start alone: where there is room, the others get theirs in the end.

${ruleVerdict(tune, test, budgets)}

Points are percent of links, the least and the most of any graph; *clearly* is a 95 % interval of the paired difference on one side of zero.
At the budgets from ${thousands(budgets[1])} tokens on, the rule for the first pages is clearly worse on no graph in either figure, clearly better on most in links known, and on some in links
found, where most graphs leave nothing to gain. That is why it is the default.

${thousands(budgets[0])} tokens lie below every default budget: there the summaries of twelve pages leave little for others, and a step
that has no more says \`summaryPages\` or \`summaryDistance\` itself.
`
}

function sharesAt(results: readonly Results[], budget: number): string {
  const rows = Object.keys(results[0].byOrder)
    .filter((order) => !/^(ties|distance):/.test(order))
    .map((order) => [
      order === OURS ? `**${order}**` : order,
      ...results.map(({ byOrder, sources }) => {
        const { mean, low, high } = bootstrapMean(byOrder[order].map(heldAt(budget)), sources)
        return `${percent(mean)} (${percent(low)} to ${percent(high)})`
      }),
    ])
  return `At ${thousands(budget)} tokens:\n\n${table(['', ...results.map(({ name }) => name)], rows)}`
}

function tieTable(results: readonly Results[], budgets: readonly number[]): string {
  const rows = candidates(results).map((order) => [
    order,
    ...results.map((result) => budgets.map((budget) => shown(orderGain(result, order, budget))).join(' / ')),
  ])
  return table(['', ...results.map(({ name }) => name)], rows)
}

function candidates(results: readonly Results[]): string[] {
  return Object.keys(results[0].byOrder).filter((order) => /^(ties|distance):/.test(order))
}

function orderGain({ byOrder, sources }: Results, order: string, budget: number): Interval {
  return gain(byOrder[order], byOrder[OURS], heldAt(budget), sources)
}

function gain(after: readonly Found[], before: readonly Found[], value: Value, sources: readonly number[]): Interval {
  const differences = after.map((found, i) => value(found) - value(before[i]))
  return bootstrapMean(differences, sources)
}

function tieVerdict(tune: readonly Results[], test: readonly Results[], budgets: readonly number[]): string {
  const chosen = candidates(test).filter((order) =>
    [tune, test].every((half) => {
      const better = half.filter((result) => budgets.some((budget) => isClear(orderGain(result, order, budget), 1)))
      const worse = half.filter((result) => budgets.some((budget) => isClear(orderGain(result, order, budget), -1)))
      return better.length * 2 > half.length && worse.length === 0
    }),
  )
  return chosen.length === 0 ? 'None of these does.' : `These do: ${chosen.join('; ')}.`
}

function isClear({ low, high }: Interval, side: 1 | -1): boolean {
  return side === 1 ? low > 0 : high < 0
}

function levelTable(results: readonly Results[], budget: number): string {
  const rows = Object.keys(LINE_RULES).map((rule) => [
    rule === NOW ? `**${rule}**` : rule,
    ...results.map(({ byLines }) => {
      const share = (value: Value) => byLines[rule].reduce((sum, found) => sum + value(found), 0) / byLines[rule].length
      return `${percent(share(heldAt(budget)))} / ${percent(share(fullAt(budget)))}`
    }),
  ])
  return `At ${thousands(budget)} tokens:\n\n${table(['', ...results.map(({ name }) => name)], rows)}`
}

/** How the rule for summaries compares with the one before, on both halves. */
function ruleVerdict(tune: readonly Results[], test: readonly Results[], budgets: readonly number[]): string {
  const rows = [tune, test].flatMap((half, i) =>
    budgets.flatMap((budget) => {
      const cells = half.map(({ byLines, sources }) => {
        const found = gain(byLines[NOW], byLines[BEFORE], heldAt(budget), sources)
        const known = gain(byLines[NOW], byLines[BEFORE], fullAt(budget), sources)
        return { name: `${i} ${budget}`, found, known }
      })
      const summary = (of: 'found' | 'known') => {
        const [better, worse] = ([1, -1] as const).map((side) => cells.filter((cell) => isClear(cell[of], side)).length)
        return `${better} / ${worse}`
      }
      const range = (of: 'found' | 'known') => {
        const means = cells.map((cell) => cell[of].mean)
        return `${signed(Math.min(...means))} to ${signed(Math.max(...means))}`
      }
      const name = `${i === 0 ? 'tune' : 'test'}, ${thousands(budget)} tokens`
      return [[name, String(half.length), summary('found'), range('found'), summary('known'), range('known')]]
    }),
  )
  const head = ['', 'graphs', 'found: clearly better / worse', 'points', 'known: clearly better / worse', 'points']
  return `**${NOW.replace(' (ours)', '')}** in the place of ${BEFORE.replace(' (before)', '')}:\n\n${table(head, rows)}`
}

function shown(interval: Interval): string {
  const text = signed(interval.mean)
  return isClear(interval, 1) || isClear(interval, -1) ? `**${text}**` : text
}

function signed(share: number): string {
  const points = Math.round(share * 100)
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'
}

function percent(share: number): string {
  return String(Math.round(share * 100))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function thousands(value: number): string {
  return value.toLocaleString('en-US')
}
