/**
 * Speed of the counters on what is counted in this project. Each runs in fresh processes of its own, because what
 * one compiled or cached must not help or slow another.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { loadTables } from '../src/tokenizer/load-tables.ts'
import { o200kPieceEnd } from '../src/tokenizer/o200k-pieces.ts'
import { median } from './tokens-built.ts'
import { cpuMilliseconds, LOADERS, print, steadyMilliseconds } from './tokens-counters.ts'
import { benchTexts, warmUpTexts } from './tokens-texts.ts'

const RUNS = 9
const SCANNER = 'own scanner alone'

/** CPU milliseconds of the main thread by kind of text. */
type Times = Readonly<Record<string, { readonly cold: number; readonly warm: number }>>

const [, script, only] = process.argv
if (only !== undefined) process.stdout.write(JSON.stringify((await timesOf(only)) ?? null))
else table()

function table(): void {
  const sets = [...benchTexts()].map(([kind, texts]) => ({ kind, kilobytes: kilobytesOf(texts) }))
  const all = new Map<string, Times[]>()
  for (const name of [...Object.keys(LOADERS), SCANNER]) {
    const runs = Array.from({ length: RUNS }, () => timesInProcess(name)).filter((times) => times !== null)
    if (runs.length > 0) all.set(name, runs)
  }
  // The CPU clock of some kernels ticks every 4 ms, which a mean of cold passes outgrows and a median does not.
  const rate = (name: string, kind: string, kilobytes: number, pass: 'cold' | 'warm'): number => {
    const times = (all.get(name) ?? []).map((run) => run[kind]?.[pass] ?? Number.NaN)
    return kilobytes / (pass === 'cold' ? mean(times) : median(times))
  }
  print(`## Throughput: MB per CPU second, cold (mean) / warm (median) of ${RUNS} processes\n`)
  print(`| | ${sets.map(({ kind }) => kind).join(' | ')} |`)
  print(`|---|${'---|'.repeat(sets.length)}`)
  for (const name of all.keys()) {
    const cells = sets.map(({ kind, kilobytes }) =>
      (['cold', 'warm'] as const).map((pass) => rate(name, kind, kilobytes, pass).toFixed(1)).join(' / '),
    )
    print(`| ${name} | ${cells.join(' | ')} |`)
  }
  const ratios = (of: (kind: string, kilobytes: number) => readonly number[], digits: number): string =>
    sets
      .map(({ kind, kilobytes }) =>
        of(kind, kilobytes)
          .map((ratio) => ratio.toFixed(digits))
          .join(' / '),
      )
      .join(' | ')
  const own = 'stowage'
  const over = (kind: string, kilobytes: number): readonly number[] =>
    (['cold', 'warm'] as const).map(
      (pass) => rate(own, kind, kilobytes, pass) / rate('gpt-tokenizer', kind, kilobytes, pass),
    )
  print(`| stowage over gpt-tokenizer | ${ratios(over, 1)} |`)
  const share = (kind: string, kilobytes: number): readonly number[] =>
    (['cold', 'warm'] as const).map((pass) => rate(own, kind, kilobytes, pass) / rate(SCANNER, kind, kilobytes, 'warm'))
  print(`| stowage over its scanner | ${ratios(share, 2)} |\n`)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function timesInProcess(name: string): Times | null {
  return JSON.parse(execFileSync(process.execPath, [script ?? fileURLToPath(import.meta.url), name]).toString())
}

/** Cold: the first pass over texts not seen before, by code that other texts have warmed. Warm: later passes. */
async function timesOf(name: string): Promise<Times | undefined> {
  const count = name === SCANNER ? scan : (await LOADERS[name]?.())?.count
  if (count === undefined) return undefined
  for (let pass = 0; pass < 3; pass++) for (const text of warmUpTexts()) count(text)
  const times: Record<string, { cold: number; warm: number }> = {}
  for (const [kind, texts] of benchTexts()) {
    const inputs = name === SCANNER ? texts.map(encoded) : texts
    const pass = (): void => {
      for (const input of inputs) (count as (input: unknown) => unknown)(input)
    }
    times[kind] = { cold: cpuMilliseconds(pass), warm: steadyMilliseconds(pass) }
  }
  return times
}

/** Takes a text apart and counts nothing. Takes UTF-8 too, so that the encoding of strings is not measured. */
function scan(text: string | Uint8Array): void {
  const bytes = typeof text === 'string' ? encoded(text) : text
  const state = { classes: loadTables('o200k_base'), reach: 0 }
  for (let at = 0; at < bytes.length - 4; ) at = o200kPieceEnd(bytes, at, state)
}

function encoded(text: string): Uint8Array {
  return Buffer.concat([Buffer.from(text), Uint8Array.of(0xff, 0, 0, 0)])
}

function kilobytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1000
}
