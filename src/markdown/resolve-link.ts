import { findAbsolute, findElsewhere, type LinkSite, targetsOf, withoutPrefix } from './find-target.ts'
import { headingSlugger } from './heading-anchors.ts'
import { isTemplated, nestedDestination, percentDecode, schemeOf, splitHref } from './href.ts'
import { isPage } from './markdown-file.ts'
import { readOwnAddress } from './own-addresses.ts'
import type { FoundLink } from './page.ts'
import { type Found, pageName } from './page-index.ts'
import { folderOf, joinPath, lastPart } from './paths.ts'
import type { FoundRule, UnresolvedReason } from './report.ts'
import { inLanguage, languageSuffix } from './suffix-languages.ts'

export type Resolution =
  | {
      readonly kind: 'page'
      readonly path: string
      readonly anchor: string | undefined
      readonly rule: FoundRule | undefined
    }
  | { readonly kind: 'external' | 'asset' | 'empty' }
  | {
      readonly kind: 'unresolved'
      readonly reason: UnresolvedReason
      readonly candidates?: readonly string[]
    }

const EXTERNAL: Resolution = { kind: 'external' }
const EMPTY: Resolution = { kind: 'empty' }

/** Says what a link on the page `from` leads to. Never throws. */
export function resolveLink(link: FoundLink, from: string, site: LinkSite): Resolution {
  const found = resolveForm(link, from, site)
  if (found.kind !== 'page' || !site.rules.suffixLanguages) return found
  // An address from the top is that of one language, whatever page it stands on.
  if (link.form !== 'ref' && /^(?:\/|\w+:)/.test(link.href)) return found
  const path = inLanguage(found.path, link.language ?? languageSuffix(from), site.index.pages)
  return path === found.path ? found : { ...found, path }
}

function resolveForm(link: FoundLink, from: string, site: LinkSite): Resolution {
  const href = link.href.trim()
  if (link.form === 'ref') return resolveReference(href, from, site, link.language)
  if (link.form === 'wiki') return resolveWiki(href, from, site)
  if (link.form === 'label') return resolveLabel(roleTarget(href), from, site) ?? EXTERNAL
  if (link.form === 'autoref') {
    const found = site.pageOfIdentifier(href, from)
    return found === undefined ? EXTERNAL : page(found, href, undefined)
  }
  if (link.form === 'uid') return resolveXref(href, site)
  if (link.form === 'doc') return resolveRole(href, from, site)
  return resolveHref(href, from, site, 0)
}

function resolveHref(href: string, from: string, site: LinkSite, depth: number): Resolution {
  if (href === '') return EMPTY
  if (isTemplated(href)) return { kind: 'unresolved', reason: 'templated' }
  if (href.startsWith('#')) return self(from, href.slice(1), site)
  if (href.startsWith('//')) return resolveUrl(`https:${href}`, from, site)
  const nested = nestedDestination(href)
  if (nested !== undefined && depth < 3) return resolveHref(nested, from, site, depth + 1)
  const scheme = schemeOf(href)
  if (scheme === 'http' || scheme === 'https') return resolveUrl(href, from, site)
  if (scheme === 'xref') return resolveXref(href.slice(scheme.length + 1), site)
  if ((scheme === 'project' || scheme === 'path') && depth < 3) {
    return resolveHref(href.slice(scheme.length + 1), from, site, depth + 1)
  }
  // A file name may hold a colon; no page of such a name, and it is the address of something else.
  if (scheme !== undefined && !isExactPage(href, from, site)) return EXTERNAL
  return resolveRelative(href, from, site)
}

/** docfx's cross references name a page by its `uid`; those of code are pages that are made from the code. */
function resolveXref(name: string, site: LinkSite): Resolution {
  const { path, fragment } = splitHref(name)
  const found = site.uids.get(path) ?? site.uids.get(percentDecode(path))
  return found === undefined ? EXTERNAL : page(found, fragment, undefined)
}

function isExactPage(href: string, from: string, site: LinkSite): boolean {
  const path = joinPath(folderOf(from), percentDecode(splitHref(href).path))
  const found = path === undefined ? undefined : site.index.find(path, false)
  return found !== undefined && 'path' in found && found.rule === undefined && isPage(href.split('#')[0] as string)
}

