import { compareCodePoints } from '../core/plain-text.ts'
import { percentDecode, splitHref } from './href.ts'
import { isPage } from './markdown-file.ts'
import type { PageIndex } from './page-index.ts'

/** Addresses under which the documentation itself is published or kept. */
export interface OwnAddresses {
  /** `docs.example.org/guide/`: host and base path, in lower case, with a slash at its end. */
  readonly sites: readonly string[]
  /** `github.com/owner/name` in lower case, and the folder of the repository that is the top of the graph. */
  readonly repositories: ReadonlyMap<string, string>
}

export type OwnAddress =
  | { readonly kind: 'site'; readonly path: string; readonly fragment: string | undefined }
  | { readonly kind: 'repository'; readonly path: string | undefined; readonly fragment: string | undefined }

/** Reads an `http(s)` URL as an address of the documentation itself, `undefined` where it belongs to others. */
export function readOwnAddress(href: string, own: OwnAddresses): OwnAddress | undefined {
  const { path, fragment } = splitHref(href)
  const bare = path.replace(/^https?:\/\//i, '')
  const host = hostKey(bare)
  const file = readRepositoryUrl(path)
  const folder = file === undefined ? undefined : own.repositories.get(file.repository)
  if (file !== undefined && folder !== undefined) {
    const inside = file.path.startsWith(folder) ? file.path.slice(folder.length) : undefined
    return { kind: 'repository', path: inside, fragment }
  }
  const slash = bare.indexOf('/')
  const rest = slash === -1 ? '' : bare.slice(slash)
  const full = `${host}${rest}`
  for (const site of own.sites) {
    if (full.toLowerCase().startsWith(site)) return { kind: 'site', path: full.slice(site.length), fragment }
    if (`${full.toLowerCase()}/` === site) return { kind: 'site', path: '', fragment }
  }
  return undefined
}

function hostKey(bare: string): string {
  const slash = bare.indexOf('/')
  return (slash === -1 ? bare : bare.slice(0, slash)).toLowerCase().replace(/^www\./, '')
}

/** Base address of a site as `OwnAddresses.sites` keeps it; nothing for what is no address or a code host. */
export function siteKey(url: string): string | undefined {
  const found = /^https?:\/\/([^/?#\s]+)([^?#\s]*)/i.exec(url.trim())
  if (found === null) return undefined
  const host = hostKey(found[1] as string)
  if (/^(?:github|gitlab|bitbucket)\./.test(host) || /(?:^|\.)(?:npmjs|pypi|crates)\./.test(host)) return undefined
  return `${host}${found[2] as string}`.toLowerCase().replace(/\/*$/, '/')
}

/** `github.com/owner/name` from any form of a repository's address, `undefined` where it is none. */
export function repositoryKey(url: string): string | undefined {
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+)\/([\w.-]+)$/.exec(url.trim())
  if (short !== null) {
    const host = short[1] === 'gitlab' ? 'gitlab.com' : short[1] === 'bitbucket' ? 'bitbucket.org' : 'github.com'
    return `${host}/${short[2]}/${(short[3] as string).replace(/\.git$/, '')}`.toLowerCase()
  }
  const long = /^(?:git\+)?(?:https?|ssh|git):\/\/(?:[^@/\s]+@)?([^/:\s]+)(?::\d+)?\/([^/\s]+)\/([^/\s#?]+)/i.exec(
    url.trim(),
  )
  const scp = /^[^@/\s]+@([^:/\s]+):([^/\s]+)\/([^/\s]+)$/.exec(url.trim())
  const found = long ?? scp
  if (found === null) return undefined
  return `${found[1]}/${found[2]}/${(found[3] as string).replace(/\.git$/, '')}`.toLowerCase().replace(/^www\./, '')
}

interface RepositoryFile {
  readonly repository: string
  /** From the repository's top, decoded, no slash at its end. */
  readonly path: string
}

const FILE_URL =
  /^https?:\/\/(?:www\.)?((?:github\.com|gitlab\.com|[\w.-]*gitlab[\w.-]*|codeberg\.org)\/[^/?#]+\/[^/?#]+)\/(?:-\/)?(?:blob|tree|raw|edit|blame)\/([^/?#]+)\/?([^?#]*)/i

/** File or folder that a code host's URL shows. The branch is one part of the path: names with a slash are not known. */
function readRepositoryUrl(url: string): RepositoryFile | undefined {
  const found = FILE_URL.exec(url)
  if (found === null) return undefined
  return {
    repository: (found[1] as string).toLowerCase(),
    path: percentDecode(found[3] as string).replace(/\/+$/, ''),
  }
}

/** The page that a code host's URL shows, `undefined` where it shows none. */
export function pageOfRepositoryUrl(href: string): RepositoryFile | undefined {
  const file = readRepositoryUrl(href)
  return file !== undefined && isPage(file.path) ? file : undefined
}

const COMMON_NAMES = /(?:^|\/)(?:readme|index|contributing|license|changelog|security|code_of_conduct)\.\w+$/i
const MAX_DROPPED = 3

/**
 * Repositories that the folder is a copy of, found by the links themselves: links to one repository whose targets
 * are, for the most part, pages of this folder. `known` need one such link, others enough that it is no chance.
 *
 * @param targets paths of pages that links name, by the repository
 */
export function inferRepositories(
  targets: ReadonlyMap<string, ReadonlySet<string>>,
  index: PageIndex,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const repositories = new Map(known)
  let guess: { repository: string; folder: string; hits: number } | undefined
  for (const [repository, paths] of [...targets].sort(([a], [b]) => compareCodePoints(a, b))) {
    const best = bestFolder(paths, index, known.get(repository))
    if (best === undefined) continue
    const sure = best.telling >= 1 && best.hits === paths.size
    const likely = best.hits >= 3 && best.hits * 2 > paths.size
    if (known.has(repository)) repositories.set(repository, best.folder)
    else if ((sure || likely) && best.hits > (guess?.hits ?? 0)) guess = { repository, ...best }
  }
  // A fork has the same files: one repository is the folder's own, and where it is known nothing is guessed.
  if (known.size === 0 && guess !== undefined) repositories.set(guess.repository, guess.folder)
  return repositories
}

interface FolderGuess {
  readonly folder: string
  readonly hits: number
  /** Hits whose path could hardly be met by chance. */
  readonly telling: number
}

function bestFolder(paths: ReadonlySet<string>, index: PageIndex, given: string | undefined): FolderGuess | undefined {
  const folders = new Set<string>(given === undefined ? [''] : [given])
  for (const path of paths) {
    const parts = path.split('/')
    for (let drop = 0; drop <= Math.min(MAX_DROPPED, parts.length - 1); drop++) {
      folders.add(
        parts
          .slice(0, drop)
          .map((part) => `${part}/`)
          .join(''),
      )
    }
    if (folders.size > 200) break
  }
  let best: FolderGuess | undefined
  for (const folder of [...folders].sort((a, b) => a.length - b.length || compareCodePoints(a, b))) {
    let hits = 0
    let telling = 0
    for (const path of paths) {
      const inside = path.startsWith(folder) ? path.slice(folder.length) : ''
      if (inside === '' || !isHit(inside, index)) continue
      hits++
      if (!COMMON_NAMES.test(inside) && (inside.split('/').length >= 3 || /[^\w./-]/.test(inside))) telling++
    }
    if (hits > 0 && (best === undefined || hits > best.hits)) best = { folder, hits, telling }
  }
  return best
}

function isHit(path: string, index: PageIndex): boolean {
  const found = index.find(path, false)
  return found !== undefined && 'path' in found && found.rule === undefined && !COMMON_NAMES.test(path)
}
