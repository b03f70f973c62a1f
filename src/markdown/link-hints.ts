import { percentDecode, splitHref } from './href.ts'
import { pageOfRepositoryUrl } from './own-addresses.ts'
import type { FoundLink } from './page.ts'
import type { PageIndex } from './page-index.ts'
import { folderOf, lastPart } from './paths.ts'

// A sample tells as much: what is held must not grow with the pages without end.
const MAX_IN_FOLDER = 1_000
const MAX_ABSOLUTE = 50_000

/** What the links of all pages together tell of the site; gathered while the pages are read. */
export class LinkHints {
  /** Addresses from the top of the site, without their slash and decoded, by the folder of the page that has them. */
  readonly absolute = new Map<string, Set<string>>()
  /** Pages in repositories on code hosts, by the repository. */
  readonly repositories = new Map<string, Set<string>>()
  /** Names of headings that links in text give. */
  readonly identifiers = new Set<string>()
  /** Names in double brackets, each with its number. */
  readonly #wiki = new Map<string, number>()
  #absoluteCount = 0

  /** @param path of the page that has the links */
  add(links: readonly FoundLink[], path: string): void {
    for (const { href, form } of links) {
      if (/^\/[^/]/.test(href)) this.#addAbsolute(percentDecode(splitHref(href).path).slice(1), folderOf(path))
      if (form === 'autoref') this.identifiers.add(href)
      if (form === 'wiki') {
        const name = href.split(/[|#]/, 1)[0]?.trim() ?? ''
        this.#wiki.set(name, (this.#wiki.get(name) ?? 0) + 1)
      }
      const file = pageOfRepositoryUrl(href)
      if (file === undefined) continue
      const seen = this.repositories.get(file.repository) ?? new Set()
      this.repositories.set(file.repository, seen.add(file.path))
    }
  }

  #addAbsolute(address: string, folder: string): void {
    const seen = this.absolute.get(folder) ?? new Set()
    if (seen.has(address) || seen.size >= MAX_IN_FOLDER || this.#absoluteCount >= MAX_ABSOLUTE) return
    this.absolute.set(folder, seen.add(address))
    this.#absoluteCount++
  }

  /** Most links in double brackets name a page. */
  countsAsWiki(index: PageIndex): boolean {
    let all = 0
    let named = 0
    for (const [name, count] of this.#wiki) {
      all += count
      const found = index.find(name, false)
      if ((found !== undefined && 'path' in found) || index.named(lastPart(name)).length > 0) named += count
    }
    return named * 2 > all && named >= 3
  }
}
