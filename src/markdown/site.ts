import type { GraphOptions } from './build-graph.ts'
import { asRecord, asText, type ConfigFile, type ConfigFiles, readData } from './config-files.ts'
import type { LinkSite } from './find-target.ts'
import type { FlavourRules } from './flavours/flavour.ts'
import { textValue } from './front-matter.ts'
import type { FolderFacts } from './hierarchy.ts'
import { findLanguages } from './languages.ts'
import type { MarkdownFile } from './markdown-file.ts'
import { inferMounts } from './mounts.ts'
import type { NavigationTree } from './navigation.ts'
import { inferRepositories, type OwnAddresses, repositoryKey, siteKey } from './own-addresses.ts'
import type { ParsedPage } from './page.ts'
import { aliasKey, indexPages, type PageIndex } from './page-index.ts'
import { folderOf, joinPath, lastPart } from './paths.ts'
import { readRedirects } from './redirects.ts'
import type { GraphWarning } from './report.ts'

/** All that is known of the documentation as a whole, before its links are followed. */
export interface Site extends LinkSite, Omit<FolderFacts, 'linkedFolders'> {
  readonly trees: readonly NavigationTree[]
  readonly problems: readonly GraphWarning[]
  /** Most links in double brackets name a page. */
  readonly isWiki: boolean
}

export function describeSite(
  pages: readonly ParsedPage[],
  files: readonly MarkdownFile[],
  config: ConfigFiles,
  rules: FlavourRules,
  options: GraphOptions,
): Site {
  const problems: GraphWarning[] = []
  const paths = pages.map((page) => page.path)
  const isRead = new Set(paths)
  const others = [...files.map((file) => file.path).filter((path) => !isRead.has(path)), ...(options.otherFiles ?? [])]
  const index = indexPages(paths, others, pageAddresses(pages))
  const languages = findLanguages(index, rules.contentRoots)
  const redirects = readRedirects(pages, config, index, problems)
  const navigation = rules.navigation?.({
    config,
    pages,
    findPage: (folder, href) => findConfigured(folder, href, config, index, redirects),
  })
  problems.push(...(navigation?.problems ?? []))
  return {
    index,
    rules,
    own: ownAddresses(pages, config, index, options),
    languages,
    prefix: config.prefix,
    redirects,
    uids: pageUids(pages),
    pageOfLabel: rules.roles ? labelLookup(pages) : () => undefined,
    mounts: rules.sharedSite ? inferMounts(pages, index) : new Map(),
    hasMounts: config
      .matching(HUGO_CONFIG)
      .some((file) => /^\s*\[\[module\.(?:mounts|imports)\]\]|^\s*mounts:/m.test(file.content)),
    trees: navigation?.trees ?? [],
    problems,
    isWiki: countsAsWiki(pages, index),
    ...folderFacts(pages, config, rules, index),
  }
}

const HUGO_CONFIG = /(?:^|\/)(?:hugo|config|module[\w-]*)\.(?:toml|ya?ml)$/

