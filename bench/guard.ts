// The regression guard: ratios of what costs most to a floor of the same run, held against those that are committed in
// bench/figures.json. Prints them as JSON, and on standard error a table beside the committed ones; ends with 1 where a ratio
// is over twice the committed one in each of three runs.
// Usage: node bench/guard.ts [--short] [--write]. --short measures fewer rounds, --write replaces the committed figures.
import 'zod/compile'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  compareRatios,
  comparisonTable,
  MOST_GROWTH,
  type Ratios,
  RUNS_TO_FAIL,
  suspects,
} from './guard/compare-ratios.ts'
import { PAIRS } from './guard/pairs.ts'
import { inTurns } from './in-turns.ts'

const ROUNDS = 31
const SHORT_ROUNDS = 7
const FIGURES = fileURLToPath(new URL('figures.json', import.meta.url))

const { values } = parseArgs({
  options: { short: { type: 'boolean' }, write: { type: 'boolean' }, only: { type: 'string' } },
})
const rounds = values.short ? SHORT_ROUNDS : ROUNDS
if (values.only !== undefined) process.stdout.write(String((await inTurns(PAIRS[values.only](), rounds)).ratio))
else guard()

function guard(): void {
  const runs = [measured(Object.keys(PAIRS))]
  const committed = values.write || !existsSync(FIGURES) ? {} : committedRatios()
  while (runs.length < RUNS_TO_FAIL) {
    const names = suspects(runs[runs.length - 1], committed)
    if (names.length === 0) break
    process.stderr.write(`measured again: ${names.join('; ')}\n`)
    runs.push(measured(names))
  }
  const json = `${JSON.stringify({ node: process.version, ratios: runs[0] }, undefined, 2)}\n`
  process.stdout.write(json)
  if (values.write) {
    writeFileSync(FIGURES, json)
    return
  }
  const compared = compareRatios(runs, committed)
  process.stderr.write(`\n${comparisonTable(compared)}`)
  const over = compared.filter(({ verdict }) => verdict === 'over')
  if (over.length === 0) return
  process.stderr.write(`\n${over.length} over ${MOST_GROWTH} times the committed figure in ${RUNS_TO_FAIL} runs.\n`)
  process.exitCode = 1
}

function committedRatios(): Ratios {
  return JSON.parse(readFileSync(FIGURES, 'utf8')).ratios
}

/** Each in a process of its own: what the compiler learnt from one must not help or slow another. */
function measured(names: readonly string[]): Ratios {
  const ratioOf = (name: string) => {
    const options = ['--only', name, ...(values.short ? ['--short'] : [])]
    const printed = execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...options], { encoding: 'utf8' })
    return Number(Number(printed).toPrecision(3))
  }
  return Object.fromEntries(names.map((name) => [name, ratioOf(name)]))
}
