import { asList, asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationProblem, NavigationSource, NavigationTree } from '../navigation.ts'
import { folderOf } from '../paths.ts'
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
  contentRoots: ['source/', 'docs/', 'docs/source/'],
  prepareText: openDirectives,
  navigation: readTrees,
}

function readTrees(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const trees: NavigationTree[] = []
  for (const file of source.config.matching(TOC)) {
    const read = readData(file)
    if ('problem' in read) problems.push({ file: file.path, message: `navigation left out: ${read.problem}` })
    else trees.push(...readToc(read.data, file, source))
  }
  for (const page of source.pages) {
    const entries = page.directives
      .filter((directive) => directive.name === 'toctree')
      .flatMap((directive) => toctreeEntries(directive.body, directive.line, page.path, source, problems))
    if (entries.length > 0) trees.push({ under: page.path, entries })
  }
  return { trees, problems }
}

function toctreeEntries(
  body: string,
  line: number,
  path: string,
  source: NavigationSource,
  problems: NavigationProblem[],
): NavigationEntry[] {
  const folder = source.config.prefix + folderOf(path)
  return body.split('\n').flatMap((each, at): NavigationEntry[] => {
    const text = each.trim()
    if (text === '' || text.startsWith(':') || text === 'self' || /^[\w-]+:\s/.test(text)) return []
    const [, title, target] = /^(.*?)\s*<([^<>]+)>$/.exec(text) ?? [undefined, undefined, text]
    // `glob:` takes in pages by pattern; they stand in their folders all the same.
    if (/[*?]/.test(target as string) || /^[a-z][\w+.-]*:/i.test(target as string)) return []
    const page = source.findPage(
      (target as string).startsWith('/') ? source.config.prefix : folder,
      (target as string).replace(/^\/+/, ''),
    )
    if (page === undefined) {
      problems.push({ file: path, line: line + 1 + at, message: `no page for ${text.slice(0, 200)}` })
      return []
    }
    return [{ title, page, children: [] }]
  })
}

const MAX_DEPTH = 50

function readToc(data: unknown, file: ConfigFile, source: NavigationSource): NavigationTree[] {
  const read = (list: readonly unknown[], depth: number): NavigationEntry[] =>
    depth > MAX_DEPTH
      ? []
      : list.flatMap((item): NavigationEntry[] => {
          const entry = asRecord(item)
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
