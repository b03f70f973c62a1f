import type { GraphOptions } from './build-graph.ts'
import { asRecord, asText, type ConfigFile, type ConfigFiles, readData } from './config-files.ts'
import { isOtherPage, type LinkSite, targetsOf } from './find-target.ts'
import type { FlavourRules } from './flavours/flavour.ts'
import type { FolderFacts } from './hierarchy.ts'
import { findLanguages } from './languages.ts'
import { inferMounts } from './mounts.ts'
import type { NavigationTree } from './navigation.ts'
import { inferRepositories, type OwnAddresses, repositoryKey, siteKey } from './own-addresses.ts'
import type { PageFacts } from './page.ts'
import { aliasKey, indexPages, type PageIndex } from './page-index.ts'
import type { PageStore } from './page-store.ts'
import { joinPath, lastPart } from './paths.ts'
import { readRedirects } from './redirects.ts'
import type { GraphWarning } from './report.ts'
import { inferSiteRoots, NO_ROOTS } from './site-roots.ts'

/** All that is known of the documentation as a whole, before its links are followed. */
export interface Site extends LinkSite, Omit<FolderFacts, 'linkedFolders'> {
  readonly trees: readonly NavigationTree[]
  readonly problems: readonly GraphWarning[]
  /** Most links in double brackets name a page. */
  readonly isWiki: boolean
}

export function describeSite(
  store: PageStore,
  paths: readonly string[],
  config: ConfigFiles,
  flavour: FlavourRules,
  options: GraphOptions,
): Site {
  const configured = flavour.configuredRoots?.(config) ?? []
  const rules = { ...flavour, contentRoots: [...new Set([...flavour.contentRoots, ...configured])] }
  const pages = store.pages()
  const { hints } = store
  const problems: GraphWarning[] = []
  const pagePaths = pages.map((page) => page.path)
  const isRead = new Set(pagePaths)
  const others = [...paths.filter((path) => !isRead.has(path)), ...(options.otherFiles ?? [])]
  const index = indexPages(pagePaths, others, pageAddresses(pages))
  const languages = findLanguages(index, rules.contentRoots)
  const redirects = readRedirects(pages, config, index, problems)
  const navigation = rules.navigation?.({
    config,
    pages,
    findPage: (folder, href) => findConfigured(folder, href, config, index, redirects),
    isOtherPage: (folder, href) => {
      const outer = joinPath(href.startsWith('/') ? config.prefix : folder, href)
      const inner = outer === undefined ? undefined : config.inside(outer)
      return inner !== undefined && isOtherPage(inner, index, rules)
    },
  })
  problems.push(...(navigation?.problems ?? []))
  const site: Site = {
    index,
    rules,
    roots: NO_ROOTS,
    own: ownAddresses(hints.repositories, config, index, options),
    languages,
    prefix: config.prefix,
    configurationFolders:
      rules.configuration === undefined
        ? []
        : config.matching(rules.configuration).flatMap(({ folder }) => config.inside(folder) ?? []),
    redirects,
    uids: pageUids(pages),
    pageOfLabel: rules.roles ? labelLookup(store, pages) : () => undefined,
    hasLinkHook: paths.concat(options.otherFiles ?? []).some((path) => LINK_HOOK.test(path)),
    madeAnchors: usesPlugin(config, ['mkdocstrings']),
    pageOfIdentifier: usesPlugin(config, ['autorefs', 'mkdocstrings'])
      ? identifierLookup(store, pages)
      : () => undefined,
    mounts: rules.sharedSite
      ? inferMounts(new Set([...hints.absolute.values()].flatMap((set) => [...set])), index)
      : new Map(),
    hasMounts: config
      .matching(HUGO_CONFIG)
      .some((file) => /^\s*\[\[module\.(?:mounts|imports)\]\]|^\s*mounts:/m.test(file.content)),
    trees: navigation?.trees ?? [],
    problems,
    isWiki: hints.countsAsWiki(index),
    ordersFolders: rules.ordersFolders,
    ...folderFacts(pages, config, index),
  }
  return { ...site, roots: rules.sharedSite ? NO_ROOTS : inferSiteRoots(unknownAddresses(hints.absolute, site), index) }
}

