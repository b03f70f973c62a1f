import type { EdgeInput, NodeInput } from '../core/graph-input.ts'
import { compareCodePoints } from '../core/plain-text.ts'
import type { NavigationEntry, NavigationTree } from './navigation.ts'
import type { PageIndex } from './page-index.ts'
import { folderAbove, folderOf, lastPart } from './paths.ts'

export interface Hierarchy {
  /** Groups and folders that have no page of their own. */
  readonly sections: readonly NodeInput[]
  /** Containment and reading order that start at a node. */
  edgesFrom(node: string): EdgeInput[]
  /** Parents of each node, the one its breadcrumb follows first. */
  readonly parents: ReadonlyMap<string, readonly string[]>
}

export interface FolderFacts {
  readonly index: PageIndex
  /** Place of a page among its siblings, where its author gave one. */
  readonly order: ReadonlyMap<string, number>
  /** Titles of pages, which decide where no place is given. */
  readonly titles: ReadonlyMap<string, string>
  /** Dates of pages as their authors wrote them, year first: newer ones come first. */
  readonly dates: ReadonlyMap<string, string>
  readonly ordersFolders: boolean
  /** Titles that folders got from the generator's own files, by folder. */
  readonly folderTitles: ReadonlyMap<string, string>
  /** Folders that links lead to: their nodes must exist whatever the navigation says. */
  readonly linkedFolders: ReadonlySet<string>
}

/** Containment and reading order: from the navigation where a page has a place in it, else from the folders. */
export function buildHierarchy(trees: readonly NavigationTree[], facts: FolderFacts): Hierarchy {
  const build = new HierarchyBuild()
  const placed = new Set<string>()
  for (const tree of trees) addTree(tree, facts.index, build, placed)
  addFolders(facts, build, placed)
  return build.finish()
}

class HierarchyBuild {
  readonly #sections = new Map<string, NodeInput>()
  readonly #numbers = new Map<string, number>()
  readonly #contains = new Map<string, Set<string>>()
  readonly #next = new Map<string, Set<string>>()
  readonly #parents = new Map<string, string[]>()

  section(path: string, title: string | undefined): void {
    if (this.#sections.has(path)) return
    this.#sections.set(path, { path, ...(title === undefined ? {} : { title }), kind: 'section' })
  }

  hasSection(path: string): boolean {
    return this.#sections.has(path)
  }

  /** 2, 3, 4 and so on for one base, so that many groups of one name do not try each other's numbers again. */
  nextNumber(base: string): number {
    const number = (this.#numbers.get(base) ?? 1) + 1
    this.#numbers.set(base, number)
    return number
  }

  contain(parent: string, child: string): void {
    if (parent === child || !addTo(this.#contains, parent, child)) return
    const parents = this.#parents.get(child)
    if (parents === undefined) this.#parents.set(child, [parent])
    else parents.push(parent)
  }

  follow(from: string, to: string): void {
    if (from !== to) addTo(this.#next, from, to)
  }

  finish(): Hierarchy {
    return {
      sections: [...this.#sections.values()],
      edgesFrom: (node) => [...edges(node, this.#contains, 'contains'), ...edges(node, this.#next, 'next')],
      parents: this.#parents,
    }
  }
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): boolean {
  const set = map.get(key)
  if (set === undefined) map.set(key, new Set([value]))
  else if (set.has(value)) return false
  else set.add(value)
  return true
}

function edges(from: string, map: ReadonlyMap<string, ReadonlySet<string>>, kind: string): EdgeInput[] {
  return [...(map.get(from) ?? [])].map((to) => ({ from, to, kind }))
}

function addTree(tree: NavigationTree, index: PageIndex, build: HierarchyBuild, placed: Set<string>): void {
  const top = tree.under ?? index.folderNode('')
  if (top === '/') build.section('/', tree.title)
  placed.add(top)
  let before: string | undefined
  const visit = (entries: readonly NavigationEntry[], parent: string, address: string) => {
    for (const entry of entries) {
      const node = entry.page ?? groupPath(address, entry.title ?? '', index, build)
      if (entry.page === undefined) {
        if (entry.children.length === 0) continue
        build.section(node, entry.title)
      } else {
        if (before !== undefined) build.follow(before, entry.page)
        before = entry.page
      }
      build.contain(parent, node)
      placed.add(node)
      visit(entry.children, node, `${address}${slug(entry.title ?? lastPart(node))}/`)
    }
  }
  visit(tree.entries, top, tree.under === undefined ? 'nav/' : `nav/${folderOf(tree.under)}`)
}

/** `nav/guides/basics`: a group's path says where it stands; a number tells apart two of one name. */
function groupPath(address: string, title: string, index: PageIndex, build: HierarchyBuild): string {
  const base = `${address}${slug(title)}`
  let path = base
  while (build.hasSection(path) || index.pages.has(path)) path = `${base}-${build.nextNumber(base)}`
  return path
}

function slug(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return words.slice(0, 80) || 'group'
}

function addFolders(facts: FolderFacts, build: HierarchyBuild, placed: ReadonlySet<string>): void {
  const { index } = facts
  // One page alone is in no company that a folder could tell of.
  if (index.pages.size < 2) return
  const siblings = new Map<string, string[]>()
  // A folder takes part where a page in it, or below it, has no place in the navigation.
  const needed = new Set<string>([...facts.linkedFolders])
  for (const page of index.pages) if (!placed.has(page)) needed.add(folderOf(page))
  for (const folder of needed) {
    const above = folderAbove(folder)
    if (above !== undefined && !placed.has(index.folderNode(folder))) needed.add(above)
  }
  const join = (parent: string, child: string) => {
    if (parent === child || placed.has(child)) return
    build.contain(parent, child)
    const list = siblings.get(parent)
    if (list === undefined) siblings.set(parent, [child])
    else list.push(child)
  }
  for (const folder of [...needed].sort(compareCodePoints)) {
    const node = index.folderNode(folder)
    if (!index.pages.has(node)) build.section(node, facts.folderTitles.get(folder) ?? folderTitle(folder))
    const above = folderAbove(folder)
    if (above !== undefined) join(index.folderNode(above), node)
  }
  for (const page of [...index.pages].sort(compareCodePoints)) {
    const node = index.folderNode(folderOf(page))
    if (!placed.has(page) && !isFolderNode(page, index)) join(node, page)
  }
  for (const list of siblings.values()) followInOrder(list, facts, build)
}

/** True for a page that stands for a folder and hangs from the folder above it. */
function isFolderNode(page: string, index: PageIndex): boolean {
  return index.folderPage(folderOf(page)) === page
}

function folderTitle(folder: string): string | undefined {
  return folder === '' ? undefined : lastPart(folder)
}

function followInOrder(children: readonly string[], facts: FolderFacts, build: HierarchyBuild): void {
  const { order, titles, dates, ordersFolders } = facts
  if (!ordersFolders && !children.some((child) => order.has(child))) return
  const place = (child: string) => order.get(child) ?? Number.POSITIVE_INFINITY
  const title = (child: string) => titles.get(child) ?? ''
  const date = (child: string) => (ordersFolders ? (dates.get(child) ?? '') : '')
  const sorted = [...children].sort(
    (a, b) =>
      compareNumbers(place(a), place(b)) ||
      compareCodePoints(date(b), date(a)) ||
      compareCodePoints(title(a), title(b)) ||
      compareCodePoints(a, b),
  )
  for (let at = 1; at < sorted.length; at++) build.follow(sorted[at - 1] as string, sorted[at] as string)
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
