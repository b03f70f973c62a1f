// Cutting a tool output against the code of agent packages that do it: same inputs, same budget. Whether each keeps to the budget, gives
// valid Unicode, keeps JSON valid, shows the end of a log, and its median CPU time as a ratio to ours. Writes the table into
// docs/tool-outputs.md. The peers are installed outside the project; PEERS names the folder:
//   npm install --prefix "$PEERS" --ignore-scripts @earendil-works/pi-coding-agent@1.6.0 @google/gemini-cli-core@0.61.0 truncate-json@3.0.1
//   PEERS=<folder> node bench/outputs-peers.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { cutOutput, type Strategy } from '../src/core/tool-output/cut-output.ts'
import { countingFor } from '../src/token-counters.ts'
import { medianCpu } from './cpu.ts'

const folder = process.env.PEERS
if (folder === undefined) throw new Error('PEERS must name the folder that the peers are installed in')
const BUDGET = 50_000
const RUNS = 7
const { counter: cutter } = countingFor('o200k_base')
const ports = { cutter, sha256: () => '' }

/** Cuts a text to so many bytes, or characters where that is what it counts. */
type Cut = (text: string) => string

async function moduleOf(path: string): Promise<Record<string, (...given: never[]) => unknown>> {
  return import(resolve(folder as string, 'node_modules', path))
}

const pi = await moduleOf('@earendil-works/pi-coding-agent/dist/core/tools/truncate.js')
const texts = await moduleOf('@google/gemini-cli-core/dist/src/utils/textUtils.js')
const context = await moduleOf('@google/gemini-cli-core/dist/src/context/truncation.js')
const json = await moduleOf('truncate-json/build/src/main.js')
const call = (found: unknown, ...given: unknown[]) => (found as (...all: unknown[]) => unknown)(...given)
const contentOf = (answer: unknown) => (answer as { content: string }).content
const own = (strategy: Strategy) => (text: string) =>
  cutOutput(text, { limits: { maxBytes: BUDGET }, strategy, headRatio: 0.4 }, ports).text

const CUTTERS: Readonly<Record<string, Cut>> = {
  'Stowage, head': own('head'),
  'Stowage, head-tail': own('head-tail'),
  'Stowage, auto': own('auto'),
  'pi-coding-agent, truncateHead': (text) =>
    contentOf(call(pi.truncateHead, text, { maxBytes: BUDGET, maxLines: 1e9 })),
  'pi-coding-agent, truncateTail': (text) =>
    contentOf(call(pi.truncateTail, text, { maxBytes: BUDGET, maxLines: 1e9 })),
  'gemini-cli-core, truncateString': (text) => String(call(texts.truncateString, text, BUDGET)),
  'gemini-cli-core, truncateProportionally': (text) =>
    String(call(context.truncateProportionally, text, BUDGET, '[cut]')),
  'truncate-json': (text) => (call(json.default, text, BUDGET) as { jsonString: string }).jsonString,
}

const rows = JSON.stringify({ rows: Array.from({ length: 20_000 }, (_, i) => ({ id: i, name: `row number ${i}` })) })
const INPUTS: Readonly<Record<string, string>> = {
  log: `${'INFO still working on it\n'.repeat(40_000)}RuntimeError: FATAL disk full\n`,
  'one line': 'x'.repeat(1_000_000),
  emoji: `a${'😀'.repeat(250_000)}`,
  'families, CJK': 'a👩‍👩‍👧你好'.repeat(40_000),
  JSON: rows,
  'JSON, deep': `${'['.repeat(20_000)}${'"x",'.repeat(20_000)}1${']'.repeat(20_000)}`,
}

function verdict(name: string, input: string, cut: Cut): string {
  let output: string
  try {
    output = cut(input)
  } catch (error) {
    return `fails: ${(error as Error).name}`
  }
  const bytes = Buffer.byteLength(output)
  const marks = [
    bytes === 0 ? 'empty' : bytes <= BUDGET ? 'bounded' : `${bytes} bytes`,
    ...(output.isWellFormed() ? [] : ['broken Unicode']),
    ...(name.startsWith('JSON') ? [isJson(output) ? 'JSON' : 'no JSON'] : []),
    ...(name === 'log' ? [output.includes('FATAL') ? 'shows the error' : 'error lost'] : []),
  ]
  const ratio = medianCpu(RUNS, () => cut(input)) / medianCpu(RUNS, () => CUTTERS['Stowage, head-tail'](input))
  return `${marks.join(', ')}; ${ratio.toFixed(1)}×`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const names = Object.keys(INPUTS)
const lines = [`| | ${names.join(' | ')} |`, `|---|${names.map(() => '---').join('|')}|`]
for (const [who, cut] of Object.entries(CUTTERS)) {
  lines.push(`| ${who} | ${names.map((name) => verdict(name, INPUTS[name], cut)).join(' | ')} |`)
}
console.log(lines.join('\n'))
const file = new URL('../docs/tool-outputs.md', import.meta.url)
const [BEGIN, END] = ['<!-- peers -->', '<!-- /peers -->']
const page = readFileSync(file, 'utf8')
const [before, rest] = page.split(BEGIN)
const after = rest?.split(END)[1]
if (after === undefined) throw new Error(`docs/tool-outputs.md has no place for the table: ${BEGIN} … ${END}`)
writeFileSync(file, `${before}${BEGIN}\n\n${lines.join('\n')}\n\n${END}${after}`)
