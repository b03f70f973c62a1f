import { asList, asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationProblem, NavigationSource, NavigationTree } from '../navigation.ts'
import { folderOf, joinPath } from '../paths.ts'
import { readFaq } from './faq-page.ts'
import { type FlavourRules, PARTIALS, PLAIN_RULES } from './flavour.ts'
import { headingItems } from './heading-navigation.ts'
import { readLandingPage } from './landing-page.ts'

const TOC = /(?:^|\/)toc\.(?:ya?ml|md)$/i
const TOC_PAGE = /(?:^|\/)toc\.md$/i

/** docfx and Microsoft's open publishing: `toc.yml`, redirection files, absolute links into other sets of documents. */
export const DOCFX_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'docfx',
  marks: [/(?:^|\/)docfx\.json$/, /(?:^|\/)\.openpublishing\.[\w.]+\.json$/, /(?:^|\/)toc\.ya?ml$/i],
  sharedSite: true,
  rootMark: '~/',
  configuration: /(?:^|\/)docfx\.json$/,
  textLinks: 'uid',
  // Pages on code are written as YAML, from the code.
  made: /\.ya?ml$/i,
  notAPage: (path) => PARTIALS.test(path) || TOC_PAGE.test(path) || /(?:^|\/)includes?\//i.test(path),
  readOther: (file) => readLandingPage(file) ?? readFaq(file, DOCFX_RULES),
  navigation: readTocs,
}

function readTocs(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const files = source.config.matching(TOC).filter((file) => source.config.inside(file.path) !== undefined)
  const byPath = new Map(files.map((file) => [file.path.toLowerCase(), file]))
  const included = new Set<string>()
  const uids = new Map(source.pages.flatMap(({ uid, path }) => (uid === undefined ? [] : [[uid, path] as const])))
  const trees: NavigationTree[] = []
  const read = (file: ConfigFile, chain: readonly string[]): NavigationEntry[] => {
    if (TOC_PAGE.test(file.path)) return readItems(headingItems(file), file, chain)
    const data = readData(file)
    if ('problem' in data) {
      problems.push({ file: file.path, message: `navigation left out: ${data.problem}` })
      return []
    }
    const list = Array.isArray(data.data) ? data.data : asList(asRecord(data.data).items)
    return readItems(list, file, chain)
  }
  const readItems = (list: readonly unknown[], file: ConfigFile, chain: readonly string[]): NavigationEntry[] => {
    if (chain.length > MAX_DEPTH) return []
    return list.flatMap((item): NavigationEntry[] => {
      const { name, href, topicHref, tocHref, homepage, items, uid, topicUid } = asRecord(item)
      const target = asText(topicHref) ?? asText(homepage) ?? asText(href)
      const known = uids.get(asText(topicUid) ?? asText(uid) ?? uidIn(target) ?? '')
      const toc = nestedToc(asText(tocHref) ?? asText(href), file, byPath)
      const page =
        known ?? (target === undefined || TOC.test(target) ? undefined : source.findPage(file.folder, target))
      if (page === undefined && toc === undefined && target !== undefined && /\.mdx?(?:$|[?#])/i.test(target)) {
        problems.push({ file: file.path, message: `no page for ${target.slice(0, 200)}` })
      }
      const children = readItems(asList(items), file, [...chain, file.path])
      if (toc !== undefined && !chain.includes(toc.path) && toc.path !== file.path) {
        included.add(toc.path)
        children.push(...read(toc, [...chain, file.path]))
      }
      return page === undefined && children.length === 0 ? [] : [{ title: asText(name), page, children }]
    })
  }
  for (const file of files) {
    // What a table nearer to the top takes in has its place there already.
    if (included.has(file.path)) continue
    const entries = read(file, [])
    if (entries.length > 0) trees.push({ entries })
  }
  return { trees, problems }
}

/** `xref:name` and `@name` in place of a path. */
function uidIn(target: string | undefined): string | undefined {
  return /^(?:xref:|@)([^?#]+)/.exec(target ?? '')?.[1]
}

const MAX_DEPTH = 50

function nestedToc(
  href: string | undefined,
  file: ConfigFile,
  byPath: ReadonlyMap<string, ConfigFile>,
): ConfigFile | undefined {
  if (href === undefined || /^[a-z][\w+.-]*:/i.test(href)) return undefined
  if (!TOC.test(href) && !href.endsWith('/')) return undefined
  const path = joinPath(file.folder, href.replace(/[?#].*$/s, ''))
  if (path === undefined) return undefined
  const folder = href.endsWith('/') ? `${path}/` : folderOf(path)
  const named = ['toc.yml', 'toc.md'].map((name) => byPath.get(`${folder}${name}`.toLowerCase().replace(/^\//, '')))
  return byPath.get(path.toLowerCase()) ?? named.find((each) => each !== undefined)
}
