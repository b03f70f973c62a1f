// One peer on one input: prints a line of JSON for each thing measured, as soon as it is, so that what was measured before a
// time limit counts. Usage: node --expose-gc bench/peers/one.ts <peer> <input> <budget, "laws" or "profile">
import { countingFor } from '../../src/token-counters.ts'
import { median } from '../cpu.ts'
import { randomNumbers } from '../graphs.ts'
import { PEERS } from './all.ts'
import { INPUTS, inputOf } from './inputs.ts'
import type { Count, Input, Item, Pack } from './peer.ts'
import { compiled } from './stowage.ts'

const [, , peerIndex, inputIndex, what] = process.argv
const peer = PEERS[Number(peerIndex)]
const ready = await peer.load()
const { counter } = countingFor('o200k_base')
const live: Count = (text) => counter.count(text)
/** Milliseconds; what takes longer is run once. */
const LONG = 3000
// What some peers load keeps the process alive, so it ends by itself.
const work = { laws, profile }[what] ?? ((input: Input) => measure(input, Number(what)))
process.exit(await work(inputOf(INPUTS[Number(inputIndex)])))

async function measure(input: Input, budget: number): Promise<number> {
  const pack = ready(input, given(input.items))
  globalThis.gc?.()
  const before = process.resourceUsage().maxRSS
  let made: string | Uint8Array = ''
  const first = await round(async () => {
    made = await textOf(pack, budget)
  }, 1)
  const text = readable(made)
  tell({
    megabytes: (process.resourceUsage().maxRSS - before) / 1024,
    tokens: counter.count(text),
    lines: namesOf(text).length,
  })
  tell({ given: first > LONG ? first : await cpu(() => textOf(pack, budget)) })
  tell({ counting: await cpu(() => textOf(ready(input, live), budget)) })
  return 0
}

/** Whether shuffled input gives the same bytes, and whether a larger budget loses a line. */
async function laws(whole: Input): Promise<number> {
  const input = { ...whole, items: whole.items.slice(0, 200) }
  const kept = new Set(input.items.map(({ path }) => path))
  const graph = { ...whole.graph, nodes: whole.graph.nodes.filter(({ path }) => kept.has(path)), paths: [] }
  const small = { ...input, graph: { ...graph, edges: graph.edges.filter((e) => kept.has(e.from) && kept.has(e.to)) } }
  const count = given(small.items)
  const pack = ready(small, count)
  const total = small.items.reduce((sum, { text }) => sum + count(text), 0)
  const text = async (packed: Pack, budget: number) => readable(await textOf(packed, budget))
  tell({ shuffled: (await text(ready(shuffled(small), count), total >> 1)) === (await text(pack, total >> 1)) })

  let lost = 0
  let before: string[] = []
  const steps = 400
  for (let step = 1; step <= steps; step++) {
    const now = namesOf(await text(pack, 200 + Math.round(((total - 200) * step) / steps)))
    const there = new Set(now)
    if (before.some((name) => !there.has(name))) lost++
    before = now
  }
  tell({ lost, steps })
  return 0
}

/** Where our time goes until every line is counted: all of it, and without the counter. */
async function profile({ graph, items }: Input): Promise<number> {
  const none = { encoding: 'none', count: () => 1, countBytes: () => 1 }
  tell({
    compiling: await cpu(() => compiled({ ...graph, edges: [], paths: [] })),
    uncounted: await cpu(() => compiled({ ...graph, edges: [], paths: [] }, none)),
    counting: await cpu(() => items.reduce((sum, { text }) => sum + live(text), 0)),
  })
  return 0
}

/** The text of the prompt, in the form that it comes in. */
async function textOf(pack: Pack, budget: number): Promise<string | Uint8Array> {
  const kept = await pack(budget)
  return kept instanceof Uint8Array ? kept : kept.join('')
}

function readable(made: string | Uint8Array): string {
  return typeof made === 'string' ? made : new TextDecoder('utf-8', { ignoreBOM: true }).decode(made)
}

/** The items at the head of a packet's lines, by number and path. */
function namesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => /^ ?(\d+ [^|]+?)(?= \||$)/.exec(line)?.[1] ?? [])
}

function shuffled({ items, graph, step }: Input): Input {
  const random = randomNumbers(9)
  const mix = <T>(list: readonly T[]): T[] =>
    list
      .map((entry) => ({ entry, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry)
  return {
    items: mix(items),
    graph: { ...graph, nodes: mix(graph.nodes), edges: mix(graph.edges), paths: mix(graph.paths) },
    step,
  }
}

/** Counts that are there already: a text of one item is looked up, a longer one line by line. */
function given(items: readonly Item[]): Count {
  const counts = new Map(items.map(({ text }) => [text, counter.count(text)]))
  const ofLine = (line: string): number => counts.get(line) ?? counts.get(line.slice(1)) ?? counter.count(line)
  return (text) => {
    const known = counts.get(text)
    if (known !== undefined) return known
    let sum = 0
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = text.indexOf('\n', at) + 1 || text.length
      sum += ofLine(text.slice(at, end))
    }
    return sum
  }
}

/** Median CPU milliseconds of at least one and at most 9 rounds in about the time {@link LONG}, each of as many runs as take 20 ms. */
async function cpu(run: () => unknown): Promise<number> {
  let runs = 1
  let first = await round(run, runs)
  const spent = first
  while (first < 20) {
    runs = Math.ceil(Math.min(runs * 10, Math.max(runs * 2, (runs * 20) / Math.max(first, 0.01))))
    first = await round(run, runs)
  }
  const times = [first]
  for (let sum = spent + first; times.length < 9 && sum + first < LONG; sum += times[times.length - 1]) {
    times.push(await round(run, runs))
  }
  return median(times) / runs
}

async function round(run: () => unknown, runs: number): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < runs; i++) await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function tell(measured: Record<string, number | boolean>): void {
  console.log(JSON.stringify(measured))
}
