import { availableParallelism } from 'node:os'
import type { FarLinks } from '../graphs.ts'
import type { Measured } from '../in-turns.ts'
import type { KeptGraphGrowth } from './kept-graphs.ts'
import type { ServedGrowth, ServedPacket } from './served.ts'

export interface InlineGrowth extends Measured {
  readonly pages: number
  readonly bodyBytes: number
}

/** All that was measured. Sizes ascend in each series. */
export interface Growth {
  /** Tokens of the packets whose graph grows. */
  readonly budget: number
  /** Pages of the graph that is asked with every budget. */
  readonly budgetsAt: number
  readonly kept: Readonly<Record<FarLinks, readonly KeptGraphGrowth[]>>
  readonly inline: readonly InlineGrowth[]
  readonly served: readonly ServedGrowth[]
}

export function servedAt({ packets }: ServedGrowth, budget: number): ServedPacket {
  const found = packets.find(({ budgetTokens }) => budgetTokens === budget)
  if (found === undefined) throw new Error(`no packet of ${budget} tokens was measured`)
  return found
}

/** docs/performance.md: each figure is one of the run. */
export function pageOf(growth: Growth): string {
  const parts = [
    head(growth),
    keptPart(growth),
    budgetPart(growth),
    inlinePart(growth),
    ingestPart(growth),
    memoryPart(growth),
  ]
  return `${parts.join('\n\n')}\n`
}

function head({ kept, budget }: Growth): string {
  const { manuals } = kept
  const [least, most] = [manuals[0], manuals[manuals.length - 1]]
  return `# How cost grows

Written by \`npm run bench:growth\`, which measures all of this and draws the plots: no figure here is typed. Node ${process.version.slice(1)}, ${availableParallelism()} cores.

Costs are CPU time of the whole process, with all its threads, and medians. Each size has a process of its own, and what a cost is a ratio to, its
floor, is measured in turns with it in the same run: ratios carry over to another machine, milliseconds do not. The pages are made up, as
documentation is: 25 to a folder, a title of a few words, a summary of a sentence, five links a page, a breadcrumb.

In short: the median packet of ${count(budget)} tokens from a kept graph costs **${times(most.packetMs, least.packetMs)} as much at ${count(most.pages)} pages as at ${count(least.pages)}**, all else
grows in proportion to what is sent or answered.`
}

function keptPart({ kept, served, budget }: Growth): string {
  const rows = kept.manuals.map(({ pages, packetMs, scanMs }, place) => {
    const { packetMs: httpMs, staticMs } = servedAt(served[place], budget)
    return [
      count(pages),
      ...(['manuals', 'anywhere', 'hubs'] as const).flatMap((farLinks) => {
        const series = kept[farLinks]
        return [series[place].packetMs.toFixed(2), times(series[place].packetMs, series[0].packetMs)]
      }),
      count(kept.hubs[place].mostNeighbours),
      times(packetMs, scanMs),
      httpMs.toFixed(2),
      times(httpMs, staticMs),
    ]
  })
  const { answerBytes } = servedAt(served[0], budget)
  return `## Packets from a kept graph, by its pages

![CPU time of a packet by pages of the graph](plots/kept-graphs.svg)

A packet of ${count(budget)} tokens, which is about ${count(answerBytes)} bytes, around another page each time, so that no packet finds in a cache what the one before
it read. Four of a page's five links stay near. The fifth makes three kinds of graph: **manuals** are of a thousand pages each, with pages
that many link to, so that a page has the same surroundings however many manuals there are; **anywhere** leads to any page of the whole; **one
documentation** has pages that the whole of it links to, and these gain neighbours as it grows.

${table(
  [
    'pages',
    'manuals, p50 ms',
    '× the smallest',
    'anywhere, p50 ms',
    '× the smallest',
    'one documentation, p50 ms',
    '× the smallest',
    'its most neighbours',
    'manuals × a scan of the bytes',
    'over HTTP, ms',
    '× an empty route that answers as many',
  ],
  rows,
)}

**What bounds it.** The work does not grow: pages are looked up in arrays by their place, the rank around the target hands on a bounded
amount, and the walk ends where the budget does. What grows is the way to memory. At a thousand pages all that a packet
reads is in the processor's nearest caches; at a million the graph is hundreds of megabytes, and each page that the rank or the walk meets for the first time
costs a read or two from far memory. Links that lead anywhere are the worst case of that, since no two of them lie together: they meet twice as many
pages. The rank takes the larger half of a packet and nearly all of the growth (\`node --cpu-prof\` on \`bench/growth/kept-graph.ts\` shows it in
\`pushRank\`). Over HTTP the share of the route itself flattens it.`
}

