import { readFileSync } from 'node:fs'
import { PEERS } from './all.ts'

/** Of one peer at one budget; what is not there took longer than it was given. Milliseconds of CPU time. */
export interface Measured {
  readonly megabytes?: number
  readonly tokens?: number
  readonly lines?: number
  readonly given?: number
  readonly counting?: number
}

export interface Laws {
  readonly shuffled?: boolean
  readonly lost?: number
  readonly steps?: number
}

/** Milliseconds of CPU time for the lines of the largest input. */
export interface Profile {
  readonly compiling: number
  readonly uncounted: number
  readonly counting: number
}

/** One input: for each peer, for each budget. */
export interface Sizes {
  readonly source: string
  readonly lines: number
  readonly measured: readonly (readonly Measured[])[]
}

export interface Comparison {
  readonly budgets: readonly number[]
  /** CPU time that each process was given. */
  readonly seconds: number
  readonly laws: readonly Laws[]
  readonly sizes: readonly Sizes[]
  readonly profile: Profile
}

const OWN = PEERS.filter((peer) => peer.package === undefined).length

export function writeComparison({ budgets, seconds, laws, sizes, profile }: Comparison): string {
  return `# Beside other packages

Written by \`npm run bench:peers\`, which installs the packages, runs all of this and writes this page: no figure here is typed. It takes
about half an hour. Node ${process.versions.node}, ${process.platform} ${process.arch}; the machine is shared, so compare within a run.

**The work.** The page lines of a real documentation graph in the keep order of a step on its busiest page, each with title and
summary. Each package gets the same lines with that order as priority, the same budget, and \`o200k_base\` by the same counter where it
lets one be given. Each runs in a process of its own with at most ${seconds} seconds of CPU time; "–" is what did not end within them.

- *counts given*: the tokens of each line are known, and the package's own objects (messages, chunks, scopes; for Stowage the compiled
  graph) are made; what is timed ends with the text of the prompt. Milliseconds of CPU time, the median of up to nine rounds.
- *with counting*: from texts to the result, all lines counted by Stowage's counter, which is faster than the ones that
  these packages bring: the table shows the packing, not the counters.
- *lines / tokens*: what is kept, and its tokens by a recount of the whole text.
- *MB*: what the first run adds to the peak memory of the process.

"Stowage, lines in a given order" is the work that the others do. "Stowage, whole packet" finds the order too, and adds links and
trails: that is what the service does for a step.

## What each is

${propertyTable(laws)}

*Shuffled*: the same bytes where the input comes in another order. Where the order of the items is the priority, it cannot be.
*Monotone*: of ${laws[0]?.steps ?? 0} rising budgets, how many lost a line that a smaller one had kept.

${sizes.map((size) => sizeSection(size, budgets)).join('\n\n')}

## What the figures say

${verdict(sizes, budgets)}

**Counts given**, the target is 1,000 times faster than the fastest package: ${met(sizes, budgets, 'given', 1000)}
Packages that walk the lines from the first on and stop at the budget, or only add up, are linear too. What they cost beside that
is their own objects: a copy, a sort and a check of all chunks, or an estimate of each message.

**With counting**, the target is 20 times: ${met(sizes, budgets, 'counting', 20)} Stowage counts
every line, and so does whoever wants to know how large the whole is; it then says exactly what did not fit, and the counts serve
every further budget and step. A package that stops at the budget, estimates, or bounds by characters skips that. Of
${figure(profile.compiling)} ms for these lines ${figure(profile.counting)} ms are counting; without a counter it is ${figure(profile.uncounted)} ms: paths in
Unicode NFC and in order, fields on one line without control characters, UTF-8. The service keeps compiled graphs, so that a step pays
what stands under *counts given*.

## What they do that Stowage does not

${beyondTable()}
`
}

/** Whether the fastest peer is so many times slower at every budget of the largest input. */
function met(sizes: readonly Sizes[], budgets: readonly number[], what: 'given' | 'counting', target: number): string {
  const { measured } = sizes[sizes.length - 1]
  const least = budgets.map((_, at) => {
    const peers = measured.slice(OWN).flatMap((row) => row[at][what] ?? [])
    return Math.min(...peers) / (measured[0][at][what] as number)
  })
  const range = `the fastest takes ${figure(Math.min(...least))} to ${figure(Math.max(...least))} times as long as Stowage.`
  return Math.min(...least) >= target ? `met, ${range}` : `not met, ${range}`
}