function self(from: string, fragment: string, site: LinkSite): Resolution {
  // docfx's tabs are links to no heading, and `#` alone is the top of the page.
  if (fragment === '' || fragment.startsWith('tab/')) return EMPTY
  if (!site.index.pages.has(from)) return EMPTY
  const labelled = resolveLabel(percentDecode(fragment), from, site)
  if (labelled !== undefined) return labelled
  // MyST's slugs are in lower case: this is the name of something in the code.
  return site.rules.roles && /[A-Z.]/.test(fragment) ? EXTERNAL : page(from, fragment, undefined)
}

function page(path: string, fragment: string | undefined, rule: FoundRule | undefined): Resolution {
  // `#:~:text=` marks words, no heading.
  const anchor = fragment === undefined || fragment === '' || fragment.startsWith(':~:') ? undefined : fragment
  return { kind: 'page', path, anchor, rule }
}

function resolveUrl(href: string, from: string, site: LinkSite): Resolution {
  const address = readOwnAddress(href, site.own)
  if (address === undefined) return EXTERNAL
  const { fragment } = address
  if (address.kind === 'repository') {
    if (address.path === undefined) return EXTERNAL
    const found = site.index.find(address.path, false)
    // A folder on the code host shows its files; without a page it is no part of the documentation.
    if (found === undefined || 'candidates' in found || !site.index.pages.has(found.path)) return EXTERNAL
    // `#L10` is a line of the file, `?plain=1` a way to show it.
    return page(found.path, /^L\d+/.test(fragment ?? '') ? undefined : fragment, found.rule)
  }
  const found = findOnSite(percentDecode(address.path), from, site)
  if (found === undefined || 'candidates' in found) return EXTERNAL
  // A site's home is seldom the README that stands for it here: its anchors are not known.
  return page(found.path, address.path === '' ? undefined : fragment, found.rule)
}

/**
 * A page of the own site. Its address may start with parts that name a version or a section of the site and no
 * folder: they are left away as long as two parts stay, so that a single common word does not find a page.
 */
function findOnSite(path: string, from: string, site: LinkSite): Found {
  const parts = path.split('/').filter((part) => part !== '')
  for (let drop = 0; drop === 0 || drop <= parts.length - 2; drop++) {
    const found = findAbsolute(parts.slice(drop).join('/'), path.endsWith('/') || !isPage(path), from, site)
    if (found !== undefined && 'path' in found && (drop === 0 || isPage(found.path))) return found
    // An old version's page is another page.
    if (/^v?\d+(?:[.x]\w*)*$/i.test(parts[drop] ?? '')) return undefined
  }
  return undefined
}

function resolveRelative(written: string, from: string, site: LinkSite): Resolution {
  const mark = site.rules.rootMark
  const isRooted = mark !== undefined && written.startsWith(mark)
  const href = isRooted ? `/${written.slice(mark.length)}` : written
  const { path, fragment } = splitHref(href)
  if (path === '') return page(from, fragment, undefined)
  for (const folder of isRooted ? site.configurationFolders : []) {
    const target = joinPath(folder, percentDecode(path))
    const found = target === undefined ? undefined : site.index.find(target, path.endsWith('/'))
    if (found !== undefined && 'path' in found && site.index.pages.has(found.path)) {
      return page(found.path, fragment, found.rule)
    }
  }
  const attempts: { path: string; fragment: string | undefined; rule?: FoundRule }[] = [{ path, fragment }]
  if (path.includes('\\')) attempts.push({ path: path.replaceAll('\\', '/'), fragment, rule: 'backslash' })
  // A name with an unescaped `#` or `?` in it: `C#.md`.
  if (path !== href) {
    attempts.push({ path: href, fragment: undefined, rule: 'literal' })
    const last = href.lastIndexOf('#')
    if (fragment?.includes('#'))
      attempts.push({ path: href.slice(0, last), fragment: href.slice(last + 1), rule: 'literal' })
  }
  let outside = false
  for (const attempt of attempts) {
    const decoded = percentDecode(attempt.path)
    for (const spelling of decoded === attempt.path ? [decoded] : [decoded, attempt.path]) {
      const target = targetsOf(spelling, from, site)
      outside ||= target.outside
      for (const each of target.found) {
        if (each === undefined) continue
        if ('candidates' in each) return { kind: 'unresolved', reason: 'ambiguous', candidates: each.candidates }
        if (attempt.rule === 'literal' && !isPage(each.path)) continue
        // The home page of a site whose home is not in the folder.
        if (each.path === '/' && !site.index.pages.has('/')) return EXTERNAL
        return page(each.path, attempt.fragment, givenRule(each.rule, spelling, site) ?? attempt.rule)
      }
      if (target.isOther) return { kind: 'asset' }
    }
  }
  if (looksLikeAsset(path)) return { kind: 'asset' }
  const labelled = resolveLabel(percentDecode(href), from, site)
  if (labelled !== undefined) return labelled
  if (outside) return { kind: 'unresolved', reason: 'outside-folder' }
  return isRooted ? { kind: 'unresolved', reason: 'not-found' } : notFound(path, from, site)
}

