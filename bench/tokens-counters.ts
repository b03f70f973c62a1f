import { get_encoding } from 'tiktoken'
import { createTokenCounter } from '../src/tokenizer/token-counters.ts'

/** Something that counts tokens of `o200k_base`, by the name of its package. */
export interface BenchCounter {
  readonly name: string
  count(text: string): number
}

/** Ways to load a counter, each as a package is used by its own documentation. */
export const LOADERS: Readonly<Record<string, () => Promise<BenchCounter | undefined>>> = {
  stowage: async () => {
    const counter = createTokenCounter('o200k_base')
    return { name: 'stowage', count: (text) => counter.count(text) }
  },
  'gpt-tokenizer': async () => {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    const options = { disallowedSpecial: new Set<string>() }
    return { name: 'gpt-tokenizer', count: (text) => countTokens(text, options) }
  },
  'ai-tokenizer': loadAiTokenizer,
  tiktoken: async () => {
    const encoding = get_encoding('o200k_base')
    return { name: 'tiktoken', count: (text) => encoding.encode_ordinary(text).length }
  },
}

/** This peer is no dependency of the project: `npm i --no-save ai-tokenizer` puts it beside the others. */
async function loadAiTokenizer(): Promise<BenchCounter | undefined> {
  const name = 'ai-tokenizer'
  try {
    const { Tokenizer } = await import(name)
    const { o200k_base } = await import(`${name}/encoding`)
    const tokenizer = new Tokenizer(o200k_base)
    return { name, count: (text) => tokenizer.count(text) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Milliseconds of CPU that this thread spends in `work`. The clock of some kernels ticks every 4 ms. */
export function cpuMilliseconds(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The same for work that can be done again, as the mean over some 100 ms or once, the best of three. */
export function steadyMilliseconds(work: () => void): number {
  const once = Math.max(1, cpuMilliseconds(work))
  const rounds = Math.ceil(100 / once)
  const mean = () =>
    cpuMilliseconds(() => {
      for (let i = 0; i < rounds; i++) work()
    }) / rounds
  return Math.min(mean(), mean(), mean())
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
