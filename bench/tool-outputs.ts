// What cutting a tool output costs: median CPU time in process for 2 MB as a ratio to 1 MB, for each strategy and hostile shape, and
// a head cut of 50 MB as a ratio to Buffer.from and toString of the same text. Usage: node bench/tool-outputs.ts
import { cutOutput, type Strategy } from '../src/core/tool-output/cut-output.ts'
import { countingFor } from '../src/token-counters.ts'
import { medianCpu } from './cpu.ts'

const MB = 1_000_000
const RUNS = 9
const { counter: cutter } = countingFor('o200k_base')
// Without a hash, which costs the same whatever the cut: its share stands by itself below.
const ports = { cutter, sha256: () => '' }
const limits = { maxBytes: 100_000 }
const STRATEGIES: readonly Strategy[] = ['head', 'tail', 'head-tail', 'json']

const repeated = (unit: string) => (bytes: number) => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)))
const list = (item: (i: number) => string) => (bytes: number) => {
  const items: string[] = []
  for (let length = 2, i = 0; length < bytes; i++) length += items[items.push(item(i)) - 1].length + 1
  return `[${items.join(',')}]`
}
const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  'lines of ASCII': repeated('a line of a log that goes on for a while\n'),
  'one line of ASCII': repeated('x'),
  emoji: repeated('😀'),
  families: repeated('👩‍👩‍👧'),
  'combining marks': repeated('\u0301'),
  'flags without end': repeated('🇩'),
  'starts of escape sequences': repeated('\u001b[31'),
  base64: repeated('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo'),
  'JSON: rows': list((i) => `{"id":${i},"name":"row number ${i}","tags":["a","b"]}`),
  'JSON: numbers': list((i) => `${i}.50`),
  'JSON: 10,000 keys and more': (bytes) => `{${list((i) => `"key ${i}":${i}`)(bytes).slice(1, -1)}}`,
  'JSON: nested deeply': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'JSON: one string of backslashes': (bytes) => `"${'\\\\'.repeat(bytes / 2)}"`,
  'JSON: strings of emoji': list(() => `"${'😀'.repeat(100)}"`),
}

console.log('| shape | strategy | ms a MB | 2 MB × 1 MB |')
console.log('|---|---|---|---|')
let worst = 0
for (const [shape, make] of Object.entries(SHAPES)) {
  const [one, two] = [make(MB), make(2 * MB)]
  for (const strategy of STRATEGIES) {
    if (strategy === 'json' && !shape.startsWith('JSON')) continue
    const cost = (text: string) => medianCpu(RUNS, () => cutOutput(text, { limits, strategy, headRatio: 0.4 }, ports))
    const [first, second] = [cost(one), cost(two)]
    const ratio = second / first
    if (first > 1) worst = Math.max(worst, ratio)
    console.log(`| ${shape} | ${strategy} | ${first.toFixed(2)} | ${ratio.toFixed(2)} |`)
  }
}
console.log(`\nThe worst ratio of what takes over a millisecond: ${worst.toFixed(2)}.\n`)

const text = repeated('a line of a log that goes on for a while\n')(50 * MB)
const floor = medianCpu(5, () => Buffer.from(text).toString())
const head = medianCpu(5, () => cutOutput(text, { limits, strategy: 'head', headRatio: 0.4 }, ports))
const { createHash } = await import('node:crypto')
const hash = medianCpu(5, () => createHash('sha256').update(text).digest('hex'))
console.log(
  `Head cut of 50 MB: ${head.toFixed(0)} ms, ${(head / floor).toFixed(2)} of Buffer.from and toString (${floor.toFixed(0)} ms); its SHA-256 ${(hash / floor).toFixed(2)} more.`,
)