function budgetPart({ served, budgetsAt }: Growth): string {
  const packets = served.find(({ pages }) => pages === budgetsAt)?.packets ?? []
  const rows = packets.map(({ budgetTokens, answerBytes, packetMs, staticMs }) => [
    count(budgetTokens),
    count(answerBytes),
    packetMs.toFixed(2),
    ((1000 * packetMs) / (budgetTokens / 1000)).toFixed(0),
    times(packetMs, staticMs),
  ])
  return `## Packets from a kept graph, by budget

![CPU time of a packet by its budget](plots/budgets.svg)

From ${count(budgetsAt)} pages, over HTTP, with the text alone.

${table(['budget', 'bytes of the answer', 'ms a packet', 'µs a thousand tokens', '× an empty route that answers as many'], rows)}

**What bounds it.** A small packet is bounded by the rank around its target and by the route, which cost the same whatever the budget. A large one is bounded
by the number of its pages: each is found in its ring, put in order, numbered, its links looked up among the others, and its line copied. The
text is never counted again.`
}

function inlinePart({ inline }: Growth): string {
  const rows = inline.map(({ pages, bodyBytes, workMs, floorMs, ratio }) => [
    count(pages),
    (bodyBytes / 1e6).toFixed(1),
    floorMs.toFixed(1),
    workMs.toFixed(1),
    `${ratio.toFixed(1)} ×`,
    ((1000 * workMs) / pages).toFixed(1),
  ])
  return `## Graphs that come along

![CPU time of a packet whose graph comes along](plots/inline-graphs.svg)

${table(['pages', 'body MB', 'JSON.parse ms', 'packet ms', '× JSON.parse', 'µs a page'], rows)}

**What bounds it.** All of the body is read once, and every title and summary is counted in tokens. Both go by bytes; sorting links
and paths adds a little. JSON.parse of a large body slows down as the objects it makes outgrow the young heap, which the quick reading does not
make, so the ratio falls. \`npm run bench:inline\` tells the stages apart.`
}

function ingestPart({ served }: Growth): string {
  const rows = served.map(({ pages, lineBytes, ingestMs, parseMs }) => [
    count(pages),
    (lineBytes / 1e6).toFixed(1),
    (parseMs / 1000).toFixed(3),
    (ingestMs / 1000).toFixed(3),
    times(ingestMs, parseMs),
    ((1000 * ingestMs) / pages).toFixed(1),
  ])
  return `## Ingest

![CPU time of the ingest](plots/ingest.svg)

\`PUT /v1/graphs/{id}\` as NDJSON over HTTP, until the graph is on the disk.

${table(['pages', 'MB', 'JSON.parse s', 'ingest s', '× JSON.parse of the lines', 'µs a page'], rows)}

**What bounds it.** Each line is parsed, each title and summary counted twice, with and without the other; then links are sorted, the content is digested and
written. All of it goes by bytes, but for the table of paths, which outgrows the caches.`
}

function memoryPart({ kept, served }: Growth): string {
  const rows = kept.manuals.map(({ pages, bytes, textBytes }, place) => {
    const { lineBytes, peakBytes } = served[place]
    return [
      count(pages),
      count(bytes / pages),
      count(textBytes / pages),
      times(bytes, textBytes),
      count(lineBytes / pages),
      times(bytes, lineBytes),
      count(peakBytes / pages),
    ]
  })
  return `## Memory

![Memory of a kept graph](plots/memory.svg)

${table(
  [
    'pages',
    'compiled graph, bytes a page',
    'of these text',
    '× its text',
    'NDJSON, bytes a page',
    '× NDJSON',
    'peak of the ingest, bytes a page',
  ],
  rows,
)}

**What bounds it.** A page's line is kept as it stands in a packet, beside it four bytes for each link in either direction, for each page of a trail, and for each of a
dozen figures of the page. Each thread that builds packets has ten bytes a page of marks besides. The peak of an ingest, over the service at
rest, is that of the graph under construction and its compiled form together; below 100,000 pages it is the thread that starts for it.`
}

function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(names), `|${'---:|'.repeat(names.length)}`, ...rows.map(line)].join('\n')
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** How many times as much. */
function times(value: number, floor: number): string {
  const ratio = value / floor
  return `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×`
}