/** A difference of case that the generator makes itself is none. */
function givenRule(rule: FoundRule | undefined, path: string, site: LinkSite): FoundRule | undefined {
  const isMade = site.rules.lowersAddresses && rule === 'case' && !isPage(path) && path === path.toLowerCase()
  return isMade ? undefined : rule
}

function notFound(path: string, from: string, site: LinkSite): Resolution {
  const isElsewhere = site.rules.sharedSite && path.startsWith('/')
  if (isElsewhere || site.rules.made?.test(path) === true) return { kind: 'unresolved', reason: 'other-docset' }
  if (isMadeElsewhere(path, site)) return { kind: 'unresolved', reason: 'other-docset' }
  if (site.rules.besideOthers && !isPage(path) && leavesBook(path, from, site)) {
    return { kind: 'unresolved', reason: 'outside-folder' }
  }
  // A word alone is what a program of the site reads.
  if (site.hasLinkHook && !/[./]/.test(path)) return { kind: 'unresolved', reason: 'templated' }
  const candidates = wrongBase(path, from, site)
  return { kind: 'unresolved', reason: 'not-found', ...(candidates.length === 0 ? {} : { candidates }) }
}

function leavesBook(path: string, from: string, site: LinkSite): boolean {
  const book = site.configurationFolders.filter((folder) => from.startsWith(folder)).at(-1)
  const target = joinPath(folderOf(from), path)
  return book !== undefined && book !== '' && target !== undefined && !target.startsWith(book)
}

/** Pages that are programs, and in MyST names of what is described in the code. */
function isMadeElsewhere(path: string, site: LinkSite): boolean {
  if (site.rules.roles && !path.includes('/') && !isPage(path)) return true
  if (!path.startsWith('/')) return false
  const name = path.replace(/^\/+|\/+$/g, '') || 'index'
  const files = PROGRAMS.flatMap((end) => [`${name}${end}`, `${name}/index${end}`])
  return files.some((file) => ['', 'website/'].some((root) => site.index.isOtherFile(`${root}src/pages/${file}`)))
}

const PROGRAMS = ['.js', '.jsx', '.ts', '.tsx', '.astro', '.vue', '.svelte']

/** Pages that the author may have meant: the path read from the top of the folder or of the repository. */
function wrongBase(path: string, from: string, site: LinkSite): string[] {
  const relative = percentDecode(path).replace(/^(?:\.{0,2}\/)+/, '')
  const found = [relative, withoutPrefix(relative, site.prefix)]
    .filter((each) => each !== undefined && each !== '')
    .map((each) => site.index.find(each as string, false))
  const paths = found.flatMap((each) => (each !== undefined && 'path' in each && each.path !== from ? [each.path] : []))
  return [...new Set(paths)]
}

const ASSET =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|pdf|zip|t?gz|tar|mp4|webm|mov|mp3|wav|woff2?|ttf|pptx?|docx?|xlsx?|drawio)$/i

/** Files that generators write into every site. */
const WRITTEN = /^\/(?:sitemap|robots|llms(?:-full)?|feed|rss|atom|index)\.(?:xml|txt|json)$/i

function looksLikeAsset(path: string): boolean {
  return ASSET.test(path) || WRITTEN.test(path)
}

/**
 * Hugo's page references: from the page's folder, then as a path from the top, then by name anywhere in the
 * language. A bare name that several pages carry is ambiguous unless one lies in the page's own folder.
 */
