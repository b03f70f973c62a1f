import type { Flavour } from '../core/flavour.ts'
import type { GraphInput } from '../core/graph-input.ts'
import { compareCodePoints } from '../core/plain-text.ts'
import type { TokenCounter } from '../core/tokens.ts'
import { type ConfigFiles, configFiles, type Surroundings } from './config-files.ts'
import { chooseRules } from './flavours/choose-rules.ts'
import type { FlavourRules } from './flavours/flavour.ts'
import { followLinks } from './follow-links.ts'
import { GraphParts } from './graph-parts.ts'
import type { GraphSource } from './graph-source.ts'
import { buildHierarchy } from './hierarchy.ts'
import { isPage, type MarkdownFile } from './markdown-file.ts'
import type { ReadPage } from './page.ts'
import { PageStore } from './page-store.ts'
import { type PageReading, readPage, readPageOf } from './read-page.ts'
import type { FindingList, GraphReport, GraphWarning, StreamedReport } from './report.ts'
import { describeSite } from './site.ts'
import { IN_MEMORY, itemsOf, type Spool, type Storage } from './spool.ts'
import { DEFAULT_SUMMARY_TOKENS } from './summary.ts'

export interface GraphOptions {
  /** Left out: found by the files. */
  readonly flavour?: Flavour | undefined
  /** Revision of the documentation, kept as it is. Left out: the graph has none. */
  readonly revision?: string | undefined
  /** Counts the tokens of a summary. Left out: a summary has at most 300 characters. */
  readonly counter?: TokenCounter | undefined
  /** Most tokens of a summary. Default 48; used with a counter alone. */
  readonly summaryTokens?: number | undefined
  /** Headings become nodes `page.md#slug`. */
  readonly sections?: boolean | undefined
  /** Most breadcrumbs. Default 100,000. */
  readonly maxPaths?: number | undefined
  /** Addresses at which the documentation is published, `https://docs.example.org/guide/`. */
  readonly sites?: readonly string[] | undefined
  /** Repositories that keep it, as an address or `owner/name` (GitHub). */
  readonly repositories?: readonly string[] | undefined
  /** Files of the folder that were not read: a link to one of them is a link to an asset, not a broken one. */
  readonly otherFiles?: readonly string[] | undefined
  readonly surroundings?: Surroundings | undefined
}

export interface BuiltGraph {
  readonly graph: GraphInput
  readonly report: GraphReport
}

/** A graph whose parts are made as they are read, each any number of times. */
export interface StreamedGraph extends GraphSource {
  /** Right after each part was read to its end. */
  report(): StreamedReport
}

const DEFAULT_MAX_PATHS = 100_000

/**
 * Turns Markdown files into a documentation graph. Pure: the same files, in any order, give the same bytes.
 * Never throws for what a file holds; what could not be read or resolved is in the report.
 */
export function buildGraph(files: readonly MarkdownFile[], options: GraphOptions = {}): BuiltGraph {
  const build = new GraphBuild(files, options, IN_MEMORY)
  for (const file of build.sources) build.add([readPage(file, build.reading)])
  return collected(build.finish())
}

/** A streamed graph and its report, whole. */
export function collected(graph: StreamedGraph): BuiltGraph {
  const { revision } = graph
  const parts = { nodes: [...graph.nodes], edges: [...graph.edges], paths: [...graph.paths] }
  const report = graph.report()
  const { unresolved, missingAnchors, repaired, redirects, warnings, skipped } = report
  return {
    graph: { ...(revision === undefined ? {} : { revision }), ...parts },
    report: {
      ...report,
      unresolved: [...unresolved],
      missingAnchors: [...missingAnchors],
      repaired: [...repaired],
      redirects: [...redirects],
      warnings: [...warnings],
      skipped: [...skipped],
    },
  }
}

/** The steps of a graph's making: what to read, the pages one after the other, the rest. */
export class GraphBuild {
  /** Pages that are to be read, by path. Where the content is read later, it is empty here. */
  readonly sources: readonly MarkdownFile[]
  readonly reading: PageReading
  readonly #paths: readonly string[]
  readonly #options: GraphOptions
  readonly #storage: Storage
  readonly #config: ConfigFiles
  readonly #rules: FlavourRules
  readonly #store: PageStore
  readonly #warnings: GraphWarning[] = []

