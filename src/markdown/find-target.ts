import type { FlavourRules } from './flavours/flavour.ts'
import type { Languages } from './languages.ts'
import { isPage } from './markdown-file.ts'
import { findMountedPage } from './mounts.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { aliasKey, type Found, type PageIndex } from './page-index.ts'
import { folderOf, joinPath } from './paths.ts'
import { findRootedPage, type SiteRoots } from './site-roots.ts'

/** Everything that the resolution of a link depends on. */
export interface LinkSite {
  readonly index: PageIndex
  readonly rules: FlavourRules
  readonly own: OwnAddresses
  readonly languages: Languages
  /** Folder from the outer top, `''` or with a slash: absolute links may name it. */
  readonly prefix: string
  /** Folders of the generator's configuration, for paths that start with the mark of that folder. */
  readonly configurationFolders: readonly string[]
  /** Address that a page was moved from, as `aliasKey` makes it, to where it is now. */
  readonly redirects: ReadonlyMap<string, string>
  /** Where parts of the site that start with an address are kept, on a site that several sets of documents share. */
  readonly mounts: ReadonlyMap<string, readonly string[]>
  /** Folders that the site is served from, where only its links tell. */
  readonly roots: SiteRoots
  /** Page on which a place of this name is, that of the link first; nothing where names are no links. */
  pageOfLabel(label: string, from: string): string | undefined
  /** Page with a heading or anchor of this name, that of the link first; nothing where no plug-in looks for it. */
  pageOfIdentifier(name: string, from: string): string | undefined
  /** Pages by the `uid` that their authors gave them. */
  readonly uids: ReadonlyMap<string, string>
  /** A program of the site decides what links lead to. */
  readonly hasLinkHook: boolean
  /** Headings for code are made from the code when the site is built. */
  readonly madeAnchors: boolean
  /** Pages of other repositories are put into this site when it is built. */
  readonly hasMounts: boolean
}

interface Targets {
  /** What the rules find, best first. */
  readonly found: readonly Found[]
  readonly outside: boolean
  /** The path names a file of the folder that is no page. */
  readonly isOther: boolean
}

/** What a path on the page `from` may name, percent escapes already read. */
export function targetsOf(path: string, from: string, site: LinkSite): Targets {
  const asFolder = path.endsWith('/') || /(?:^|\/)\.{1,2}$/.test(path)
  if (path.startsWith('/')) {
    const target = joinPath('', path)
    const isOther =
      target !== undefined && STATIC_ROOTS.some((root) => isOtherPage(root + target, site.index, site.rules))
    return { found: [findAbsolute(path, asFolder, from, site)], outside: target === undefined, isOther }
  }
  const folder = folderOf(from)
  const bases = [folder]
  const served = `${folder}${servedName(from)}`
  if (!isPage(path) && site.rules.servedAsFolder !== 'never' && served !== folder) {
    if (site.rules.servedAsFolder === 'first') bases.unshift(served)
    else bases.push(served)
  }
  if (site.rules.filesFromRoots && isPage(path) && !path.startsWith('.')) bases.push('', ...site.rules.contentRoots)
  const targets = bases.map((base) => joinPath(base, path))
  const inside = targets.filter((target) => target !== undefined)
  const exact = inside.map((target) => site.index.find(target, asFolder))
  // A page that is there under its very name goes before one that only a looser rule finds, and a folder without a
  // page comes last.
  const pages = exact.filter((each) => isPageFound(each, site))
  const sure = pages.filter((each) => each !== undefined && 'path' in each && each.rule === undefined)
  return {
    found: [...sure, ...pages, ...inside.map((target) => findElsewhere(target, asFolder, site)), ...exact],
    outside: inside.length < targets.length,
    isOther: inside.some((target) => isOtherPage(target, site.index, site.rules)),
  }
}

/** A file that is no page here, named as it is, or like a page of the generator that is no Markdown. */
export function isOtherPage(path: string, index: PageIndex, rules: FlavourRules): boolean {
  return index.isOtherFile(path) || rules.otherPages?.some((extension) => index.isOtherFile(path + extension)) === true
}

/** Folders whose files are served from the top of the site as they are. */
const STATIC_ROOTS = ['', 'static/', 'public/', 'docs/public/', 'docs/static/', 'website/static/', 'src/public/']

/** Folder that a page is served as: an index page as its own, `a.md` as `a/`. */
function servedName(from: string): string {
  const name = from.slice(folderOf(from).length).replace(/\.\w+$/, '')
  return /^(?:_?index|readme)$/i.test(name) ? '' : `${name}/`
}

/** What a path from the top of the site names, whatever folder the pages are kept in. */
export function findAbsolute(path: string, asFolder: boolean, from: string, site: LinkSite): Found {
  const target = joinPath('', path)
  if (target === undefined) return undefined
  // Without a language in it an address is one of the fallback language, whatever page it stands on.
  const { fallback } = site.languages
  const roots = ['', fallback, site.languages.of(from), ...site.rules.contentRoots]
  const loose: Found[] = []
  for (const root of new Set(roots)) {
    const found = site.index.find(root + target, asFolder)
    if (found !== undefined && 'path' in found && found.rule === undefined && site.index.pages.has(found.path))
      return found
    loose.push(found)
  }
  const inner = withoutPrefix(target, site.prefix)
  if (inner !== undefined) loose.push(site.index.find(inner, asFolder))
  const mounted = findMountedPage(target, from, site.mounts, site.index)
  if (mounted !== undefined) return { path: mounted }
  const rooted = findRootedPage(target, from, site.roots, site.index)
  if (rooted !== undefined) return { path: rooted }
  const elsewhere = [...new Set(['', ...site.rules.contentRoots])]
    .map((root) => findElsewhere(root + target, asFolder, site))
    .find((each) => each !== undefined)
  return loose.find((each) => isPageFound(each, site)) ?? elsewhere ?? loose.find((each) => each !== undefined)
}

/** True where the look-up ended at a page, not at a folder that has none. */
function isPageFound(found: Found, site: LinkSite): boolean {
  return found !== undefined && ('candidates' in found || site.index.pages.has(found.path))
}

/** The path within the folder of one that starts above it; `undefined` where it does not. */
export function withoutPrefix(path: string, prefix: string): string | undefined {
  if (prefix === '') return undefined
  if (path.startsWith(prefix)) return path.slice(prefix.length)
  // `/docs/a` on a site whose pages are kept in `packages/docs/`.
  const last = prefix.slice(prefix.lastIndexOf('/', prefix.length - 2) + 1)
  return path.startsWith(last) ? path.slice(last.length) : undefined
}

/** A page that was moved, or that the site serves in another language. */
export function findElsewhere(target: string, asFolder: boolean, site: LinkSite): Found {
  const moved = site.redirects.get(aliasKey(target))
  if (moved !== undefined) return { path: moved, rule: 'redirect' }
  if (site.languages.folders.length === 0) return undefined
  const language = site.languages.of(`${target}/`)
  const rest = language === '' ? target : target.slice(language.length)
  const fallback = site.languages.fallbackOf(language)
  // Without a language in its address a page is one of the fallback language.
  if (language === fallback) return undefined
  const found = site.index.find(fallback + rest, asFolder)
  if (found === undefined || 'candidates' in found) return undefined
  return { path: found.path, rule: 'locale' }
}
