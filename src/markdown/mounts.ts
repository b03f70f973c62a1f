import { compareCodePoints } from '../core/plain-text.ts'
import type { PageIndex } from './page-index.ts'

const MIN_HITS = 3
const MAX_FOLDERS = 50

/**
 * Where a shared site keeps this set of documents: `/product/guide/` may be the folder `articles/`, or one folder a
 * version. Learned from the site-absolute links themselves: a start of an address counts where at least three links
 * with it, and half of them, name pages of one folder.
 *
 * @param addresses of links, decoded, without their first slash
 */
export function inferMounts(addresses: ReadonlySet<string>, index: PageIndex): ReadonlyMap<string, readonly string[]> {
  const top = [...index.folders].filter((folder) => folder.indexOf('/') === folder.length - 1)
  const folders = ['', ...top.sort(compareCodePoints)].slice(0, MAX_FOLDERS)
  const all = new Map<string, number>()
  const hits = new Map<string, Map<string, number>>()
  for (const address of addresses) {
    for (const start of startsOf(address)) {
      all.set(start, (all.get(start) ?? 0) + 1)
      for (const folder of folders) {
        if (pageAt(folder + address.slice(start.length), index) === undefined) continue
        const counts = hits.get(start) ?? new Map<string, number>()
        hits.set(start, counts.set(folder, (counts.get(folder) ?? 0) + 1))
      }
    }
  }
  const mounts = new Map<string, readonly string[]>()
  for (const [start, counts] of hits) {
    const half = (all.get(start) as number) / 2
    const good = [...counts].filter(([, count]) => count >= MIN_HITS && count >= half).map(([folder]) => folder)
    if (good.length > 0) mounts.set(start, good.sort(compareCodePoints))
  }
  return mounts
}

/**
 * The page of this set that an address of the shared site names. Where several versions have it, that of the page
 * the link stands on; a link from outside the versions is left to the site.
 */
export function findMountedPage(
  address: string,
  from: string,
  mounts: ReadonlyMap<string, readonly string[]>,
  index: PageIndex,
): string | undefined {
  if (mounts.size === 0) return undefined
  const own = from.slice(0, from.indexOf('/') + 1)
  for (const start of startsOf(address).reverse()) {
    const folders = mounts.get(start) ?? []
    const pages = new Map<string, string>()
    for (const folder of folders) {
      const page = pageAt(folder + address.slice(start.length), index)
      if (page !== undefined) pages.set(folder, page)
    }
    if (pages.has(own)) return pages.get(own)
    if (pages.size === 1) return [...pages.values()][0]
  }
  return undefined
}

/** The first part of an address, and the first two. */
function startsOf(address: string): string[] {
  const first = address.indexOf('/') + 1
  if (first === 0) return []
  const second = address.indexOf('/', first) + 1
  return second === 0 ? [address.slice(0, first)] : [address.slice(0, first), address.slice(0, second)]
}

/** Sites write addresses in lower case, whatever their files are called. */
function pageAt(path: string, index: PageIndex): string | undefined {
  const found = index.find(path.replace(/\/+$/, ''), false)
  return found !== undefined && 'path' in found && index.pages.has(found.path) ? found.path : undefined
}
