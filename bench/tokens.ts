/**
 * Speed of token counting against its peers, in one run, as Markdown:
 *
 *     node --expose-gc bench/tokens.ts [bodies = 3000]
 *
 * All times are CPU times of this thread. `bodies` is the number of different texts of 1 MB behind which the heap
 * must be as large as before.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { loadTables } from '../src/tokenizer/load-tables.ts'
import { o200kPieceEnd } from '../src/tokenizer/o200k-pieces.ts'
import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { type BenchCounter, cpuMilliseconds, LOADERS, print, steadyMilliseconds } from './tokens-counters.ts'
import { HOSTILE } from './tokens-hostile.ts'
import { benchTexts, warmUpTexts } from './tokens-texts.ts'

const MEGABYTE = 1 << 20
const bodies = Number(process.argv[2] ?? 3000)

const counters: BenchCounter[] = []
for (const load of Object.values(LOADERS)) {
  const counter = await load()
  if (counter !== undefined) counters.push(counter)
}

throughput()
hostile()
limits()
loads()
steadyHeap()

/** Cold: the first pass over texts not seen before, by code that other texts have warmed. Warm: later passes. */
function throughput(): void {
  const sets = benchTexts()
  print('## Throughput: MB per CPU second, cold / warm\n')
  print(`| | ${[...sets.keys()].join(' | ')} |`)
  print(`|---|${'---|'.repeat(sets.size)}`)
  for (const counter of counters) {
    for (const text of warmUpTexts()) counter.count(text)
    const cells = [...sets.values()].map((texts) => {
      const pass = () => {
        for (const text of texts) counter.count(text)
      }
      const cold = cpuMilliseconds(pass)
      const warm = steadyMilliseconds(pass)
      return `${rate(texts, cold)} / ${rate(texts, warm)}`
    })
    print(`| ${counter.name} | ${cells.join(' | ')} |`)
  }
  print(`| own scanner alone | ${[...sets.values()].map((texts) => rate(texts, scanTime(texts))).join(' | ')} |\n`)
}

function scanTime(texts: readonly string[]): number {
  const state = { classes: loadTables('o200k_base'), reach: 0 }
  const encoded = texts.map((text) => Uint8Array.from([...Buffer.from(text), 0xff, 0, 0, 0]))
  const pass = () => {
    for (const bytes of encoded) for (let at = 0; at < bytes.length - 4; ) at = o200kPieceEnd(bytes, at, state)
  }
  return steadyMilliseconds(pass)
}

function rate(texts: readonly string[], milliseconds: number): string {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return (bytes / 1000 / milliseconds).toFixed(1)
}

function hostile(): void {
  print('## Hostile texts: CPU milliseconds for 1 MB, and how many times that for half\n')
  print('| | o200k_base | cl100k_base |\n|---|---|---|')
  const encodings = [createTokenCounter('o200k_base'), createTokenCounter('cl100k_base')]
  for (const [name, make] of Object.entries(HOSTILE)) {
    const cells = encodings.map((counter) => {
      const best = (text: string) => steadyMilliseconds(() => counter.count(text))
      const half = best(make(MEGABYTE / 2))
      const whole = best(make(MEGABYTE))
      return `${whole.toFixed(1)} (× ${(whole / half).toFixed(2)})`
    })
    print(`| ${name} | ${cells.join(' | ')} |`)
  }
  print('')
}

function limits(): void {
  print('## A limit of 100 tokens on 50 MB: CPU microseconds\n')
  print('| | countUpTo | cut | cutTail |\n|---|---|---|---|')
  const counter = createTokenCounter('o200k_base')
  const texts = {
    Markdown: flat('A line of text, as documentation has it.\n'.repeat((50 * MEGABYTE) / 41)),
    blanks: flat(' '.repeat(50 * MEGABYTE)),
    dashes: flat('-'.repeat(50 * MEGABYTE)),
  }
  for (const [name, text] of Object.entries(texts)) {
    const times = (work: () => void) => (1000 * steadyMilliseconds(work)).toFixed(1)
    const upTo = times(() => counter.countUpTo(text, 100))
    const head = times(() => counter.cut(text, 100))
    const tail = times(() => counter.cutTail(text, 100))
    print(`| ${name} | ${upTo} | ${head} | ${tail} |`)
  }
  print('')
}

/** A string as a parser makes it, not as a tree of its repetitions. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}

function loads(): void {
  print('## Load: CPU milliseconds and resident MB, least of seven processes\n')
  print('| | o200k_base | cl100k_base |\n|---|---|---|')
  for (const name of ['stowage', 'gpt-tokenizer']) {
    const cells = ['o200k_base', 'cl100k_base'].map((encoding) => {
      const runs = Array.from({ length: 7 }, () => loadOnce(name, encoding))
      const milliseconds = Math.min(...runs.map((run) => run.milliseconds))
      const resident = Math.min(...runs.map((run) => run.resident))
      return `${milliseconds.toFixed(0)} ms, ${(resident / 1e6).toFixed(1)} MB`
    })
    print(`| ${name} | ${cells.join(' | ')} |`)
  }
  print('')
}

function loadOnce(name: string, encoding: string): { milliseconds: number; resident: number } {
  const script = fileURLToPath(new URL('./tokens-load.ts', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, [script, name, encoding], { encoding: 'utf8' }))
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
