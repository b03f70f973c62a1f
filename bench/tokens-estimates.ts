/**
 * Measures the estimates against the exact counts and prints the table of `docs/token-estimates.md`:
 *
 *     node bench/tokens-estimates.ts > docs/token-estimates.md
 *     biome check --write docs/token-estimates.md
 *
 * Needs the documentation graphs of `tokens-corpora.ts`.
 */
import { createHash } from 'node:crypto'
import { ESTIMATES } from '../src/core/tokens.ts'
import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { corpusLines } from './tokens-corpora.ts'
import { print } from './tokens-counters.ts'
import { installedTexts } from './tokens-texts.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  ro: 'Romanian',
  pl: 'Polish',
  ru: 'Russian',
  uk: 'Ukrainian',
  ar: 'Arabic',
  hi: 'Hindi',
  bn: 'Bengali',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
}

const TRUTHS = ['o200k_base', 'cl100k_base'] as const

print(`# Token estimates

For models without a public tokenizer. An estimate over exact tokens, for the sum of all texts of a kind, and in brackets
the least and the greatest of its texts (of 200 characters or more, or joined to that): 0.50 means that the estimate sees
half the tokens. No column is a bound for another tokenizer; \`CONTEXT_TOKEN_SAFETY_MARGIN_BASIS_POINTS\` takes a margin
off the budget.

- \`estimate_characters\`: UTF-16 units / 4. \`estimate_bytes\`: bytes of UTF-8 / 3. \`estimate_scripts\`: a weight for each
  character by its script and by what stands before it, fitted to \`o200k_base\` on these very texts: expect larger errors
  on others.
- Each rounds every word for itself, to one token at least, so that counts of lines and numbers add up.
`)
for (const truth of TRUTHS) table(truth)
print('Written by `bench/tokens-estimates.ts`.')

function table(truth: (typeof TRUTHS)[number]): void {
  print(
    `## Against ${truth}\n\n| | exact tokens | ${ESTIMATES.join(' | ')} |\n|---|---|${'---|'.repeat(ESTIMATES.length)}`,
  )
  const exact = createTokenCounter(truth)
  for (const [kind, texts] of kinds()) {
    const truths = texts.map((text) => exact.count(text))
    const cells = ESTIMATES.map((name) => {
      const counter = createTokenCounter(name)
      const counts = texts.map((text) => counter.count(text))
      const ratios = counts.map((count, i) => count / (truths[i] as number))
      return `${ratio(sum(counts) / sum(truths))} (${ratio(Math.min(...ratios))} to ${ratio(Math.max(...ratios))})`
    })
    print(`| ${kind} | ${sum(truths)} | ${cells.join(' | ')} |`)
  }
  print('')
}

function kinds(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const graphs = corpusLines()
  const translated = [...(graphs.get('astro-docs-i18n') ?? []), ...(graphs.get('opentelemetry-i18n') ?? [])]
  for (const [code, language] of Object.entries(LANGUAGES)) {
    const pages = translated.filter((line) => new RegExp(`^${code}(-[a-z]+)?/`).test(line))
    const all = code === 'ko' ? [...pages, ...(graphs.get('tech-interview-ko') ?? [])] : pages
    const texts = all.map((line) => line.split(' | ').slice(1).join(' | ')).filter((text) => text !== '')
    if (texts.length > 0) found.set(language, joined(texts))
  }
  found.set('Markdown', installedTexts('**/*.md', 1_000_000).filter(isLong))
  found.set('code', installedTexts('**/dist/**/*.js', 1_000_000).filter(isLong))
  found.set('JSON', installedTexts('**/*.json', 1_000_000).filter(isLong))
  found.set('base64', base64())
  return found
}

function joined(lines: readonly string[]): string[] {
  const texts: string[] = []
  let text = ''
  for (const line of lines) {
    text += `${line}\n`
    if (isLong(text)) {
      texts.push(text)
      text = ''
    }
  }
  return text === '' ? texts : [...texts.slice(0, -1), (texts.at(-1) ?? '') + text]
}

function base64(): string[] {
  return Array.from({ length: 100 }, (_, i) => {
    const blocks = Array.from({ length: 20 }, (_block, j) => createHash('sha256').update(`${i} ${j}`).digest())
    return Buffer.concat(blocks).toString('base64')
  })
}

function isLong(text: string): boolean {
  return text.length >= 200
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function ratio(value: number): string {
  return value.toFixed(2)
}