function beyondTable(): string {
  const rows = PEERS.flatMap((peer) => (peer.package && peer.beyond ? [[peer.package, peer.beyond]] : []))
  return table(
    ['', ''],
    rows.filter(([name], i) => rows.findIndex(([other]) => other === name) === i),
  )
}

function propertyTable(laws: readonly Laws[]): string {
  const rows = PEERS.map((peer, i) => {
    const { shuffled, lost, steps } = laws[i]
    const monotone = lost === undefined ? '–' : lost === 0 ? 'yes' : `lost in ${lost} of ${steps}`
    const same = shuffled === undefined ? '–' : shuffled ? 'yes' : 'no'
    const version = peer.package === undefined ? 'this' : `${peer.package} ${versionOf(peer.package)}`
    return [peer.name, version, peer.call, peer.counts, peer.priority, same, monotone, peer.reports]
  })
  return table(
    ['', 'version', 'what is called', 'counts', 'priority', 'shuffled', 'monotone', 'says of what was left out'],
    rows,
  )
}

function versionOf(name: string): string {
  const file = new URL('package.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).dependencies[name]
}

function sizeSection({ source, lines, measured }: Sizes, budgets: readonly number[]): string {
  const own = measured[0]
  const times = (what: 'given' | 'counting') =>
    table(
      ['', ...budgets.map((budget) => `${thousands(budget)} tokens`)],
      PEERS.map(({ name }, i) => [name, ...budgets.map((_, at) => timeCell(measured[i][at][what], own[at][what], i))]),
    )
  const kept = table(
    ['', ...budgets.flatMap((budget) => [`${thousands(budget)}: lines / tokens`, 'MB'])],
    PEERS.map(({ name }, i) => [name, ...budgets.flatMap((budget, at) => keptCells(measured[i][at], budget))]),
  )
  return `## ${thousands(lines)} lines (${source})

Counts given, ms (× Stowage, lines in a given order):

${times('given')}

With counting, ms (×):

${times('counting')}

What was kept, by recount:

${kept}`
}

function timeCell(ms: number | undefined, own: number | undefined, place: number): string {
  if (ms === undefined) return '–'
  return place === 0 || own === undefined ? figure(ms) : `${figure(ms)} (${figure(ms / own)}×)`
}

function keptCells({ lines, tokens, megabytes }: Measured, budget: number): string[] {
  if (lines === undefined || tokens === undefined || megabytes === undefined) return ['–', '–']
  const over = tokens > budget ? `**${thousands(tokens)}, over**` : thousands(tokens)
  return [`${thousands(lines)} / ${over}`, megabytes < 1 ? '<1' : thousands(Math.round(megabytes))]
}

/** The targets, and whether they are met, at the largest input. */
function verdict(sizes: readonly Sizes[], budgets: readonly number[]): string {
  const largest = sizes[sizes.length - 1]
  const lines = (['given', 'counting'] as const).flatMap((what) =>
    budgets.map((budget, at) => {
      const peers = PEERS.map(({ name }, i) => ({ name, ms: largest.measured[i][at][what] })).slice(OWN)
      const measured = peers.filter((peer): peer is { name: string; ms: number } => peer.ms !== undefined)
      const ratios = measured.map(({ name, ms }) => ({ name, ratio: ms / (largest.measured[0][at][what] as number) }))
      const [first, ...others] = ratios.toSorted((a, b) => a.ratio - b.ratio)
      const slower = others.map(({ name, ratio }) => `${name} ${figure(ratio)}`).join(', ')
      const mode = what === 'given' ? 'counts given' : 'with counting'
      return `- ${mode}, ${thousands(budget)} tokens: ${first.name} takes ${figure(first.ratio)} times as long as Stowage; ${slower}.`
    }),
  )
  return `At ${thousands(largest.lines)} lines, from the fastest peer on:\n\n${lines.join('\n')}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Three digits that count. */
function figure(value: number): string {
  return value >= 100 ? thousands(Math.round(value)) : value.toPrecision(value < 1 ? 2 : 3)
}

function thousands(value: number): string {
  return value.toLocaleString('en-US')
}