/** Site-absolute addresses that lead nowhere as they stand. */
function unknownAddresses(
  addresses: ReadonlyMap<string, ReadonlySet<string>>,
  site: LinkSite,
): ReadonlyMap<string, ReadonlySet<string>> {
  const unknown = new Map<string, ReadonlySet<string>>()
  for (const [folder, set] of addresses) {
    const lost = [...set].filter((address) => !isKnown(address, folder, site))
    if (lost.length > 0) unknown.set(folder, new Set(lost))
  }
  return unknown
}

function isKnown(address: string, folder: string, site: LinkSite): boolean {
  const { found, isOther } = targetsOf(`/${address}`, `${folder}index.md`, site)
  return isOther || found.some((each) => each !== undefined)
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

function labelLookup(store: PageStore, pages: readonly PageFacts[]): LinkSite['pageOfLabel'] {
  const labels = new Map<string, string>()
  for (const page of pages) {
    // Labels differ in more than their case.
    for (const label of page.labels) {
      const key = label.toLowerCase()
      if (!labels.has(key)) labels.set(key, page.path)
    }
  }
  return (label, from) => (store.anchorsOf(from)?.anchors.has(label) ? from : labels.get(label.toLowerCase()))
}

/** Hugo's own way to make of links what a project wants. */
const LINK_HOOK = /(?:^|\/)_markup\/render-link(?:\.[\w.-]+)?\.html$/

/** A plug-in of MkDocs: `autorefs` finds headings of any page by their names, `mkdocstrings` brings it along. */
function usesPlugin(config: ConfigFiles, wanted: readonly string[]): boolean {
  return config.matching(/(?:^|\/)(?:mkdocs\.ya?ml|zensical\.toml)$/).some((file) => {
    const read = readData(file)
    const root = 'data' in read ? asRecord(read.data) : {}
    const { plugins } = file.path.endsWith('.toml') ? asRecord(root.project) : root
    const names = Array.isArray(plugins)
      ? plugins.flatMap((plugin) => asText(plugin) ?? Object.keys(asRecord(plugin)))
      : Object.keys(asRecord(plugins))
    return names.some((name) => wanted.includes(name))
  })
}

/** Of all headings, those alone are held that a link names. */
function identifierLookup(store: PageStore, pages: readonly PageFacts[]): LinkSite['pageOfIdentifier'] {
  const { identifiers } = store.hints
  const found = new Map<string, string>()
  for (const { path } of identifiers.size === 0 ? [] : pages) {
    for (const anchor of store.anchorsOf(path)?.anchors ?? []) {
      if (identifiers.has(anchor) && !found.has(anchor)) found.set(anchor, path)
    }
  }
  return (name, from) => (store.anchorsOf(from)?.anchors.has(name) ? from : found.get(name))
}

function pageUids(pages: readonly PageFacts[]): ReadonlyMap<string, string> {
  const uids = new Map<string, string>()
  for (const { uid, path } of pages) if (uid !== undefined && !uids.has(uid)) uids.set(uid, path)
  return uids
}

function pageAddresses(pages: readonly PageFacts[]): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  for (const page of pages) {
    for (const key of page.addresses) if (!addresses.has(key)) addresses.set(key, page.path)
  }
  return addresses
}

function ownAddresses(
  linked: ReadonlyMap<string, ReadonlySet<string>>,
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
  return { sites: [...sites].sort(), repositories: inferRepositories(linked, index, repositories) }
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
  pages: readonly PageFacts[],
  config: ConfigFiles,
  index: PageIndex,
): Pick<FolderFacts, 'order' | 'titles' | 'dates' | 'folderTitles'> {
  const order = new Map<string, number>()
  const titles = new Map<string, string>()
  const dates = new Map<string, string>()
  const folderTitles = new Map<string, string>()
  for (const { path, place, title, date } of pages) {
    if (place !== undefined) order.set(path, place)
    if (title !== undefined) titles.set(path, title)
    if (date !== undefined) dates.set(path, date)
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
  return { order, titles, dates, folderTitles }
}