function resolveReference(href: string, from: string, site: LinkSite, asked: string | undefined): Resolution {
  if (isTemplated(href)) return { kind: 'unresolved', reason: 'templated' }
  const { path, fragment } = splitHref(href)
  if (path === '') return fragment === undefined || fragment === '' ? EMPTY : page(from, fragment, undefined)
  if (schemeOf(path) !== undefined) return resolveHref(href, from, site, 0)
  const decoded = percentDecode(path)
  const own = site.languages.of(from)
  const language = languageFolder(asked, own, site)
  // A page beside this one, in the language that was asked for.
  const beside = language + folderOf(from).slice(own.length)
  const tries = decoded.startsWith('/') ? [] : [joinPath(beside, decoded)]
  const bare = decoded.replace(/^\/+|\/+$/g, '')
  const isName = !decoded.startsWith('/') && !bare.includes('/')
  const byName = isName ? namedPages(bare, language, site) : []
  if (byName.length < 2) tries.push(language + bare, bare)
  let loose: Found
  for (const target of tries) {
    const found = target === undefined ? undefined : site.index.find(target, false)
    if (found === undefined || 'candidates' in found) continue
    if (found.rule === undefined && isPage(found.path)) return page(found.path, fragment, undefined)
    loose ??= found
  }
  if (byName.length > 1) return { kind: 'unresolved', reason: 'ambiguous', candidates: byName }
  const [only] = byName
  if (only !== undefined) return page(only, fragment, undefined)
  if (loose !== undefined && 'path' in loose) return page(loose.path, fragment, loose.rule)
  const elsewhere = findElsewhere(language + bare, false, site)
  if (elsewhere !== undefined && 'path' in elsewhere) return page(elsewhere.path, fragment, elsewhere.rule)
  return { kind: 'unresolved', reason: site.hasMounts ? 'other-docset' : 'not-found' }
}

function languageFolder(asked: string | undefined, own: string, site: LinkSite): string {
  const folder = site.languages.folders.find((each) => lastPart(each).toLowerCase() === asked?.toLowerCase())
  return folder ?? own
}

function namedPages(name: string, language: string, site: LinkSite): readonly string[] {
  const stem = isPage(name) ? pageName(name) : name
  const pages = site.index.named(stem)
  const exact = pages.filter((path) => pageName(path).normalize('NFC') === stem.normalize('NFC'))
  const best = exact.length > 0 ? exact : pages
  return language === '' ? best : best.filter((path) => path.startsWith(language))
}

/**
 * `[[Note#Heading|label]]`: by path, else by name anywhere; on GitHub the label comes first, and a page's name has
 * hyphens for spaces. What finds nothing is text in double brackets.
 */
function resolveWiki(target: string, from: string, site: LinkSite): Resolution {
  const parts = target.split('|').map((part) => part.replace(/\\$/, '').trim())
  const [first = '', second] = parts
  const found = resolveWikiName(first, from, site)
  if (found.kind !== 'unresolved' || found.reason === 'ambiguous') return found
  for (const name of [first.replaceAll(' ', '-'), second, second?.replaceAll(' ', '-')]) {
    const other = name === undefined || name === '' ? found : resolveWikiName(name, from, site)
    if (other.kind === 'page') return other
  }
  return found
}

function resolveWikiName(name: string, from: string, site: LinkSite): Resolution {
  const { path, fragment: heading } = splitHref(name)
  const fragment = wikiAnchor(heading)
  if (path === '') return fragment === undefined ? EMPTY : page(from, fragment, undefined)
  const exact = [joinPath('', path), joinPath(folderOf(from), path)].map((each) =>
    each === undefined ? undefined : site.index.find(each, false),
  )
  for (const found of exact) {
    if (found !== undefined && 'path' in found && isPage(found.path)) return page(found.path, fragment, found.rule)
  }
  const language = site.languages.of(from)
  const named = path.includes('/') ? [] : namedPages(path, language, site)
  if (named.length === 1) return page(named[0] as string, fragment, undefined)
  if (named.length > 1) return { kind: 'unresolved', reason: 'ambiguous', candidates: named }
  return { kind: 'unresolved', reason: 'not-found' }
}

/** A heading is named by its words, below others by the last of them; `^id` is a paragraph, which has no node. */
function wikiAnchor(heading: string | undefined): string | undefined {
  const last = heading?.split('#').at(-1)
  return last === undefined || last === '' || last.startsWith('^') ? undefined : headingSlugger()(last)
}

/** Sphinx's `` {doc}`text <path>` ``: a path without extension, from the page's folder or the top. */
function resolveRole(value: string, from: string, site: LinkSite): Resolution {
  return resolveHref(roleTarget(value).replace(/^!/, ''), from, site, 0)
}

function roleTarget(value: string): string {
  return (/<([^<>]+)>\s*$/.exec(value)?.[1] ?? value).trim()
}

/** A place that MyST knows by its name, wherever it is. */
function resolveLabel(label: string, from: string, site: LinkSite): Resolution | undefined {
  const path = site.pageOfLabel(label, from)
  return path === undefined ? undefined : page(path, label, undefined)
}
