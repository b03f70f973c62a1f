import type { EdgeInput } from '../core/graph-input.ts'
import { compareCodePoints } from '../core/plain-text.ts'
import { anchorExists } from './anchors.ts'
import { headingEdges, holderOf } from './heading-edges.ts'
import type { FoundLink, PageRecord } from './page.ts'
import type { PageStore } from './page-store.ts'
import type { LinkCounts, MissingAnchor, RepairedLink, UnresolvedLink, UsedRedirect } from './report.ts'
import { type Resolution, resolveLink } from './resolve-link.ts'
import type { Site } from './site.ts'
import type { Spool, Storage } from './spool.ts'

export interface FollowedLinks {
  /** Edges that start at a page or at one of its headings, in order, for each page in the order of `paths`. */
  readonly edges: Spool<readonly EdgeInput[]>
  /** Folders that links lead to, the top as `''`. */
  readonly folders: ReadonlySet<string>
  readonly counts: LinkCounts
  readonly unresolved: Spool<UnresolvedLink>
  readonly missingAnchors: Spool<MissingAnchor>
  readonly repaired: Spool<RepairedLink>
  readonly redirects: Spool<UsedRedirect>
}

/** Resolves the links of one page after the other. */
export function followLinks(
  paths: readonly string[],
  store: PageStore,
  site: Site,
  storage: Storage,
  onPage: (done: number) => void,
): FollowedLinks {
  const links = new LinkFollower(store, site, storage)
  for (const path of paths) {
    links.follow(path)
    onPage(links.edges.length)
  }
  return links
}

class LinkFollower implements FollowedLinks {
  readonly edges: Spool<readonly EdgeInput[]>
  readonly folders = new Set<string>()
  readonly counts = { page: 0, self: 0, external: 0, asset: 0, empty: 0, unresolved: 0 }
  readonly unresolved: Spool<UnresolvedLink>
  readonly missingAnchors: Spool<MissingAnchor>
  readonly repaired: Spool<RepairedLink>
  readonly redirects: Spool<UsedRedirect>
  readonly #store: PageStore
  readonly #site: Site

  constructor(store: PageStore, site: Site, storage: Storage) {
    this.#store = store
    this.#site = site
    this.edges = storage.list()
    this.unresolved = storage.list()
    this.missingAnchors = storage.list()
    this.repaired = storage.list()
    this.redirects = storage.list()
  }

  follow(path: string): void {
    const record = this.#store.record(path)
    const edges = new PageEdges()
    for (const link of record.links) this.#followLink(link, path, record, edges)
    for (const edge of headingEdges(path, record.headings, this.#site.index.pages)) edges.add(edge)
    this.edges.add(edges.sorted())
  }

  #followLink(link: FoundLink, path: string, record: PageRecord, edges: PageEdges): void {
    const site = this.#site
    const found = resolveLink(link, path, site)
    // Text that could have been a link, and is none.
    if (found.kind !== 'page' && (link.form === 'autoref' || link.form === 'uid')) return
    const at = { file: path, line: link.line }
    const href = link.href.slice(0, 500).toWellFormed()
    if (found.kind === 'unresolved') {
      // Double brackets are a link only where a page bears the name, or where the folder is full of such links.
      if (link.form === 'wiki' && !site.isWiki) return
      this.counts.unresolved++
      const { kind: _, ...why } = found
      this.unresolved.add({ ...at, text: link.text.slice(0, 200).toWellFormed(), href, ...why })
      return
    }
    if (found.kind !== 'page') {
      this.counts[found.kind]++
      return
    }
    this.counts[found.path === path ? 'self' : 'page']++
    if (found.rule === 'redirect') this.redirects.add({ ...at, from: href, to: found.path })
    else if (found.rule !== undefined) this.repaired.add({ ...at, href, to: found.path, rule: found.rule })
    if (!site.index.pages.has(found.path)) this.folders.add(found.path === '/' ? '' : found.path)
    edges.link(path, found.path)
    this.#followAnchor(found, link.line, path, record, edges)
  }

  /** An edge of its own where headings are nodes, from the heading that the link stands below. */
  #followAnchor(
    { path: to, anchor: fragment }: Extract<Resolution, { kind: 'page' }>,
    line: number,
    path: string,
    record: PageRecord,
    edges: PageEdges,
  ): void {
    const target = fragment === undefined ? undefined : this.#store.anchorsOf(to)
    if (fragment === undefined || target === undefined) return
    const anchor = anchorExists(fragment, target, this.#site.rules.looseAnchors)
    if (anchor === undefined) {
      // `#package.Class` on a site that makes such headings.
      if (this.#site.madeAnchors && fragment.includes('.')) return
      this.missingAnchors.add({ file: path, line, to, anchor: fragment.slice(0, 500).toWellFormed() })
      return
    }
    const { pages } = this.#site.index
    const heading = `${to}#${anchor}`
    if (!target.slugs.has(anchor) || pages.has(heading)) return
    const holder = holderOf(record.headings, line, pages)
    edges.link(holder ?? path, heading)
  }
}

/** The edges of one page, each once. */
class PageEdges {
  readonly #edges: EdgeInput[] = []
  readonly #linked = new Set<string>()

  link(from: string, to: string): void {
    if (from === to) return
    const key = JSON.stringify([from, to])
    if (this.#linked.has(key)) return
    this.#linked.add(key)
    this.add({ from, to, kind: 'link' })
  }

  add(edge: EdgeInput): void {
    this.#edges.push(edge)
  }

  sorted(): EdgeInput[] {
    return this.#edges.sort(compareEdges)
  }
}

export function compareEdges(a: EdgeInput, b: EdgeInput): number {
  return (
    compareCodePoints(a.from, b.from) || compareCodePoints(a.to, b.to) || compareCodePoints(a.kind ?? '', b.kind ?? '')
  )
}
