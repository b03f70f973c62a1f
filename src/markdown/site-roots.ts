import { isPage } from './markdown-file.ts'
import type { PageIndex } from './page-index.ts'
import { folderAbove } from './paths.ts'

/** What starts an address that is left away, by the folder in which the rest of it is looked for. */
export type SiteRoots = ReadonlyMap<string, ReadonlySet<string>>

export const NO_ROOTS: SiteRoots = new Map()

const MIN_HITS = 3
const MAX_LEFT_AWAY = 2

/**
 * Folders that a site is served from, and the base path of its addresses, where no configuration names them: learned
 * from the site-absolute links that are found nowhere else. `/commands/install` on a page below `docs/content/` says
 * that the site starts there if `docs/content/commands/install.md` exists. A folder counts where all such links on the
 * pages below it lead to pages and one of them could hardly do so by chance, or where three do and more than half.
 *
 * @param addresses of links, decoded, without their first slash, by the folder of the page that they stand on; none that
 *   is found without such a folder
 */
export function inferSiteRoots(addresses: ReadonlyMap<string, ReadonlySet<string>>, index: PageIndex): SiteRoots {
  const guesses = new Map<string, Map<string, Guess>>()
  for (const [from, set] of addresses) {
    for (const folder of foldersAbove(from)) {
      const starts = guesses.get(folder) ?? new Map<string, Guess>()
      guesses.set(folder, starts)
      for (const address of set) {
        if (saysNothing(address)) continue
        for (const start of startsOf(address, folder)) {
          const guess = starts.get(start) ?? { all: new Set<string>(), hits: new Set<string>(), telling: 0 }
          starts.set(start, guess)
          if (guess.all.has(address)) continue
          guess.all.add(address)
          judge(guess, address, folder + address.slice(start.length), index)
        }
      }
    }
  }
  const roots = new Map<string, ReadonlySet<string>>()
  for (const [folder, starts] of guesses) {
    const good = [...starts].filter(([start, guess]) => isLikely(guess, start)).map(([start]) => start)
    if (good.length > 0) roots.set(folder, new Set(good))
  }
  return roots
}

interface Guess {
  readonly all: Set<string>
  readonly hits: Set<string>
  /** Hits whose address could hardly be met by chance. */
  telling: number
}

/** Pages that many folders have. */
const COMMON = /^(?:|readme|index|contributing|license|changelog|security)$/i

/** A page that may be there by chance, or the address of something that is no page. */
function saysNothing(address: string): boolean {
  if (address.endsWith('/')) return false
  const [, stem = '', extension = ''] = /([^/]*?)(\.[a-z]\w*)?$/i.exec(address) ?? []
  return COMMON.test(stem) || (extension !== '' && !isPage(address) && !/^\.html?$/i.test(extension))
}

function judge(guess: Guess, address: string, path: string, index: PageIndex): void {
  if (rootedPage(path, index) === undefined) return
  guess.hits.add(address)
  if (/[^/]\/[^/]/.test(address)) guess.telling++
}

function isLikely({ all, hits, telling }: Guess, start: string): boolean {
  // An address that names no folder of the pages at its start is met by chance more easily.
  if (start === '' && telling > 0 && hits.size === all.size) return true
  return hits.size >= MIN_HITS && hits.size * 2 > all.size
}

/** The page that a site-absolute address on the page `from` names, the outermost of the site's folders first. */
export function findRootedPage(address: string, from: string, roots: SiteRoots, index: PageIndex): string | undefined {
  if (roots.size === 0) return undefined
  for (const folder of foldersAbove(from.slice(0, from.lastIndexOf('/') + 1))) {
    const known = roots.get(folder)
    if (known === undefined) continue
    for (const start of startsOf(address, folder)) {
      const page = known.has(start) ? rootedPage(folder + address.slice(start.length), index) : undefined
      if (page !== undefined) return page
    }
  }
  return undefined
}

/** A folder and those above it, the outermost first. */
function foldersAbove(folder: string): string[] {
  const folders: string[] = []
  for (let at: string | undefined = folder; at !== undefined; at = folderAbove(at)) folders.unshift(at)
  return folders
}

/** Nothing, the first part of an address, the first two. From the top, nothing left away is no news. */
function startsOf(address: string, folder: string): string[] {
  const starts = folder === '' ? [] : ['']
  let end = 0
  for (let left = 0; left < MAX_LEFT_AWAY; left++) {
    end = address.indexOf('/', end) + 1
    if (end === 0 || end === address.length) break
    starts.push(address.slice(0, end))
  }
  return starts
}

function rootedPage(path: string, index: PageIndex): string | undefined {
  const found = index.find(path.replace(/\/+$/, ''), path.endsWith('/'))
  return found !== undefined && 'path' in found && index.pages.has(found.path) ? found.path : undefined
}
