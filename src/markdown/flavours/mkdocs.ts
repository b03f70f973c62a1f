import { asList, asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationProblem, NavigationSource } from '../navigation.ts'
import { type FlavourRules, PLAIN_RULES } from './flavour.ts'
import { dedentBlocks } from './indented-blocks.ts'

const CONFIG = /(?:^|\/)(?:mkdocs\.ya?ml|zensical\.toml)$/

/** MkDocs: `nav` of `mkdocs.yml`, indented admonitions, slugs of Python-Markdown. */
export const MKDOCS_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'mkdocs',
  marks: [CONFIG],
  slugs: 'mkdocs',
  textLinks: 'autoref',
  servedAsFolder: 'last',
  contentRoots: ['docs/'],
  prepareText: dedentBlocks,
  navigation: readNav,
}

function readNav(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const trees = source.config.matching(CONFIG).flatMap((file) => {
    const read = readData(file)
    if ('problem' in read) {
      problems.push({ file: file.path, message: `navigation left out: ${read.problem}` })
      return []
    }
    const root = asRecord(read.data)
    const data = file.path.endsWith('.toml') ? asRecord(root.project) : root
    const folder = `${file.folder}${(asText(data.docs_dir) ?? 'docs').replace(/\/*$/, '/')}`
    const entries = readEntries(asList(data.nav), folder, file, source, problems, 0)
    return entries.length === 0 ? [] : [{ title: asText(data.site_name), entries }]
  })
  return { trees, problems }
}

const MAX_DEPTH = 50

function readEntries(
  list: readonly unknown[],
  folder: string,
  file: ConfigFile,
  source: NavigationSource,
  problems: NavigationProblem[],
  depth: number,
): NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  return list.flatMap((item): NavigationEntry[] => {
    const pairs = typeof item === 'string' ? [[undefined, item] as const] : Object.entries(asRecord(item))
    return pairs.flatMap(([title, value]): NavigationEntry[] => {
      if (typeof value !== 'string') {
        const children = readEntries(asList(value), folder, file, source, problems, depth + 1)
        return children.length === 0 ? [] : [{ title, children }]
      }
      if (/^[a-z][\w+.-]*:/i.test(value)) return []
      const page = source.findPage(folder, value)
      if (page === undefined) problems.push({ file: file.path, message: `no page for ${value.slice(0, 200)}` })
      return page === undefined ? [] : [{ title, page, children: [] }]
    })
  })
}
