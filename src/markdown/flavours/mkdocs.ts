import { asList, asRecord, asText } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationSource } from '../navigation.ts'
import { MAX_DEPTH, type NavigationData, readDataFiles } from './data-navigation.ts'
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
  return readDataFiles(source, CONFIG, 'navigation', (config) => {
    const { file } = config
    const root = asRecord(config.data)
    const data = file.path.endsWith('.toml') ? asRecord(root.project) : root
    const folder = `${file.folder}${(asText(data.docs_dir) ?? 'docs').replace(/\/*$/, '/')}`
    const entries = readEntries(asList(data.nav), folder, config, 0)
    return entries.length === 0 ? [] : [{ title: asText(data.site_name), entries }]
  })
}

function readEntries(
  list: readonly unknown[],
  folder: string,
  config: NavigationData,
  depth: number,
): NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  return list.flatMap((item): NavigationEntry[] => {
    const pairs = typeof item === 'string' ? [[undefined, item] as const] : Object.entries(asRecord(item))
    return pairs.flatMap(([title, value]): NavigationEntry[] => {
      if (typeof value !== 'string') {
        const children = readEntries(asList(value), folder, config, depth + 1)
        return children.length === 0 ? [] : [{ title, children }]
      }
      if (/^[a-z][\w+.-]*:/i.test(value)) return []
      const page = config.findPage(value, folder)
      if (page === undefined) config.missing(value)
      return page === undefined ? [] : [{ title, page, children: [] }]
    })
  })
}
