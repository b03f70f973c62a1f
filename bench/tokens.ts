/**
 * Speed and memory of token counting against its peers, as Markdown:
 *
 *     node --expose-gc bench/tokens.ts [bodies = 3000]
 *
 * All times are CPU times. `bodies` is the number of different texts of 1 MB behind which the heap must be as large as
 * before. `tokens-throughput.ts`, `tokens-load.ts` and `tokens-workers.ts` also run alone.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { median } from './tokens-built.ts'
import { cpuMilliseconds, print, steadyMilliseconds } from './tokens-counters.ts'
import { HOSTILE } from './tokens-hostile.ts'

const MEGABYTE = 1 << 20
const RUNS = 5
const bodies = Number(process.argv[2] ?? 3000)

for (const script of ['tokens-throughput.ts', 'tokens-load.ts', 'tokens-workers.ts']) {
  execFileSync(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], { stdio: 'inherit' })
}
hostile()
limits()
steadyHeap()

function hostile(): void {
  print(`## Hostile texts: CPU milliseconds for 1 MB, and how many times that for half; medians of ${RUNS} rounds\n`)
  print('| | o200k_base | cl100k_base |\n|---|---|---|')
  const encodings = [createTokenCounter('o200k_base'), createTokenCounter('cl100k_base')]
  for (const [name, make] of Object.entries(HOSTILE)) {
    const half = make(MEGABYTE / 2)
    const whole = make(MEGABYTE)
    const cells = encodings.map((counter) => {
      const rounds = Array.from({ length: RUNS }, () => ({
        half: meanMilliseconds(() => counter.count(half)),
        whole: meanMilliseconds(() => counter.count(whole)),
      }))
      const times = median(rounds.map((round) => round.whole))
      return `${times.toFixed(1)} (× ${(times / median(rounds.map((round) => round.half))).toFixed(2)})`
    })
    print(`| ${name} | ${cells.join(' | ')} |`)
  }
  print('')
}

/** Over so many times that the ticks of the CPU clock do not matter. */
function meanMilliseconds(work: () => unknown): number {
  const rounds = Math.ceil(100 / Math.max(1, cpuMilliseconds(work)))
  return (
    cpuMilliseconds(() => {
      for (let i = 0; i < rounds; i++) work()
    }) / rounds
  )
}

/** Each text is one unbroken run and then another text, in o200k_base. */
function limits(): void {
  print('## A limit of 100 tokens on 50 MB: CPU microseconds\n')
  print('| behind a first run of | countUpTo | cut | the first cut of a new counter, by the clock |\n|---|---|---|---|')
  const lines = 'A line of text, as documentation has it.\n'
  const texts = new Map(Object.entries(HOSTILE).map(([name, make]) => [name, make(MEGABYTE).repeat(49)]))
  texts.set('nothing', lines.repeat((49 * MEGABYTE) / lines.length))
  for (const [name, start] of texts) {
    const text = flat(start + lines.repeat(MEGABYTE / lines.length))
    const counter = createTokenCounter('o200k_base')
    const first = 1000 * clockMilliseconds(() => counter.cut(text, 100))
    const times = (work: () => void) => (1000 * steadyMilliseconds(work)).toFixed(1)
    const cut = times(() => counter.cut(text, 100))
    print(`| ${name} | ${times(() => counter.countUpTo(text, 100))} | ${cut} | ${first.toFixed(0)} |`)
  }
  print('')
}

function clockMilliseconds(work: () => void): number {
  const before = performance.now()
  work()
  return performance.now() - before
}

/** A string as a parser makes it, not as a tree of its repetitions. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}

function steadyHeap(): void {
  const counter = createTokenCounter('o200k_base')
  const body = (i: number): string => {
    const line = `Body ${i}: ${(i * 2654435761).toString(36)} of ${i ** 3} words, 中文 ${i}\n`
    return line.repeat(MEGABYTE / Buffer.byteLength(line)).replaceAll('words', () => Math.random().toString(36))
  }
  const heap = (): number => {
    global.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  for (let i = 0; i < 20; i++) counter.count(body(i))
  const before = heap()
  for (let i = 0; i < bodies; i++) counter.count(body(i))
  print(`## Heap behind ${bodies} different bodies of 1 MB\n`)
  print(`${((heap() - before) / 1e6).toFixed(2)} MB more than before${global.gc ? '' : ' (without --expose-gc)'}`)
}
