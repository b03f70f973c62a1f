import { asList, asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationProblem, NavigationSource } from '../navigation.ts'
import { joinPath } from '../paths.ts'
import { MAX_DEPTH, type NavigationData, readDataFiles } from './data-navigation.ts'
import { type FlavourRules, PARTIALS, PLAIN_RULES } from './flavour.ts'
import { FolderNavigation } from './folder-navigation.ts'
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
  suffixLanguages: true,
  contentRoots: ['docs/'],
  prepareText: dedentBlocks,
  // The table of contents of a plug-in, in a file that others call so as well.
  notAPage: (path) => PARTIALS.test(path) || /(?:^|\/)SUMMARY\.md$/.test(path),
  navigation: readNav,
}

function readNav(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const folders = new FolderNavigation(source, problems)
  const read = readDataFiles(source, CONFIG, 'navigation', (config) => {
    const { file } = config
    const root = asRecord(config.data)
    const own = file.path.endsWith('.toml') ? asRecord(root.project) : root
    const data = { ...inherited(own, file, source, 0), ...own }
    const folder = docsFolder(file, data)
    const nav = asList(data.nav)
    const entries =
      nav.length > 0
        ? readEntries(nav, folder, { ...config, folders }, 0)
        : folders.steers(folder)
          ? folders.entries(folder)
          : []
    return entries.length === 0 ? [] : [{ title: asText(data.site_name), entries }]
  })
  return { trees: read.trees, problems: [...read.problems, ...problems] }
}

function docsFolder(file: ConfigFile, data: Readonly<Record<string, unknown>>): string {
  const folder = joinPath(file.folder, asText(data.docs_dir) ?? 'docs') ?? file.folder
  return folder === '' || folder.endsWith('/') ? folder : `${folder}/`
}

/** What a configuration takes over from another that it names. */
function inherited(
  data: Readonly<Record<string, unknown>>,
  file: ConfigFile,
  source: NavigationSource,
  depth: number,
): Readonly<Record<string, unknown>> {
  const path = joinPath(file.folder, asText(data.INHERIT) ?? '')
  const base = source.config.matching(/\.ya?ml$/).find((each) => each.path === path)
  const read = base === undefined || depth > MAX_DEPTH ? { data: {} } : readData(base)
  const values = 'data' in read ? asRecord(read.data) : {}
  return base === undefined ? values : { ...inherited(values, base, source, depth + 1), ...values }
}

interface NavData extends NavigationData {
  readonly folders: FolderNavigation
}

function readEntries(list: readonly unknown[], folder: string, config: NavData, depth: number): NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  // Folders and patterns are what plug-ins read; without any, an entry is a page.
  if (list.some((item) => namesMany(item, folder, config))) return config.folders.list(list, folder, depth)
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

function namesMany(item: unknown, folder: string, config: NavData): boolean {
  const values = typeof item === 'string' ? [item] : Object.values(asRecord(item))
  return values.some((value) => {
    if (typeof value !== 'string') return false
    if (/^\.\.\.(?:\s|$)|[*?]/.test(value) && !/^[a-z][\w+.-]*:/i.test(value)) return true
    const inner = joinPath(folder, value)
    return value.endsWith('/') && inner !== undefined && config.folders.isFolder(`${inner}/`)
  })
}
