import { asList, asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import { GlobMatcher } from '../glob.ts'
import type { NavigationEntry, NavigationProblem, NavigationSource } from '../navigation.ts'
import { folderAbove, folderOf, joinPath, lastPart } from '../paths.ts'
import { listNavigation } from './list-navigation.ts'

const ORDERS = /(?:^|\/)(?:\.pages|\.nav\.ya?ml)$/
const SUMMARY = /(?:^|\/)SUMMARY\.md$/
const MAX_DEPTH = 50

/**
 * What is in a folder, as MkDocs' plug-ins put it in order: by a `.pages` or `.nav.yml` in it, by a `SUMMARY.md`, else
 * by name, pages before folders. Paths count from the outer top.
 */
export class FolderNavigation {
  readonly #source: NavigationSource
  readonly #problems: NavigationProblem[]
  readonly #orders = new Map<string, ConfigFile>()
  readonly #summaries = new Map<string, ConfigFile>()
  /** What lies in each folder: pages, and folders with their slash. */
  readonly #inside = new Map<string, Set<string>>()
  readonly #globs = new GlobMatcher()

  constructor(source: NavigationSource, problems: NavigationProblem[]) {
    this.#source = source
    this.#problems = problems
    for (const file of source.config.matching(ORDERS)) this.#orders.set(file.folder, file)
    for (const file of source.config.matching(SUMMARY)) this.#summaries.set(file.folder, file)
    for (const { path } of source.pages) {
      let child = source.config.prefix + path
      for (let folder: string | undefined = folderOf(child); folder !== undefined; folder = folderAbove(folder)) {
        const inside = this.#inside.get(folder) ?? new Set()
        const isKnown = this.#inside.has(folder)
        this.#inside.set(folder, inside.add(child))
        if (isKnown) break
        child = folder
      }
    }
  }

  /** True where a file in or below the folder says what its order is. */
  steers(folder: string): boolean {
    return [...this.#orders.keys(), ...this.#summaries.keys()].some((each) => each.startsWith(folder))
  }

  isFolder(path: string): boolean {
    return this.#inside.has(path)
  }

  entries(folder: string, depth = 0): NavigationEntry[] {
    if (depth > MAX_DEPTH) return []
    const summary = this.#summaries.get(folder)
    if (summary !== undefined) {
      return listNavigation(
        summary,
        (href) => this.#source.findPage(folder, href),
        this.#problems,
        (href) => {
          const inner = joinPath(folder, href)
          return href.endsWith('/') && inner !== undefined && this.isFolder(`${inner}/`)
            ? this.entries(`${inner}/`, depth + 1)
            : undefined
        },
      )
    }
    const order = this.#orderOf(folder)
    const list = [...asList(order.nav), ...asList(order.arrange)]
    return this.list(list.length === 0 ? ['*'] : list, folder, depth)
  }

  /** Entries of a list that may name pages, folders, patterns, and the rest. */
  list(list: readonly unknown[], folder: string, depth: number): NavigationEntry[] {
    const named = new Set(list.flatMap((item) => this.#namesIn(item, folder)))
    return list.flatMap((item): NavigationEntry[] => {
      const pairs = typeof item === 'string' ? [[undefined, item] as const] : Object.entries(asRecord(item))
      return pairs.flatMap(([title, value]) => this.#entry(title, value, folder, named, depth))
    })
  }

  #entry(
    title: string | undefined,
    value: unknown,
    folder: string,
    named: Set<string>,
    depth: number,
  ): NavigationEntry[] {
    if (depth > MAX_DEPTH) return []
    if (typeof value !== 'string') {
      const children = this.list(asList(value), folder, depth + 1)
      return children.length === 0 ? [] : [{ title, children }]
    }
    if (/^[a-z][\w+.-]*:/i.test(value)) return []
    if (/^\.\.\.(?:\s|$)/.test(value) || /[*?]/.test(value)) {
      const pattern = /\|\s*(.+)$/.exec(value)?.[1] ?? value.replace(/^\.\.\./, '*')
      const found = this.#matches(pattern, folder).filter((path) => !named.has(path))
      for (const path of found) named.add(path)
      const children = found.flatMap((path) => this.#child(path, depth))
      return title === undefined ? children : [{ title, children }]
    }
    const inner = joinPath(folder, value)
    if (inner !== undefined && this.isFolder(`${inner}/`)) {
      return this.#child(`${inner}/`, depth).map((entry) => ({ ...entry, title: title ?? entry.title }))
    }
    const page = this.#source.findPage(folder, value)
    if (page === undefined) this.#problems.push({ file: folder || '.', message: `no page for ${value.slice(0, 200)}` })
    return page === undefined ? [] : [{ title, page, children: [] }]
  }

  #child(path: string, depth: number): NavigationEntry[] {
    if (!path.endsWith('/')) {
      const page = this.#source.config.inside(path)
      return page === undefined ? [] : [{ page, children: [] }]
    }
    const children = this.entries(path, depth + 1)
    return children.length === 0 ? [] : [{ title: asText(this.#orderOf(path).title) ?? lastPart(path), children }]
  }

  /** A star alone takes in folders too, by name; pages come first, the folder's own before all others. */
  #matches(pattern: string, folder: string): string[] {
    if (pattern === '*') {
      const rank = (path: string) => (path.endsWith('/') ? 2 : /\/(?:index|README)\.md$/.test(`/${path}`) ? 0 : 1)
      return [...(this.#inside.get(folder) ?? [])].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    }
    const whole = joinPath(folder, pattern)
    if (whole === undefined) return []
    return this.#source.pages
      .map(({ path }) => this.#source.config.prefix + path)
      .filter((path) => this.#globs.matches(whole, path))
  }

  #namesIn(item: unknown, folder: string): string[] {
    const values = typeof item === 'string' ? [item] : Object.values(asRecord(item))
    return values.flatMap((value) => {
      if (typeof value !== 'string') return asList(value).flatMap((each) => this.#namesIn(each, folder))
      const path = joinPath(folder, value)
      return path === undefined || /[*?]/.test(value) ? [] : [path, `${path}/`]
    })
  }

  #orderOf(folder: string): Readonly<Record<string, unknown>> {
    const file = this.#orders.get(folder)
    const read = file === undefined ? { data: {} } : readData(file)
    if ('data' in read) return asRecord(read.data)
    this.#problems.push({ file: file?.path ?? folder, message: `order left out: ${read.problem}` })
    return {}
  }
}
