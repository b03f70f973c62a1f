import { asList, asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import { GlobMatcher } from '../glob.ts'
import type { Navigation, NavigationEntry, NavigationProblem, NavigationSource, NavigationTree } from '../navigation.ts'
import type { Directive } from '../page.ts'
import { folderOf, joinPath } from '../paths.ts'
import { openDirectives } from './directives.ts'
import { type FlavourRules, PLAIN_RULES } from './flavour.ts'

const TOC = /(?:^|\/)(?:_toc\.ya?ml|myst\.ya?ml)$/

/** Sphinx with MyST, and Jupyter Book: `{toctree}`, roles, directives whose body is Markdown. */
export const SPHINX_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'sphinx',
  marks: [/(?:^|\/)conf\.py$/, TOC],
  roles: true,
  looseAnchors: true,
  servedAsFolder: 'never',
  otherPages: ['.rst', '.ipynb'],
  contentRoots: ['source/', 'docs/', 'docs/source/'],
  prepareText: openDirectives,
  navigation: readTrees,
}

function readTrees(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const trees: NavigationTree[] = []
  const globs = new PagePatterns(source)
  for (const file of source.config.matching(TOC)) {
    const read = readData(file)
    if ('problem' in read) problems.push({ file: file.path, message: `navigation left out: ${read.problem}` })
    else trees.push(...readToc(read.data, file, source, globs))
  }
  for (const page of source.pages) {
    const entries = page.directives.flatMap((directive) =>
      toctreeEntries(directive, page.path, source, globs, problems),
    )
    if (entries.length > 0) trees.push({ under: page.path, entries })
  }
  if (globs.exhausted) problems.push({ file: '.', message: 'patterns of tables of contents were followed in part' })
  return { trees, problems }
}

/** Pages that a pattern takes in. */
class PagePatterns {
  readonly #matcher = new GlobMatcher()
  readonly #names: readonly { readonly name: string; readonly page: string }[]

  constructor(source: NavigationSource) {
    this.#names = source.pages.map(({ path }) => ({ name: source.config.prefix + nameOf(path), page: path }))
  }

  get exhausted(): boolean {
    return this.#matcher.exhausted
  }

  /** In the order of their names. `folder` from the outer top. */
  find(folder: string, pattern: string): string[] {
    const whole = joinPath(folder, nameOf(pattern))
    if (whole === undefined) return []
    return this.#names.flatMap(({ name, page }) => (this.#matcher.matches(whole, name) ? [page] : []))
  }
}

/** Patterns name pages without their extension, or with it. */
function nameOf(path: string): string {
  return path.replace(/\.(?:mdx?|markdown|rst|ipynb)$/i, '')
}

function toctreeEntries(
  { body, line }: Directive,
  path: string,
  source: NavigationSource,
  globs: PagePatterns,
  problems: NavigationProblem[],
): NavigationEntry[] {
  const folder = source.config.prefix + folderOf(path)
  // Options may stand between dashes, as YAML.
  const lines = body.replace(/^---\n(?:.*\n)*?---$/m, (block) => block.replace(/[^\n]/g, '')).split('\n')
  const isGlob = lines.some((each) => /^\s*:?glob:/.test(each))
  const seen = new Set([path])
  const entries = lines.flatMap((each, at): NavigationEntry[] => {
    const text = each.trim()
    if (text === '' || text.startsWith(':') || text === 'self' || /^[\w-]+:\s/.test(text)) return []
    const [, title, target] = /^(.*?)\s*<([^<>]+)>$/.exec(text) ?? [undefined, undefined, text]
    if (/^[a-z][\w+.-]*:/i.test(target as string)) return []
    if (isGlob && /[*?]/.test(target as string)) {
      const top = (target as string).startsWith('/') ? source.config.prefix : folder
      const pages = globs.find(top, target as string).filter((page) => !seen.has(page))
      for (const page of pages) seen.add(page)
      return pages.map((page) => ({ page, children: [] }))
    }
    const page = source.findPage(
      (target as string).startsWith('/') ? source.config.prefix : folder,
      (target as string).replace(/^\/+/, ''),
    )
    if (page === undefined && source.isOtherPage(folder, target as string)) return []
    if (page === undefined) {
      problems.push({ file: path, line: line + 1 + at, message: `no page for ${text.slice(0, 200)}` })
      return []
    }
    seen.add(page)
    return [{ title, page, children: [] }]
  })
  return lines.some((each) => /^\s*:?reversed:/.test(each)) ? entries.reverse() : entries
}

const MAX_DEPTH = 50

function readToc(data: unknown, file: ConfigFile, source: NavigationSource, globs: PagePatterns): NavigationTree[] {
  const read = (list: readonly unknown[], depth: number): NavigationEntry[] =>
    depth > MAX_DEPTH
      ? []
      : list.flatMap((item): NavigationEntry[] => {
          const entry = asRecord(item)
          const pattern = asText(entry.glob) ?? asText(entry.pattern)
          if (pattern !== undefined) {
            return globs.find(file.folder, pattern).map((page) => ({ page, children: [] }))
          }
          const target = asText(entry.file) ?? asText(entry.root) ?? asText(item)
          const page = target === undefined ? undefined : source.findPage(file.folder, target)
          const below = ['parts', 'chapters', 'sections', 'entries', 'children'].flatMap((key) => asList(entry[key]))
          const children = read(below, depth + 1)
          const title = asText(entry.title) ?? asText(entry.caption)
          return page === undefined && children.length === 0 ? [] : [{ title, page, children }]
        })
  const root = asRecord(data)
  const project = asRecord(root.project)
  const list = asList(project.toc)
  const entries = list.length > 0 ? read(list, 0) : read([data], 0)
  const [only] = entries
  if (entries.length === 1 && only?.page !== undefined && list.length === 0) {
    return [{ under: only.page, entries: only.children }]
  }
  return entries.length === 0 ? [] : [{ title: asText(project.title), entries }]
}