/** Page that an entry of a configuration file names, by a path from that file's folder. */
function findConfigured(
  folder: string,
  href: string,
  config: ConfigFiles,
  index: PageIndex,
  redirects: ReadonlyMap<string, string>,
): string | undefined {
  const path = href.replace(/[?#].*$/s, '').trim()
  if (path === '' || /^[a-z][\w+.-]*:/i.test(path)) return undefined
  const outer = joinPath(path.startsWith('/') ? '' : folder, path)
  const inner = outer === undefined ? undefined : config.inside(outer)
  if (inner === undefined) return undefined
  const found = index.find(inner, path.endsWith('/'))
  if (found !== undefined && 'path' in found && index.pages.has(found.path)) return found.path
  return redirects.get(aliasKey(inner))
}

function labelLookup(pages: readonly ParsedPage[]): LinkSite['pageOfLabel'] {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const labels = new Map<string, string>()
  for (const page of pages) {
    // Labels differ in more than their case.
    for (const label of page.labels) {
      const key = label.toLowerCase()
      if (!labels.has(key)) labels.set(key, page.path)
    }
  }
  return (label, from) => (byPath.get(from)?.anchors.has(label) ? from : labels.get(label.toLowerCase()))
}

function pageUids(pages: readonly ParsedPage[]): ReadonlyMap<string, string> {
  const uids = new Map<string, string>()
  for (const page of pages) {
    const uid = textValue(page.frontMatter.get('uid'))
    if (uid !== undefined && !uids.has(uid)) uids.set(uid, page.path)
  }
  return uids
}

/** Addresses that pages give themselves in their front matter. */
function pageAddresses(pages: readonly ParsedPage[]): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  for (const page of pages) {
    const own: string[] = []
    for (const key of ['url', 'permalink', 'slug']) {
      const value = textValue(page.frontMatter.get(key))
      if (value === undefined) continue
      if (value.startsWith('/')) own.push(value)
      else if (key === 'slug') own.push(`${folderOf(page.path)}${value}`)
    }
    // Docusaurus serves `01-intro.md` as `intro`, and `id` in place of the file's name.
    const plain = page.path.replace(/(^|\/)\d+\s*[-_.]+\s*(?=[^/.\d])/g, '$1').replace(/\.\w+$/, '')
    if (`${plain}` !== page.path.replace(/\.\w+$/, '')) own.push(plain, plain.replace(/\/(?:index|readme)$/i, ''))
    const id = textValue(page.frontMatter.get('id'))
    if (id !== undefined && /^[\w.-]+$/.test(id)) own.push(`${folderOf(page.path)}${id}`)
    for (const address of own) {
      const key = aliasKey(address)
      if (key !== '' && !addresses.has(key)) addresses.set(key, page.path)
    }
  }
  return addresses
}

function ownAddresses(
  pages: readonly ParsedPage[],
  config: ConfigFiles,
  index: PageIndex,
  options: GraphOptions,
): OwnAddresses {
  const sites = new Set<string>()
  const repositories = new Map<string, string>()
  const addSite = (url: string | undefined) => {
    const key = url === undefined ? undefined : siteKey(url)
    if (key !== undefined) sites.add(key)
  }
  const addRepository = (url: string | undefined) => {
    const key = url === undefined ? undefined : repositoryKey(url)
    if (key !== undefined && !repositories.has(key)) repositories.set(key, config.prefix)
  }
  for (const site of options.sites ?? []) addSite(site)
  for (const repository of options.repositories ?? []) addRepository(repository)
  for (const file of config.matching(ADDRESS_FILES)) {
    // A package or book deeper in the folder speaks for itself alone.
    if (!config.prefix.startsWith(file.folder.replace(/config\/_default\/$/, ''))) continue
    const read = readData(file)
    if (!('data' in read)) continue
    const { site, repository } = addressesIn(file, asRecord(read.data))
    addSite(site)
    addRepository(repository)
  }
  const hrefs = function* () {
    for (const page of pages) for (const link of page.links) yield link.href
  }
  return { sites: [...sites].sort(), repositories: inferRepositories(hrefs(), index, repositories) }
}

const ADDRESS_FILES =
  /(?:^|\/)(?:package\.json|mkdocs\.ya?ml|book\.toml|(?:hugo|config)\.(?:toml|ya?ml|json)|_config\.yml|antora\.yml)$/

function addressesIn(
  file: ConfigFile,
  data: Readonly<Record<string, unknown>>,
): { site: string | undefined; repository: string | undefined } {
  const name = lastPart(file.path)
  if (name === 'package.json') {
    const { repository } = data
    return { site: asText(data.homepage), repository: asText(repository) ?? asText(asRecord(repository).url) }
  }
  if (name === 'book.toml') {
    const html = asRecord(asRecord(data.output).html)
    return { site: asText(html['site-url']), repository: asText(html['git-repository-url']) }
  }
  if (name.startsWith('mkdocs')) return { site: asText(data.site_url), repository: asText(data.repo_url) }
  const params = asRecord(data.params)
  const site = asText(data.baseURL) ?? asText(data.baseurl) ?? asText(data.url)
  return { site, repository: asText(params.github_repo) ?? asText(data.repository) }
}

function folderFacts(
  pages: readonly ParsedPage[],
  config: ConfigFiles,
  rules: FlavourRules,
  index: PageIndex,
): Omit<FolderFacts, 'index' | 'linkedFolders'> {
  const order = new Map<string, number>()
  const titles = new Map<string, string>()
  const dates = new Map<string, string>()
  const folderTitles = new Map<string, string>()
  for (const page of pages) {
    const place = placeOf(page.frontMatter, rules.orderKeys)
    if (place !== undefined) order.set(page.path, place)
    const title = textValue(page.frontMatter.get('linktitle')) ?? page.title
    if (title !== undefined) titles.set(page.path, title)
    const date = textValue(page.frontMatter.get('date'))
    if (date !== undefined) dates.set(page.path, date)
  }
  for (const file of config.matching(/(?:^|\/)_category_\.(?:json|ya?ml)$/)) {
    const folder = config.inside(file.folder)
    const read = readData(file)
    if (folder === undefined || !index.folders.has(folder) || !('data' in read)) continue
    const { label, position } = asRecord(read.data)
    if (asText(label) !== undefined) folderTitles.set(folder, label as string)
    const place = Number(position)
    if (position !== undefined && Number.isFinite(place)) order.set(index.folderNode(folder), place)
  }
  return { order, titles, dates, ordersFolders: rules.ordersFolders, folderTitles }
}

function placeOf(frontMatter: ReadonlyMap<string, unknown>, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const [first, second] = key.split('.') as [string, string | undefined]
    const value = second === undefined ? frontMatter.get(first) : asRecord(frontMatter.get(first))[second]
    const text = textValue(value)
    if (text !== undefined && Number.isFinite(Number(text))) return Number(text)
  }
  return undefined
}

function countsAsWiki(pages: readonly ParsedPage[], index: PageIndex): boolean {
  let all = 0
  let named = 0
  for (const page of pages) {
    for (const link of page.links) {
      if (link.form !== 'wiki') continue
      all++
      const [name = ''] = link.href.split(/[|#]/)
      const found = index.find(name.trim(), false)
      if ((found !== undefined && 'path' in found) || index.named(lastPart(name.trim())).length > 0) named++
    }
  }
  return named * 2 > all && named >= 3
}
