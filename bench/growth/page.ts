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

function head({ kept, inline, served, budget }: Growth): string {
  const atEnds = <Item>(series: readonly Item[]) => [series[0], series[series.length - 1]] as const
  const [least, most] = atEnds(kept.manuals)
  const [, mostFar] = atEnds(kept.anywhere)
  const [leastInline, mostInline] = atEnds(inline)
  const [leastServed, mostServed] = atEnds(served)
  const inlinePages = times(mostInline.workMs / mostInline.pages, leastInline.workMs / leastInline.pages)
  const ingestPages = times(mostServed.ingestMs / mostServed.pages, leastServed.ingestMs / leastServed.pages)
  return `# How cost grows

Written by \`npm run bench:growth\`, which measures all of this and draws the plots: no figure here is typed.
Node ${process.version.slice(1)}, ${availableParallelism()} cores.

Costs are medians of CPU time of the whole process, with all its threads. Each size has a process of its own. What is a ratio to another is
measured in turns with it in the same run, and is the median of the ratios of all turns: ratios carry over to another machine,
milliseconds do not. The pages are made up, as documentation is: 25 to a folder, a title of a few words, a summary of a sentence, five
links a page, a breadcrumb.

In short, with the graph grown from the smallest size to the largest:

- the median packet of ${count(budget)} tokens from a kept graph costs **${ratio(most.timesSmallest)}** as much at ${count(most.pages)} pages as at ${count(least.pages)},
  ${ratio(mostFar.timesSmallest)} where links lead anywhere: the work is bounded, and the memory is farther away;
- a page of a graph that comes along costs ${inlinePages} as much at ${count(mostInline.pages)} pages as at ${count(leastInline.pages)};
- a page of an ingest costs ${ingestPages} as much at ${count(mostServed.pages)} pages as at ${count(leastServed.pages)};
- a kept page takes ${count(most.bytes / most.pages)} bytes, with ${count(least.pages)} pages ${count(least.bytes / least.pages)}.`
}

function keptPart({ kept, served, budget }: Growth): string {
  const rows = kept.manuals.map(({ pages, packetMs, scanMs }, place) => {
    const { packetMs: httpMs, timesStatic } = servedAt(served[place], budget)
    return [
      count(pages),
      ...(['manuals', 'anywhere', 'hubs'] as const).flatMap((farLinks) => {
        const series = kept[farLinks]
        return [series[place].packetMs.toFixed(2), ratio(series[place].timesSmallest)]
      }),
      count(kept.hubs[place].mostNeighbours),
      times(packetMs, scanMs),
      httpMs.toFixed(2),
      ratio(timesStatic),
    ]
  })
  const { answerBytes } = servedAt(served[0], budget)
  return `## Packets from a kept graph, by its pages

![CPU time of a packet by pages of the graph](plots/kept-graphs.svg)

A packet of ${count(budget)} tokens, which is about ${count(answerBytes)} bytes, around another page each time, so that no packet finds in a
cache what the one before it read. Four of a page's five links stay near. The fifth makes three kinds of graph: **manuals** are of a
thousand pages each, with pages that many link to, so that a page has the same surroundings however many manuals there are; **anywhere**
leads to any page of the whole; **one documentation** has pages that the whole of it links to, and these gain neighbours as it grows.

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

**What bounds it.** Pages are looked up in arrays by their place, the rank around the target hands on a bounded amount, and the walk ends
where the budget does. What grows is the way to memory. At ${count(kept.manuals[0].pages)} pages all that a packet reads is in the processor's nearest
caches. Of a large graph, each page that it meets for the first time is a read from a farther cache or from memory in
\`neighbours.starts\` and in the marks of \`Scratch\`, and each page whose rank it hands on one more in \`neighbours.ends\`: few with
manuals, where what is met lies together; most where links lead anywhere, since no two of those pages lie together, and fewer of them have
been met before. A profile (\`node --cpu-prof\`) shows nearly all that is gained between the sizes in \`pushRank\`, which takes most of a
small packet.`
}

function budgetPart({ served, budgetsAt }: Growth): string {
  const packets = served.find(({ pages }) => pages === budgetsAt)?.packets ?? []
  const rows = packets.map(({ budgetTokens, answerBytes, packetMs, timesStatic }) => [
    count(budgetTokens),
    count(answerBytes),
    packetMs.toFixed(2),
    ((1000 * packetMs) / (budgetTokens / 1000)).toFixed(0),
    ratio(timesStatic),
  ])
  return `## Packets from a kept graph, by budget

![CPU time of a packet by its budget](plots/budgets.svg)

From ${count(budgetsAt)} pages, over HTTP, with the text alone.

${table(['budget', 'bytes of the answer', 'ms a packet', 'µs a thousand tokens', '× an empty route that answers as many'], rows)}

**What bounds it.** A small packet is bounded by the rank around its target and by the route, which cost the same whatever the budget. A
large one is bounded by the number of its pages: each is found in its ring, put in order, numbered, its links looked up among the others,
and its line copied. The text is never counted again.`
}

function inlinePart({ inline }: Growth): string {
  const rows = inline.map(({ pages, bodyBytes, workMs, floorMs, ratio: timesParse }) => [
    count(pages),
    (bodyBytes / 1e6).toFixed(1),
    floorMs.toFixed(1),
    workMs.toFixed(1),
    ratio(timesParse),
    ((1000 * workMs) / pages).toFixed(1),
    ((1000 * floorMs) / pages).toFixed(1),
  ])
  return `## Graphs that come along

![CPU time of a packet whose graph comes along](plots/inline-graphs.svg)

${table(['pages', 'body MB', 'JSON.parse ms', 'packet ms', '× JSON.parse', 'µs a page', 'of JSON.parse'], rows)}

**What bounds it.** All of the body is read once, where it lies; the ends of every link and trail are looked up by path; each page's line
is counted in tokens; then pages and links are sorted. The look-ups and the sorting grow beyond the caches, and so does JSON.parse with the
objects that it makes. \`npm run bench:inline\` tells the stages apart.`
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

**What bounds it.** Parsing each line by itself and checking it against its schema is the largest part; the rest is the table of paths, the
lines of the pages counted in tokens, with their summaries and without, the links sorted, the content digested and written. All of it goes
by what is sent; a small graph bears the start of the work besides.`
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
      count(peakBytes / 2 ** 20),
      times(peakBytes, bytes),
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
    'peak of the ingest, MiB',
    '× the graph',
  ],
  rows,
)}

The peak is that of the service while it takes the graph in, over what it had at rest.

**What bounds it.** A page's line is kept as it stands in a packet; beside it are eight bytes for each link and four for each neighbour, eight
for each trail and four for each of its pages, and four for each of nine figures of the page. Each thread that builds packets has ten bytes
a page of marks besides. An ingest holds the graph under construction, its compiled form and what is written; of a small graph most of
it is the thread that starts for it.`
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
  return ratio(value / floor)
}

function ratio(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ×`
}