  /** @param files each with its content, which pages that steer no generator may leave empty */
  constructor(files: readonly MarkdownFile[], options: GraphOptions, storage: Storage) {
    const sorted = distinctFiles(files, this.#warnings)
    this.#options = options
    this.#storage = storage
    this.#config = configFiles(sorted, options.surroundings ?? { prefix: '', files: [] })
    this.#rules = chooseRules(options.flavour, this.#config, sorted)
    this.#paths = sorted.map((file) => file.path)
    this.reading = {
      rules: this.#rules,
      counter: options.counter,
      summaryTokens: options.summaryTokens ?? DEFAULT_SUMMARY_TOKENS,
      sections: options.sections === true,
    }
    this.#store = new PageStore(storage)
    this.sources = sorted.filter((file) => isPage(file.path) && this.#rules.notAPage?.(file.path) !== true)
    for (const file of sorted) {
      const page = isPage(file.path) ? undefined : this.#rules.readOther?.(file)
      if (page !== undefined) this.#store.add(readPageOf(page, this.reading))
    }
  }

  /** Pages in the order of `sources`. */
  add(pages: readonly ReadPage[]): void {
    for (const page of pages) this.#store.add(page)
  }

  /** Follows the links of all pages that were added. */
  finish(onPage?: (done: number, total: number) => void): StreamedGraph {
    const { revision, maxPaths = DEFAULT_MAX_PATHS } = this.#options
    const store = this.#store
    const site = describeSite(store, this.#paths, this.#config, this.#rules, this.#options)
    const pages = store.paths()
    const links = followLinks(pages, store, site, this.#storage, (done) => onPage?.(done, pages.length))
    const hierarchy = buildHierarchy(site.trees, { ...site, linkedFolders: links.folders })
    const parts = new GraphParts({ pages, store, links, hierarchy, sections: this.reading.sections, maxPaths })
    const warnings: FindingList<GraphWarning> = concatenated([this.#warnings, store.warnings, site.problems])
    return {
      revision,
      nodes: { [Symbol.iterator]: () => parts.nodes() },
      edges: { [Symbol.iterator]: () => parts.edges() },
      paths: { [Symbol.iterator]: () => parts.paths() },
      report: () => ({
        flavour: this.#rules.name,
        revisionFrom: revision === undefined ? 'content' : 'given',
        pages: pages.length,
        ...parts.counts,
        links: links.counts,
        unresolved: listed(links.unresolved),
        missingAnchors: listed(links.missingAnchors),
        repaired: listed(links.repaired),
        redirects: listed(links.redirects),
        warnings,
        skipped: [],
      }),
    }
  }
}

function listed<Item>(spool: Spool<Item>): FindingList<Item> {
  return { length: spool.length, [Symbol.iterator]: () => itemsOf(spool) }
}

/** Lists one behind the other. */
export function concatenated<Item>(lists: readonly FindingList<Item>[]): FindingList<Item> {
  return {
    length: lists.reduce((sum, list) => sum + list.length, 0),
    *[Symbol.iterator]() {
      for (const list of lists) yield* list
    },
  }
}

/** The files by path. Two paths that differ in Unicode normalisation alone are one page for the service. */
function distinctFiles(files: readonly MarkdownFile[], warnings: GraphWarning[]): MarkdownFile[] {
  const byPath = new Map<string, MarkdownFile>()
  const sorted = [...files].sort((a, b) => compareCodePoints(a.path, b.path) || compareCodePoints(a.content, b.content))
  for (const file of sorted) {
    const path = file.path
      .toWellFormed()
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '')
    const key = path.normalize('NFC')
    if (path === '') continue
    if (byPath.has(key))
      warnings.push({ file: path, message: 'left out: another file has the same path in Unicode NFC' })
    else byPath.set(key, path === file.path ? file : { path, content: file.content })
  }
  return [...byPath.values()].sort((a, b) => compareCodePoints(a.path, b.path))
}
