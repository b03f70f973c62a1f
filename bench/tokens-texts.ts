import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpusLines } from './tokens-corpora.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Files of installed packages that match, in a fixed order, up to so many characters together. */
export function installedTexts(pattern: string, characters: number): readonly string[] {
  const texts: string[] = []
  let room = characters
  for (const file of globSync(`node_modules/${pattern}`, { cwd: ROOT }).toSorted()) {
    if (room <= 0) break
    // A peer throws on the names of special tokens.
    const text = readFileSync(`${ROOT}/${file}`, 'utf8').slice(0, Math.min(room, 200_000)).replaceAll('<|', '< |')
    texts.push(text)
    room -= text.length
  }
  return texts
}

/** What is counted in this project, by kind. Lines of documentation graphs are left out where there are none. */
export function benchTexts(): ReadonlyMap<string, readonly string[]> {
  const sets = new Map<string, readonly string[]>()
  const lines = corpusLines()
  const short = [...(lines.get('powershell-docs') ?? []), ...(lines.get('dapr-docs') ?? [])]
  if (short.length > 0) sets.set('short documentation lines', short)
  sets.set('Markdown', installedTexts('**/*.md', 2_000_000))
  sets.set('JSON', installedTexts('**/*.json', 2_000_000))
  sets.set('code', installedTexts('**/dist/**/*.js', 2_000_000))
  const cjk = chineseAndJapanese().filter((_, i) => i % WARM_UP_SHARE !== 0)
  if (cjk.length > 0) sets.set('Chinese and Japanese', [cjk.join('\n')])
  return sets
}

/** Of so many lines in Chinese or Japanese one is for the warm-up: no other graph here has any. */
const WARM_UP_SHARE = 5

function chineseAndJapanese(): readonly string[] {
  const lines = corpusLines()
  const translated = ['astro-docs-i18n', 'opentelemetry-i18n'].flatMap((name) => lines.get(name) ?? [])
  const own = translated.filter((line) => /^(zh|ja)/.test(line)).map((line) => line.split(' | ').slice(1).join(' | '))
  return [...new Set(own)]
}

/** Other texts of the same kinds, to have the code compiled before the clock runs. */
export function warmUpTexts(): readonly string[] {
  const lines = corpusLines()
  const known = ['cpp-docs', 'rust-book', 'undici', 'fastify', 'tech-interview-ko'].flatMap(
    (name) => lines.get(name) ?? [],
  )
  const cjk = chineseAndJapanese().filter((_, i) => i % WARM_UP_SHARE === 0)
  return [...known, known.join('\n'), ...installedTexts('zod/**/*.ts', 1_000_000), ...cjk]
}
