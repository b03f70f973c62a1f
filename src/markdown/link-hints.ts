import { percentDecode, splitHref } from './href.ts'
import { pageOfRepositoryUrl } from './own-addresses.ts'
import type { FoundLink } from './page.ts'
import type { PageIndex } from './page-index.ts'
import { lastPart } from './paths.ts'

/** What the links of all pages together tell of the site; gathered while the pages are read. */
export class LinkHints {
  /** Addresses from the top of the site, without their slash and decoded. Gathered where several sets share a site. */
  readonly absolute = new Set<string>()
  /** Pages in repositories on code hosts, by the repository. */
  readonly repositories = new Map<string, Set<string>>()
  /** Names of headings that links in text give. */
  readonly identifiers = new Set<string>()
  /** Names in double brackets, each with its number. */
  readonly #wiki = new Map<string, number>()
  readonly #sharedSite: boolean

  constructor(sharedSite: boolean) {
    this.#sharedSite = sharedSite
  }

  add(links: readonly FoundLink[]): void {
    for (const { href, form } of links) {
      if (this.#sharedSite && /^\/[^/]/.test(href)) this.absolute.add(percentDecode(splitHref(href).path).slice(1))
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
