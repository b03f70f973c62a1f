/** Loads the tables of a package and counts a word, each time in a fresh process. */
import { median, runFresh, withBuilt } from './tokens-built.ts'
import { print } from './tokens-counters.ts'

const RUNS = 9

interface Load {
  /** CPU milliseconds of the main thread. */
  readonly thread: number
  /** CPU milliseconds of all threads. */
  readonly all: number
  /** Bytes of resident memory. */
  readonly resident: number
}

print(`## Load: CPU milliseconds of the main thread (of all), resident MB; medians of ${RUNS} processes\n`)
print('| | o200k_base | cl100k_base |\n|---|---|---|')
withBuilt((folder) => {
  row('stowage', (encoding) => [
    `const { createTokenCounter } = await import(${JSON.stringify(`${folder}/token-counters.js`)})`,
    `createTokenCounter('${encoding}').count('text')`,
  ])
})
row('gpt-tokenizer', (encoding) => [
  `const { countTokens } = await import('gpt-tokenizer/encoding/${encoding}')`,
  `countTokens('text')`,
])
print('')

function row(name: string, work: (encoding: string) => readonly string[]): void {
  const cells = ['o200k_base', 'cl100k_base'].map((encoding) => {
    const loads = Array.from({ length: RUNS }, () => runFresh<Load>(measured(work(encoding))))
    const of = (key: keyof Load): number => median(loads.map((load) => load[key]))
    return `${of('thread').toFixed(0)} ms (${of('all').toFixed(0)}), ${(of('resident') / 1e6).toFixed(1)} MB`
  })
  print(`| ${name} | ${cells.join(' | ')} |`)
}

function measured(work: readonly string[]): string {
  return [
    'const resident = process.memoryUsage.rss(), thread = process.threadCpuUsage(), all = process.cpuUsage()',
    ...work,
    'const milliseconds = ({ user, system }) => (user + system) / 1000',
    'console.log(JSON.stringify({',
    '  thread: milliseconds(process.threadCpuUsage(thread)), all: milliseconds(process.cpuUsage(all)),',
    '  resident: process.memoryUsage.rss() - resident,',
    '}))',
  ].join('\n')
}
